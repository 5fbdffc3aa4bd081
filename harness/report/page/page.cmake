# Assembles the report page into the library.
set(report_page ${CMAKE_CURRENT_BINARY_DIR}/report_page.html)
file(GLOB page_parts CONFIGURE_DEPENDS
  report/page/*.css report/page/*.html report/page/*.js report/page/*.txt report/page/plots/*.js)
add_custom_command(OUTPUT ${report_page}
  COMMAND ${CMAKE_COMMAND} -D PAGE=${report_page} -P ${CMAKE_CURRENT_LIST_DIR}/assemble.cmake
  DEPENDS ${CMAKE_CURRENT_LIST_DIR}/assemble.cmake ${page_parts} ${PROJECT_SOURCE_DIR}/results/README.md
  VERBATIM)

# The assembler may be another compiler's, and would set the file type of precompiled headers.
set(type_of_headers "${CMAKE_PCH_EXTENSION}")
enable_language(ASM)
set(CMAKE_PCH_EXTENSION "${type_of_headers}")
target_sources(report PRIVATE ${CMAKE_CURRENT_LIST_DIR}/assets.S)
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/assets.S PROPERTIES
  OBJECT_DEPENDS "${report_page}" COMPILE_DEFINITIONS "REPORT_PAGE=\"${report_page}\"")
