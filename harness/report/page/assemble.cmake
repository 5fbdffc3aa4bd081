# Assembles a report page from the modules of this folder and the Vega modules that they require:
#   cmake -D VEGA=folder -D PAGE=file -D PICTURES=file -P assemble.cmake
# PAGE is a report with @DATA@ in place of its data, PICTURES the script of the static pictures, and
# PAGE.d the list of files that both depend on.
cmake_minimum_required(VERSION 3.25)
set(here ${CMAKE_CURRENT_LIST_DIR})
set(sources "")

function(read_source file result)
  file(READ ${file} text)
  # Source maps of Vega's modules are not part of the page.
  string(REGEX REPLACE "//# sourceMappingURL=[^\n]*" "" text "${text}")
  if(text MATCHES "</script|<!--")
    message(FATAL_ERROR "${file} holds what would end the page's script")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
  set_property(GLOBAL APPEND PROPERTY sources ${file})
endfunction()

# Appends to `bundle` the module in `file`, by its file name, and all modules that it requires.
function(add_module file)
  get_property(added GLOBAL PROPERTY sources)
  if(file IN_LIST added)
    return()
  endif()
  read_source(${file} source)
  # Vega 5.22 was packaged with vega-selection.js for the module required as vega-selections.
  string(REPLACE "require(\"vega-selections\")" "require(\"vega-selection\")" source "${source}")
  string(REGEX REPLACE "^.*/|(\\.min)?\\.js$" "" name ${file})
  set_property(GLOBAL APPEND_STRING PROPERTY bundle
    "define(\"${name}\", function (exports, require, module) {\n${source}\n});\n")
  string(REGEX MATCHALL "require\\(\"[^\"]+\"\\)" required "${source}")
  foreach(other IN LISTS required)
    string(REGEX REPLACE "require\\(\"(.*)\"\\)" "\\1" other ${other})
    if(other MATCHES "^\\.")
      cmake_path(GET file PARENT_PATH folder)
      cmake_path(ABSOLUTE_PATH other BASE_DIRECTORY ${folder} NORMALIZE)
      add_module(${other}.js)
    else()
      add_module(${VEGA}/${other}.min.js)
    endif()
  endforeach()
endfunction()

# Sets `TERMS` to the rows of Markdown tables that define a term, as text of an HTML element.
function(read_terms tables)
  string(REGEX MATCHALL "\n\\| `[^\n]*" rows "${tables}")
  string(REPLACE ";\n" "\n" rows "${rows}")
  string(REPLACE "&" "&amp;" rows "${rows}")
  string(REPLACE "<" "&lt;" rows "${rows}")
  set(TERMS "${rows}" PARENT_SCOPE)
endfunction()

# Base64 hash of a text for a content security policy. CMake has hexadecimal hashes only, which
# programs of coreutils convert.
function(policy_hash text result)
  string(SHA256 hex "${text}")
  string(TOUPPER "${hex}" hex)
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo_append "${hex}"
    COMMAND basenc --base16 --decode COMMAND base64
    OUTPUT_VARIABLE base64 OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "sha256-${base64}" PARENT_SCOPE)
endfunction()

read_source(${here}/shim.js shim)
add_module(${here}/main.js)
add_module(${here}/pictures.js)
get_property(bundle GLOBAL PROPERTY bundle)
set(bundle "${shim}${bundle}")

set(SCRIPT "(() => {\n${bundle}load(\"main\").main();\n})();\n")
read_source(${here}/style.css STYLE)
policy_hash("${SCRIPT}" SCRIPT_HASH)
policy_hash("${STYLE}" STYLE_HASH)
read_source(${here}/../../../results/README.md columns)
string(REGEX REPLACE ".*\n## The table\n(.*)\n## The table of puzzles\n.*" "\\1" columns "${columns}")
read_source(${here}/terms.txt terms)
read_terms("${columns}${terms}")
set(DATA "@DATA@") # stays: the program puts the data there
file(READ ${here}/page.html page)
string(CONFIGURE "${page}" page @ONLY)
file(WRITE ${PAGE} "${page}")
file(WRITE ${PICTURES} "((text) => {\n${bundle}return load(\"pictures\").pictures(text);\n})\n")

get_property(sources GLOBAL PROPERTY sources)
set(rule ${PAGE} ${PICTURES}: ${sources})
list(TRANSFORM rule REPLACE " " "\\\\ ")
list(JOIN rule " " rule)
file(WRITE ${PAGE}.d "${rule}\n")
