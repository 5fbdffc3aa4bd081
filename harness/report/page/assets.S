// The assembled page, byte for byte.
.section .rodata
.globl kSudokuReportPage
.globl kSudokuReportPageEnd
kSudokuReportPage:
  .incbin REPORT_PAGE
kSudokuReportPageEnd:
  .byte 0

// Without this note, the linker would make the stack executable.
.section .note.GNU-stack, "", %progbits
