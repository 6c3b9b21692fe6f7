# SPDX-License-Identifier: MIT
# Builds for sanitizers spend most of their time in the optimizer, on checks.  Rooms whose code no test runs for long are not
# optimized there; the others are, or their tests would take longer than that saves.
if(NOT HW_SANITIZE OR HW_FUZZ)
    return()
endif()
set(rarely "archive|cache|channel|cli|compiler/(clang|driver)|cuda|jit|link|listing|machine/(chip|graphics|image)|sweep|timing/(course|report)")
get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
set(found "")
foreach(target ${targets})
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "(${CMAKE_SOURCE_DIR}/src/(${rarely})|${HW_GENERATED_DIR}/(api|exports))/.*\\.c$")
    list(APPEND found ${sources})
endforeach()
list(REMOVE_DUPLICATES found)
set_property(SOURCE ${found} APPEND PROPERTY COMPILE_OPTIONS -O0)
