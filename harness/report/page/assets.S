// The assembled page and the script of the static pictures, byte for byte.
.macro asset name, path
  .globl \name
  .globl \name\()End
\name:
  .incbin "\path"
\name\()End:
  .byte 0
.endm

.section .rodata
asset kSudokuReportPage, REPORT_PAGE
asset kSudokuReportPictures, REPORT_PICTURES

// Without this note, the linker would make the stack executable.
.section .note.GNU-stack, "", %progbits
