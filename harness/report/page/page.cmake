# Assembles the page of the reports, and the script of their static pictures, into the library.
include(${CMAKE_CURRENT_LIST_DIR}/modules.cmake)

find_path(VEGA_FOLDER vega-view.min.js PATH_SUFFIXES share/javascript/vega REQUIRED
  DOC "Vega's modules (Debian: libjs-vega)")

# A new plot is a new module.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/plots.js)

set(report_page ${CMAKE_CURRENT_BINARY_DIR}/report_page.html)
set(report_pictures ${CMAKE_CURRENT_BINARY_DIR}/report_pictures.js)
set(report_sources
  assemble.cmake modules.cmake notice.js page.html shim.js start.js start_pictures.js ${page_modules}
  ${page_styles})
list(TRANSFORM report_sources PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
add_custom_command(OUTPUT ${report_page} ${report_pictures}
  COMMAND ${CMAKE_COMMAND} -D VEGA=${VEGA_FOLDER} -D PAGE=${report_page}
    -D PICTURES=${report_pictures} -P ${CMAKE_CURRENT_LIST_DIR}/assemble.cmake
  DEPENDS ${report_sources} VERBATIM)

enable_language(ASM)
target_sources(report PRIVATE ${CMAKE_CURRENT_LIST_DIR}/assets.S)
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/assets.S PROPERTIES
  OBJECT_DEPENDS "${report_page};${report_pictures}"
  COMPILE_DEFINITIONS "REPORT_PAGE=\"${report_page}\";REPORT_PICTURES=\"${report_pictures}\"")
