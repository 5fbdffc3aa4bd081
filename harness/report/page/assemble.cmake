# Puts the page together: cmake -D VEGA=folder -D PAGE=file -D PICTURES=file -P assemble.cmake
# PAGE is a report but for its data, where @DATA@ stands; PICTURES what draws its static pictures.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/modules.cmake)

function(read_source file result)
  file(READ ${file} text)
  # Maps to sources that are not here.
  string(REGEX REPLACE "//# sourceMappingURL=[^\n]*" "" text "${text}")
  if(text MATCHES "</script|<!--")
    message(FATAL_ERROR "${file} holds what would end the page's script")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# Appends a module to `bundle`.
macro(add_module name file)
  read_source(${file} source)
  string(APPEND bundle
    "define(\"${name}\", function (exports, require, module) {\n${source}\n});\n")
endmacro()

# What a content security policy calls a text by. CMake has SHA-256 in hexadecimal digits only.
function(policy_hash text result)
  string(SHA256 hex "${text}")
  set(alphabet "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  string(APPEND hex "00") # 32 bytes are two bits short of a whole number of letters
  set(base64 "")
  foreach(at RANGE 0 60 6)
    string(SUBSTRING ${hex} ${at} 6 digits)
    foreach(shift 18 12 6 0)
      math(EXPR letter "(0x${digits} >> ${shift}) & 63")
      string(SUBSTRING ${alphabet} ${letter} 1 letter)
      string(APPEND base64 ${letter})
    endforeach()
  endforeach()
  string(REGEX REPLACE ".$" "=" base64 ${base64})
  set(${result} "sha256-${base64}" PARENT_SCOPE)
endfunction()

read_source(${CMAKE_CURRENT_LIST_DIR}/notice.js notice)
read_source(${CMAKE_CURRENT_LIST_DIR}/shim.js bundle)
foreach(name IN LISTS vega_modules)
  add_module(${name} ${VEGA}/${name}.min.js)
endforeach()
foreach(path IN LISTS page_modules)
  string(REGEX REPLACE "^.*/|\\.js$" "" name ${path})
  add_module(${name} ${CMAKE_CURRENT_LIST_DIR}/${path})
endforeach()
set(bundle "${notice}\"use strict\";\n${bundle}")

read_source(${CMAKE_CURRENT_LIST_DIR}/start.js start)
set(script "(() => {\n${bundle}${start}})();\n")
set(style "")
foreach(path IN LISTS page_styles)
  file(READ ${CMAKE_CURRENT_LIST_DIR}/${path} part)
  string(APPEND style "${part}")
endforeach()
policy_hash("${script}" script_hash)
policy_hash("${style}" style_hash)

file(READ ${CMAKE_CURRENT_LIST_DIR}/page.html page)
string(REPLACE "@SCRIPT_HASH@" "${script_hash}" page "${page}")
string(REPLACE "@STYLE_HASH@" "${style_hash}" page "${page}")
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
file(WRITE ${PAGE} "${page}")

read_source(${CMAKE_CURRENT_LIST_DIR}/start_pictures.js start)
file(WRITE ${PICTURES} "((text) => {\n${bundle}${start}})\n")
