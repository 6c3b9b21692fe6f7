# SPDX-License-Identifier: MIT
# Unit tests: tests/unit/ROOM/test_*.c.  tests/run builds and runs them, and all other tests.
find_library(CMOCKA_LIBRARY cmocka REQUIRED)

file(GLOB test_helpers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/*.c ${CMAKE_SOURCE_DIR}/tests/programs/*.c)
hw_objects(test_helper_objects ${test_helpers})
target_include_directories(test_helper_objects PRIVATE ${CMAKE_SOURCE_DIR}/tests)
target_compile_options(test_helper_objects PRIVATE ${HW_TESTS_OPTIMIZE})

# All of our code once, as one shared library with nothing hidden: with a static copy in each of a hundred programs
# the builds of the tests took 9 GB of disk and most of their time went into linking.
add_library(tested SHARED $<TARGET_OBJECTS:isa_objects> ${core_object_files} $<TARGET_OBJECTS:cli_helpers>
            $<TARGET_OBJECTS:test_helper_objects>)
target_include_directories(tested PUBLIC ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src ${HW_GENERATED_DIR} ${CMAKE_BINARY_DIR})
target_link_libraries(tested PUBLIC ${CMOCKA_LIBRARY} PkgConfig::JSONC Threads::Threads m
                      PRIVATE PkgConfig::LIBELF PkgConfig::PACKING PkgConfig::SQLITE)

function(hw_unit_program program)
    add_executable(${program} ${ARGN})
    set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_include_directories(${program} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
    target_compile_options(${program} PRIVATE ${HW_TESTS_OPTIMIZE})
    target_link_libraries(${program} PRIVATE tested)
endfunction()

# hw_unit_tests(ROOM FILES...): the tests of a room as one program, tests/unit_ROOM, since linking a test takes as long
# as compiling it.  Each main() gets a name of its own, and tests/test_NAME is a link: the program runs the main() of
# the name that it is called by.
function(hw_unit_tests room)
    set(mains "")
    foreach(test_file ${ARGN})
        cmake_path(GET test_file STEM name)
        set_property(SOURCE ${test_file} PROPERTY COMPILE_DEFINITIONS main=main_of_${name})
        string(APPEND mains "HW_UNIT_TEST(${name})\n")
        file(CREATE_LINK unit_${room} ${CMAKE_BINARY_DIR}/tests/${name} SYMBOLIC)
    endforeach()
    file(CONFIGURE OUTPUT ${HW_GENERATED_DIR}/unit_${room}/unit_tests.h CONTENT "${mains}")
    add_library(unit_main_${room} OBJECT ${CMAKE_SOURCE_DIR}/tests/runner/unit.c)
    target_include_directories(unit_main_${room} PRIVATE ${HW_GENERATED_DIR}/unit_${room})
    hw_unit_program(unit_${room} ${ARGN} $<TARGET_OBJECTS:unit_main_${room}>)
    target_compile_options(unit_${room} PRIVATE -Wno-missing-prototypes)   # of the mains
endfunction()

file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
file(GLOB rooms CONFIGURE_DEPENDS LIST_DIRECTORIES true ${CMAKE_SOURCE_DIR}/tests/unit/*)
foreach(room_folder ${rooms})
    cmake_path(GET room_folder FILENAME room)
    if(room IN_LIST HW_LEFT_OUT_ROOMS OR (room STREQUAL jit AND NOT TARGET halfwarp-jit))
        continue()
    endif()
    file(GLOB test_files CONFIGURE_DEPENDS ${room_folder}/test_*.c)
    set(alone ${test_files})
    list(FILTER alone INCLUDE REGEX "/test_(cudart_[0-9]+|replay_cost)\\.c$")
    list(FILTER test_files EXCLUDE REGEX "/test_(cudart_[0-9]+|replay_cost)\\.c$")
    if(test_files)
        hw_unit_tests(${room} ${test_files})
    endif()
    foreach(test_file ${alone})   # each with libraries of its own
        cmake_path(GET test_file STEM name)
        hw_unit_program(${name} ${test_file})
        if(name MATCHES "^test_cudart_([0-9]+)$")   # the runtime of another toolkit
            target_link_libraries(${name} PRIVATE cudart${CMAKE_MATCH_1})
        endif()
    endforeach()
endforeach()

if(TARGET unit_ops)
    target_compile_options(unit_ops PRIVATE -O1)   # these compute much themselves, what is expected
endif()
if(TARGET unit_isa)
    target_compile_definitions(unit_isa PRIVATE HW_PROJECT_VERSION="${PROJECT_VERSION}")   # test_version.c
endif()

# Linked against our libraries as a user's program is.
target_link_libraries(unit_cuda PRIVATE cudart cuda cufft cublas curand cudnn-8 nvidia-ml-1 nvrtc-12 cupti-13)
target_link_libraries(unit_cuda PRIVATE cusolver-11 cusparse-11 cublasLt-12 halfwarp-cuda)   # the last: numbers of any type, an oracle

# Programs whose parts wait for each other while they run, for tests/cli/test_run_beside.
file(GLOB beside_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/beside/*.c)
hw_unit_program(beside ${beside_files})
target_link_libraries(beside PRIVATE cudart cuda)

# Replay's own sources, with a clock of the test's.
file(GLOB replay_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/cuda/replay/*.c)
target_sources(test_replay_cost PRIVATE ${replay_sources})

# What compilers do, counted: docs/scheduling.md.
add_executable(sched_habits ${CMAKE_SOURCE_DIR}/tests/oracle/sched_habits.c)
set_target_properties(sched_habits PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(sched_habits PRIVATE tested)
foreach(figures schedule_figures schedule_breakages)
    add_executable(${figures} ${CMAKE_SOURCE_DIR}/tests/oracle/${figures}.c
                   ${CMAKE_SOURCE_DIR}/tests/oracle/kernel_files.c ${CMAKE_SOURCE_DIR}/tests/oracle/loop_depth.c
                   $<TARGET_OBJECTS:isa_objects>)
    target_include_directories(${figures} PRIVATE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
    set_target_properties(${figures} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_link_libraries(${figures} PRIVATE PkgConfig::LIBELF PkgConfig::PACKING m)
endforeach()
