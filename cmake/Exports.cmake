# SPDX-License-Identifier: MIT
# Drop-in libraries: what they export and do stands in tables, src/cuda/ROOM/NAME.api, of which tools/exportgen makes C.
# Libraries of several toolkits are the same objects, and for each toolkit the names that NVIDIA's of that time exports.
file(GLOB exportgen_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/exportgen/*.py)
set(HW_EXPORTS_FOLDER ${HW_GENERATED_DIR}/exports)
set(HW_API_FOLDER ${HW_GENERATED_DIR}/api)
file(MAKE_DIRECTORY ${HW_EXPORTS_FOLDER} ${HW_API_FOLDER})

# hw_api(RESULT TABLE): the C file and the header that are made of a table, which code includes as "generated/api/NAME.h".
# The target api_headers, which Cuda.cmake makes, is for who includes one and links nothing.
function(hw_api result table)
    cmake_path(GET table STEM name)
    set(made ${HW_API_FOLDER}/${name})
    add_custom_command(OUTPUT ${made}.c ${made}.h VERBATIM
        COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/exportgen/exportgen.py calls ${table} -o ${made}
        DEPENDS ${table} ${exportgen_sources})
    set_property(GLOBAL APPEND PROPERTY HW_API_HEADERS ${made}.h)
    set(${result} ${made}.c ${made}.h PARENT_SCOPE)
endfunction()

# hw_entries(RESULT TABLE): rows of functions by name, which code includes as "generated/api/NAME_entries.h".
function(hw_entries result table)
    cmake_path(GET table STEM name)
    set(made ${HW_API_FOLDER}/${name}_entries.h)
    add_custom_command(OUTPUT ${made} VERBATIM
        COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/exportgen/exportgen.py entries ${table} -o ${made}
        DEPENDS ${table} ${exportgen_sources})
    set(${result} ${made} PARENT_SCOPE)
endfunction()

# The functions that HALFWARP_FAIL can make fail, of all tables.
set(HW_INJECT_FUNCTIONS ${HW_API_FOLDER}/inject_functions.h)
file(GLOB api_tables CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/cuda/*/*.api)
add_custom_command(OUTPUT ${HW_INJECT_FUNCTIONS} VERBATIM
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/exportgen/exportgen.py inject ${api_tables} -o ${HW_INJECT_FUNCTIONS}
    DEPENDS ${api_tables} ${exportgen_sources})

# hw_exports(TARGET FILE TABLE TOOLKIT FUNCTION [NODE]): FILE is the library's file name, TABLE its names, TOOLKIT the
# newest one that it stands for, FUNCTION what a name that nobody has written calls, NODE the version of its symbols.
function(hw_exports target file table toolkit function)
    set(made ${HW_EXPORTS_FOLDER}/${file})
    add_custom_command(OUTPUT ${made}.c ${made}.map VERBATIM
        COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/exportgen/exportgen.py exports ${CMAKE_SOURCE_DIR}/${table}
                --toolkit ${toolkit} --library ${file} --function ${function} --node=${ARGV5} -o ${made}
        DEPENDS ${CMAKE_SOURCE_DIR}/${table} ${exportgen_sources})
    # Compiled apart: the warnings about functions without a prototype are not for these.
    add_library(${target}_missing OBJECT ${made}.c)
    target_compile_options(${target}_missing PRIVATE -fvisibility=hidden -w)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_missing>)
    target_link_options(${target} PRIVATE -Wl,--version-script=${made}.map)
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${made}.map)
endfunction()

# hw_cuda_toolkits(NAME ROOM FUNCTION SONAME:TOOLKIT[:NODE]...): libNAME.so.SONAME of each toolkit, of the objects of
# src/cuda/ROOM, of those that its table NAME.api makes, and of the files in its folder toolkit, which are compiled for
# each with HW_TOOLKIT, such as 11080.
function(hw_cuda_toolkits name room function)
    if(NOT TARGET ${room}_objects)
        hw_sources(sources src/cuda/${room})
        hw_api(made ${CMAKE_SOURCE_DIR}/src/cuda/${room}/${name}.api)
        add_library(${room}_objects OBJECT ${sources} ${made})
        target_include_directories(${room}_objects PRIVATE ${HW_CUDA_INCLUDES})
        target_compile_definitions(${room}_objects PRIVATE HW_API_INSIDE)
        target_compile_options(${room}_objects PRIVATE -fvisibility=hidden)
    endif()
    file(GLOB of_toolkit CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/cuda/${room}/toolkit/*.c)
    foreach(library ${ARGN})
        string(REPLACE ":" ";" parts ${library})
        list(GET parts 0 soname)
        list(GET parts 1 toolkit)
        set(node "")
        if(library MATCHES ":.*:(.*)$")
            set(node ${CMAKE_MATCH_1})
        endif()
        string(REPLACE "." ";" version ${toolkit})
        list(GET version 0 major)
        list(GET version 1 minor)
        math(EXPR number "${major} * 1000 + ${minor} * 10")
        set(target ${name}-${soname})
        hw_cuda_target(${target} $<TARGET_OBJECTS:${room}_objects> ${of_toolkit})
        target_compile_definitions(${target} PRIVATE HW_TOOLKIT=${number})
        target_link_libraries(${target} PRIVATE halfwarp-cuda m)
        set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .so.${soname})
        hw_exports(${target} lib${name}.so.${soname} src/cuda/${room}/${name}.api ${toolkit} ${function} ${node})
        install(TARGETS ${target} DESTINATION ${HW_CUDA_INSTALL}/${HW_CUDA_SUBFOLDER})
    endforeach()
endfunction()
