# SPDX-License-Identifier: MIT
# Builds that are only tested compile several files of a target at a time (tools/batchgen), which takes a sixth to a half less time.
# The build that is installed compiles each file by itself, and so proves that each can be.
if(NOT HW_BATCHES)
    return()
endif()

# hw_batch(TARGET BATCH OPTIONS SOURCES...): the batch in place of these sources.  A file's local names may hide what
# another has at file scope.
function(hw_batch target batch options)
    get_target_property(sources ${target} SOURCES)
    list(REMOVE_ITEM sources ${ARGN})
    set_property(TARGET ${target} PROPERTY SOURCES ${sources} ${batch})
    set_property(SOURCE ${batch} PROPERTY COMPILE_OPTIONS ${options} -Wno-shadow)
endfunction()

set(listed "")
get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
foreach(target ${targets})
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "^${CMAKE_SOURCE_DIR}/(src|tests)/.*\\.c$")
    foreach(source ${sources})
        get_property(needed SOURCE ${source} PROPERTY OBJECT_DEPENDS)
        if(needed) # a batch would not know of it
            continue()
        endif()
        get_property(options SOURCE ${source} PROPERTY COMPILE_OPTIONS)
        get_property(definitions SOURCE ${source} PROPERTY COMPILE_DEFINITIONS)
        string(APPEND listed "${target}\t${options}\t${definitions}\t${source}\n")
    endforeach()
endforeach()
set(batches ${CMAKE_BINARY_DIR}/batches)
file(WRITE ${batches}.txt "${listed}")
execute_process(
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/batchgen/batchgen.py ${batches}.txt -o ${batches}
    COMMAND_ERROR_IS_FATAL ANY)
include(${batches}/batches.cmake)
