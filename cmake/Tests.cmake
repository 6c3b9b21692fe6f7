# Unit tests: one executable a file, tests/unit/ROOM/test_*.c.  tests/run builds and runs them, and all other tests.
find_library(CMOCKA_LIBRARY cmocka REQUIRED)

file(GLOB test_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/*/test_*.c)
file(GLOB test_helpers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/*.c ${CMAKE_SOURCE_DIR}/tests/programs/*.c)
hw_objects(test_helper_objects ${test_helpers})

# All of our code once, as one shared library with nothing hidden: with a static copy in each of a hundred programs
# the four builds took 9 GB of disk and most of their time went into linking.
add_library(tested SHARED $<TARGET_OBJECTS:isa_objects> ${core_object_files} $<TARGET_OBJECTS:cli_helpers>
            $<TARGET_OBJECTS:test_helper_objects>)
target_include_directories(tested PUBLIC ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src ${HW_GENERATED_DIR})
target_link_libraries(tested PUBLIC ${CMOCKA_LIBRARY} PkgConfig::JSONC Threads::Threads m
                      PRIVATE PkgConfig::LIBELF PkgConfig::PACKING)

foreach(test_file ${test_files})
    cmake_path(GET test_file STEM name)
    add_executable(${name} ${test_file})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
    target_compile_options(${name} PRIVATE ${HW_TESTS_OPTIMIZE})
    target_link_libraries(${name} PRIVATE tested)
    if(name MATCHES "^test_cuda_")   # linked against our libraries as a user's program is
        target_link_libraries(${name} PRIVATE cudart)
    endif()
    if(name MATCHES "^test_cuda_(fft|blas|rand)$")
        target_link_libraries(${name} PRIVATE cu${CMAKE_MATCH_1})
    endif()
    if(name MATCHES "^test_cuda_(driver|errors)")
        target_link_libraries(${name} PRIVATE cuda)
    endif()
    if(name MATCHES "^test_cudart_([0-9]+)$")   # against the runtime of another toolkit
        target_link_libraries(${name} PRIVATE cudart${CMAKE_MATCH_1})
    endif()
endforeach()

# Replay's own sources, with a clock of the test's.
file(GLOB replay_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/cuda/replay/*.c)
target_sources(test_replay_cost PRIVATE ${replay_sources})

# What compilers do, counted: docs/scheduling.md.
add_executable(sched_habits EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/oracle/sched_habits.c)
set_target_properties(sched_habits PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(sched_habits PRIVATE tested)
