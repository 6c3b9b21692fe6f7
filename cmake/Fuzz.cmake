# SPDX-License-Identifier: MIT
# Fuzzers: one file each, tests/fuzz/fuzz_*.c, with LLVMFuzzerTestOneInput.
#
# With HW_FUZZ they are libFuzzer programs in fuzz/ (`make fuzz`).  With HW_TESTS each is also linked with
# replay.c into tests/replay_NAME, which runs it on the corpus that is kept: any compiler, no fuzzing.
# tests/fuzz/check_*.c are ordinary programs that check a property on as many random inputs as they are told.
# The thread sanitizer has nothing to find in either (tests/runner/builds.py), except in those that are programs of
# CUDA: these have more sources, in a folder each.
file(GLOB check_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/fuzz/check_*.c)
file(GLOB fuzz_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/fuzz/fuzz_*.c)

# hw_fuzz_program(NAME FOLDER LIBRARY SOURCES...)
function(hw_fuzz_program name folder library)
    add_executable(${name} ${ARGN})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${folder})
    target_link_libraries(${name} PRIVATE ${library})
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
    # libFuzzer calls its entry points by name; nothing declares them.
    target_compile_options(${name} PRIVATE -Wno-missing-prototypes)
endfunction()

set(replayed OFF)
if(HW_TESTS AND NOT HW_SANITIZE STREQUAL "thread")
    set(replayed ON)
endif()
foreach(fuzz_file ${fuzz_files})
    cmake_path(GET fuzz_file STEM stem)
    string(REPLACE "fuzz_" "" name ${stem})
    if(HW_FUZZ)
        hw_fuzz_program(fuzz_${name} fuzz cli_helpers ${fuzz_file})
        target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    endif()
    if(replayed)
        hw_fuzz_program(replay_${name} tests tested ${fuzz_file} ${CMAKE_SOURCE_DIR}/tests/fuzz/replay.c)
    endif()
endforeach()

file(GLOB sources_of_check_streams CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/fuzz/streams/*.c)
file(GLOB sources_of_check_threads CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/fuzz/threads/*.c)
list(APPEND sources_of_check_threads ${CMAKE_SOURCE_DIR}/tests/fuzz/streams/kernels.c
     ${CMAKE_SOURCE_DIR}/tests/fuzz/streams/functions.c)
foreach(check_file ${check_files})
    cmake_path(GET check_file STEM name)
    if(sources_of_${name} AND HW_TESTS)
        hw_fuzz_program(${name} tests tested ${check_file} ${sources_of_${name}})
        target_link_libraries(${name} PRIVATE cudart cuda)
    elseif(replayed)
        hw_fuzz_program(${name} tests tested ${check_file})
    endif()
endforeach()
