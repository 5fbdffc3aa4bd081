# Files are compiled for every processor of the platform; only the engines beside this file, one of
# which is chosen at run time, get the flags of more instruction sets. A result names that choice, so
# flags from outside that ask for more, as -march=native does, are overridden here, in all targets.
# baseline_flags are the flags that do so, and empty when there is nothing to override.

set(baseline_flags)
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  return()
endif()

# Sets RESULT to whether the flags of every build type here, then FLAGS, ask for the baseline only:
# of what compilers use unasked, nothing that some processors lack.
function(asks_for_baseline result) # FLAGS...
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  set(flags)
  foreach(type ${CMAKE_BUILD_TYPE} ${CMAKE_CONFIGURATION_TYPES})
    string(TOUPPER ${type} type)
    separate_arguments(of_type UNIX_COMMAND "${CMAKE_CXX_FLAGS_${type}}")
    list(APPEND flags ${of_type})
  endforeach()
  try_compile(compiles SOURCE_FROM_CONTENT baseline.cpp "
#if defined(__SSE3__) || defined(__POPCNT__) || defined(__LZCNT__) || defined(__BMI__) || \\
    defined(__BMI2__) || defined(__MOVBE__) || defined(__GFNI__)
#error more than x86-64
#endif
#if defined(__ARM_FEATURE_ATOMICS) || defined(__ARM_FEATURE_CRC32) || \\
    defined(__ARM_FEATURE_DOTPROD) || defined(__ARM_FEATURE_FP16_VECTOR_ARITHMETIC) || \\
    defined(__ARM_FEATURE_SVE)
#error more than armv8-a
#endif
" COMPILE_DEFINITIONS ${flags} ${ARGN} NO_CACHE)
  set(${result} ${compiles} PARENT_SCOPE)
endfunction()

asks_for_baseline(is_baseline)
if(is_baseline)
  return()
endif()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # Without SSE3 there is none of what came after it: SSE4, AVX, AVX2, AVX-512.
  set(baseline_flags -march=x86-64 -mno-sse3 -mno-popcnt -mno-lzcnt -mno-bmi -mno-bmi2 -mno-movbe
    -mno-gfni)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(baseline_flags -mcpu=generic -march=armv8-a)
endif()
asks_for_baseline(is_baseline ${baseline_flags})
list(JOIN baseline_flags " " overriding)
if(NOT is_baseline)
  message(FATAL_ERROR "The compiler's flags ask for instructions that not every processor has, and "
    "'${overriding}' does not undo it: instruction sets are chosen at run time, leave them out")
endif()
message(WARNING "The compiler's flags ask for instructions that not every processor has. Instruction "
  "sets are chosen at run time, and results name them; added to the flags: ${overriding}")
add_compile_options(${baseline_flags})
