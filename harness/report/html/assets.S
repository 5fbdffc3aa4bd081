// The assembled page and the script of the static pictures, byte for byte.
.macro asset name, path
  .globl \name
  .globl \name\()_end
\name:
  .incbin "\path"
\name\()_end:
  .byte 0
.endm

.section .rodata
asset sudoku_report_page, REPORT_PAGE
asset sudoku_report_pictures, REPORT_PICTURES

// Without this note, the linker would make the stack executable.
.section .note.GNU-stack, "", %progbits
