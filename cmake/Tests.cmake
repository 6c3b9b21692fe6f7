# Unit tests: one executable a file, tests/unit/test_*.c.  tests/run builds and runs them, and all other tests.
find_library(CMOCKA_LIBRARY cmocka REQUIRED)

file(GLOB test_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/test_*.c)
file(GLOB test_helpers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/*.c ${CMAKE_SOURCE_DIR}/tests/programs/*.c)
hw_objects(test_helper_objects ${test_helpers})
foreach(test_file ${test_files})
    cmake_path(GET test_file STEM name)
    add_executable(${name} ${test_file} $<TARGET_OBJECTS:test_helper_objects>)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
    target_link_libraries(${name} PRIVATE cli_helpers ${CMOCKA_LIBRARY})
    if(name MATCHES "^test_cuda_")   # linked against our libcudart as a user's program is
        target_link_libraries(${name} PRIVATE cudart)
    endif()
endforeach()
