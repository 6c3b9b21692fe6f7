# SPDX-License-Identifier: MIT
# Compiler flags: what every file is compiled with, and the instruction set variants of the lane functions.

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 ${HW_DEBUG}")
# Full debugging information of vectorized loops tells little and takes a quarter of their time.
set(HW_LANES_OPTIMIZE -O3)
if(NOT HW_DEBUG STREQUAL "-g0")
    list(APPEND HW_LANES_OPTIMIZE -g1)
endif()
# The tests' own code need not be fast; to optimize it takes as long as all else of its compilation.
set(HW_TESTS_OPTIMIZE -O0 -g1)

# The path of the source tree is an option (-fmacro-prefix-map): trees at different places share nothing.
if(HW_CCACHE AND NOT CMAKE_C_COMPILER_LAUNCHER)
    find_program(HW_CCACHE_PROGRAM ccache)
    mark_as_advanced(HW_CCACHE_PROGRAM)
    if(HW_CCACHE_PROGRAM)
        set(CMAKE_C_COMPILER_LAUNCHER ${HW_CCACHE_PROGRAM})
    endif()
endif()

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

add_compile_definitions(_GNU_SOURCE)
add_compile_options(-Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes)
# Arithmetic is emulated to the last bit: no contraction into fused multiply-adds; errno and floating
# point traps are not looked at.
add_compile_options(-fno-math-errno -fno-trapping-math -ffp-contract=off)
# __FILE__ relative to the source tree: the same binary wherever it is built.
add_compile_options(-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=)
add_compile_options(-fno-semantic-interposition)
if(HW_WERROR)
    add_compile_options(-Werror)
endif()
# Sanitizers look at what is computed and not how fast: all is optimized and inlined less.  The tests run no longer for
# it.  Fuzzers have to be fast.
if(HW_SANITIZE)
    set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O1 -g1")
    if(HW_FUZZ)
        set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g1")
    endif()
    set(HW_LANES_OPTIMIZE "")
    add_compile_options(-fsanitize=${HW_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${HW_SANITIZE})
    # A register that a warp does not have to find zero at its start holds what nobody could take for zero.
    add_compile_definitions(HW_POISON_REGISTERS)
endif()
if(HW_LESS_INLINE OR HW_SANITIZE)
    add_compile_definitions(HW_LESS_INLINE)   # src/ops/inline.h
endif()
# Lines are counted as they are written: nothing is optimized, so that none is moved or merged with another.
if(HW_COVERAGE)
    set(HW_LANES_OPTIMIZE "")
    set(HW_TESTS_OPTIMIZE "")
    set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O0 -g")
    add_compile_options(--coverage)
    add_link_options(--coverage)
endif()
if(HW_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "HW_FUZZ needs clang, whose libFuzzer the fuzzers link: -DCMAKE_C_COMPILER=clang")
    endif()
    add_compile_options(-fsanitize=fuzzer-no-link)
    add_link_options(-fsanitize=fuzzer-no-link)
endif()

# The lane functions (lanes_*.c: one operation on 32 lanes) are compiled once for each of these instruction sets;
# HW_VARIANT names the one, and the engine picks at run time what the processor has.
set(HW_VARIANTS base)
set(HW_ALL_VARIANTS base)
set(HW_VARIANT_FLAGS_base "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    list(APPEND HW_VARIANTS v3 v4)
    set(HW_ALL_VARIANTS ${HW_VARIANTS})   # of a build without sanitizers
    # What a sanitizer finds in one, it finds in the next: the source is the same.  Threads meet in memory, whichever it is.
    if(HW_SANITIZE AND NOT HW_FUZZ)
        list(REMOVE_ITEM HW_VARIANTS v4)
    endif()
    if(HW_SANITIZE STREQUAL "thread")
        list(REMOVE_ITEM HW_VARIANTS v3)
    endif()
    set(HW_VARIANT_FLAGS_base -march=x86-64)
    set(HW_VARIANT_FLAGS_v3 -march=x86-64-v3)
    set(HW_VARIANT_FLAGS_v4 -march=x86-64-v4 -mprefer-vector-width=512)
    # gcc makes each constant vector anew in two more registers, even in loops.  From memory it is an operand of what uses it.
    # So are then the numbers of a micro-operation, which costs short functions more than they save.
    include(CheckCCompilerFlag)
    check_c_compiler_flag(-mtune-ctrl=^inter_unit_moves_to_vec HW_HAS_CONSTANTS_IN_MEMORY)
    if(HW_HAS_CONSTANTS_IN_MEMORY)
        set_property(SOURCE ${CMAKE_SOURCE_DIR}/src/ops/lanes/lanes_sfu.c PROPERTY COMPILE_OPTIONS
                     "$<$<STREQUAL:$<TARGET_PROPERTY:HW_LEVEL>,v3>:-mtune-ctrl=^inter_unit_moves_to_vec>")
    endif()
    # Eight words are half a vector of that: what narrow ones have written would be read by a wide one, which waits.
    set(HW_VARIANT_FLAGS_narrow_v4 -mprefer-vector-width=256)
endif()
list(TRANSFORM HW_VARIANTS PREPEND HW_LANES_FOR_ OUTPUT_VARIABLE lanes_for)
set_property(SOURCE ${CMAKE_SOURCE_DIR}/src/ops/select/alu_table.c ${CMAKE_SOURCE_DIR}/src/machine/memory/memory_table.c
             PROPERTY COMPILE_DEFINITIONS ${lanes_for})
