# Overrides flags from outside, such as -march=native, that ask for more than the platform's
# baseline, in all targets. Only the engines beside this file use more instruction sets, and results
# name the engine chosen at run time. baseline_flags is empty if nothing has to be overridden.

set(baseline_flags)
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  return()
endif()

# Sets RESULT to whether the flags of every build type, followed by FLAGS, ask for no instruction
# set that some processors lack. Only sets that compilers use without intrinsics are checked.
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
  # Disabling SSE3 also disables what builds on it: SSE4, AVX, AVX2 and AVX-512.
  set(baseline_flags -march=x86-64 -mno-sse3 -mno-popcnt -mno-lzcnt -mno-bmi -mno-bmi2 -mno-movbe
    -mno-gfni)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(baseline_flags -mcpu=generic -march=armv8-a)
endif()
asks_for_baseline(is_baseline ${baseline_flags})
list(JOIN baseline_flags " " overriding)
if(NOT is_baseline)
  message(FATAL_ERROR "The compiler flags enable instructions that some processors lack, and "
    "'${overriding}' does not disable them: remove the flags, instruction sets are chosen at run time")
endif()
message(WARNING "The compiler flags enable instructions that some processors lack. Instruction sets "
  "are chosen at run time, and results name them; flags added to disable them: ${overriding}")
add_compile_options(${baseline_flags})
