# Assembles a report page from the scripts and styles of this folder:
#   cmake -D PAGE=file -P assemble.cmake
# PAGE is a report with @DATA@ in place of its data.
cmake_minimum_required(VERSION 3.25)
set(here ${CMAKE_CURRENT_LIST_DIR})

# Files of the script, which share one scope; those behind may use the constants of those before.
set(scripts format dom data controls table plot plots/speed plots/latency plots/cactus
  plots/scaling plots/trend plots/changes matrix slowest report_page main)

function(read_source file result)
  file(READ ${here}/${file} text)
  if(text MATCHES "</script|<!--")
    message(FATAL_ERROR "${file} holds what would end the page's script")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
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

foreach(script IN LISTS scripts)
  read_source(${script}.js source)
  string(APPEND bundle "${source}")
endforeach()
read_source(plot.css plot_style)
read_source(style.css page_style)
set(STYLE "${plot_style}${page_style}")
# In a block of a strict script, two functions of one name are an error.
set(SCRIPT "(() => {\n\"use strict\";\n{\n${bundle}show_page();\n}\n})();\n")
policy_hash("${SCRIPT}" SCRIPT_HASH)
policy_hash("${STYLE}" STYLE_HASH)
read_source(../../../results/README.md columns)
string(REGEX REPLACE ".*\n## The table\n(.*)\n## The table of puzzles\n.*" "\\1" columns "${columns}")
read_source(terms.txt terms)
# Rows of Markdown tables that define a term, as text of an HTML element.
string(REGEX MATCHALL "\n\\| `[^\n]*" TERMS "${columns}${terms}")
string(REPLACE ";\n" "\n" TERMS "${TERMS}")
string(REPLACE "&" "&amp;" TERMS "${TERMS}")
string(REPLACE "<" "&lt;" TERMS "${TERMS}")
set(DATA "@DATA@") # stays: the program puts the data there
file(READ ${here}/page.html page)
string(CONFIGURE "${page}" page @ONLY)
file(WRITE ${PAGE} "${page}")
