# SPDX-License-Identifier: MIT
# The libraries: halfwarp-isa (decode, encode, print, parse, read and write files; no emulator in it)
# and halfwarp (all of it).  Both are self-contained: a program links one of them.
#
# ELF files are libelf's business (elfutils), unpacking that of zlib, liblz4 and libzstd; programs that link a static
# library here need them too.
#
# Every source is compiled once, position independent, and goes into the static and the shared form.

find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBELF REQUIRED IMPORTED_TARGET libelf)
pkg_check_modules(JSONC REQUIRED IMPORTED_TARGET json-c) # all JSON that is printed, and what is read
pkg_check_modules(PACKING REQUIRED IMPORTED_TARGET zlib liblz4 libzstd)

# hw_sources(RESULT FOLDER...): the C files of these folders.
function(hw_sources result)
    set(found "")
    foreach(room ${ARGN})
        file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${room}/*.c)
        list(APPEND found ${files})
    endforeach()
    set(${result} ${found} PARENT_SCOPE)
endfunction()

# hw_objects(NAME SOURCES...): compile sources into an object library that sees all headers.
function(hw_objects name)
    add_library(${name} OBJECT ${ARGN})
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR})
    target_link_libraries(${name} PRIVATE PkgConfig::LIBELF PkgConfig::PACKING)
    add_dependencies(${name} method_numbers)
endfunction()

hw_sources(isa_sources src src/archive src/link src/channel/methods src/channel/pushbuf src/isa src/module src/names src/sched src/flow src/listing)

# hw_narrow_sources(RESULT SOURCES...): those that are compiled once more, for warps with few active lanes
# (src/ops/lanes/lanes_narrow.h): not what goes lane by lane, has its own loops or is for all lanes.
function(hw_narrow_sources result)
    set(found ${ARGN})
    list(FILTER found EXCLUDE REGEX "/lanes_(dot|dot_doubles|dot_words|texture|mem_atomic|mem_usual)\\.c$")
    set(${result} ${found} PARENT_SCOPE)
endfunction()

# hw_objects_of(NAME TARGET SOURCES...): the object library of what another build has compiled of these for that target.
function(hw_objects_of name target)
    set(objects "")
    foreach(source ${ARGN})
        foreach(folder ${CMAKE_BINARY_DIR} ${HW_OBJECTS} ${CMAKE_SOURCE_DIR})   # each may lie in the next
            cmake_path(IS_PREFIX folder ${source} lies_in)
            if(lies_in)
                cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${folder})
                break()
            endif()
        endforeach()
        list(APPEND objects ${HW_OBJECTS}/CMakeFiles/${target}.dir/${source}.o)
    endforeach()
    add_library(${name} OBJECT IMPORTED)
    set_property(TARGET ${name} PROPERTY IMPORTED_OBJECTS ${objects})
endfunction()

if(HW_SANITIZE STREQUAL "thread" AND HW_OBJECTS)
    hw_objects_of(isa_objects isa_objects ${isa_sources} ${HW_GENERATED_ISA} ${HW_GENERATED_METHODS})
else()
    hw_objects(isa_objects ${isa_sources} ${HW_GENERATED_ISA} ${HW_GENERATED_METHODS})
endif()

hw_sources(core_sources
    src/ops src/ops/scalar src/ops/lanes src/ops/select src/ops/matrix src/ops/texture
    src/machine src/machine/async src/machine/chip src/machine/device_launch src/machine/graphics src/machine/image src/machine/matrix src/machine/memory src/machine/paths
    src/machine/texture
    src/compiler src/compiler/mir src/compiler/ir src/compiler/passes src/compiler/ptx src/compiler/irgen src/compiler/codegen src/compiler/runtime src/compiler/driver src/compiler/clang
    src/engine src/engine/translate src/engine/scheduler src/engine/tiers src/engine/launch src/cache src/jit src/jit/request src/jit/symbols
    src/coverage
    src/channel/engine src/channel/trace src/channel/submit src/channel/raster
    src/timing/access src/timing/counters src/timing/course src/timing/device src/timing/model src/timing/report)
set(ptx_library ${CMAKE_SOURCE_DIR}/src/compiler/runtime)
set_source_files_properties(${ptx_library}/ptx_arithmetic.c PROPERTIES
    COMPILE_DEFINITIONS "HW_PTX_LIBRARY=\"${ptx_library}\""
    OBJECT_DEPENDS "${ptx_library}/arithmetic.ptx;${ptx_library}/arithmetic_tesla.ptx")
set(lanes_sources ${core_sources})
list(FILTER lanes_sources INCLUDE REGEX "/lanes_[^/]*\\.c$")
list(FILTER core_sources EXCLUDE REGEX "/lanes_[^/]*\\.c$")
list(APPEND core_sources ${HW_GENERATED_CHIPS})

# Threads meet in state, and most rooms keep none (tests/source/test_state): the thread sanitizer need not watch these, so
# another build's objects of them will do.
set(core_object_files "")
set(with_state "/src/(coverage|jit|machine|engine|timing)/")
if(HW_SANITIZE STREQUAL "thread" AND HW_OBJECTS)
    set(stateless_sources ${core_sources})
    list(FILTER stateless_sources EXCLUDE REGEX ${with_state})
    list(FILTER core_sources INCLUDE REGEX ${with_state})
    hw_objects_of(stateless_objects core_objects ${stateless_sources})
    list(APPEND core_object_files $<TARGET_OBJECTS:stateless_objects>)

    set(stateless_sources ${lanes_sources})
    list(FILTER stateless_sources EXCLUDE REGEX ${with_state})
    list(FILTER lanes_sources INCLUDE REGEX ${with_state})
    hw_narrow_sources(narrow_sources ${stateless_sources})
    foreach(variant ${HW_ALL_VARIANTS})
        hw_objects_of(stateless_${variant} lanes_${variant} ${stateless_sources})
        hw_objects_of(stateless_narrow_${variant} lanes_narrow_${variant} ${narrow_sources})
        list(APPEND core_object_files $<TARGET_OBJECTS:stateless_${variant}> $<TARGET_OBJECTS:stateless_narrow_${variant}>)
    endforeach()
elseif(HW_SANITIZE STREQUAL "thread")
    set(stateless_sources ${isa_sources} ${HW_GENERATED_ISA} ${HW_GENERATED_METHODS} ${core_sources} ${lanes_sources})
    list(FILTER stateless_sources EXCLUDE REGEX ${with_state})
    set_source_files_properties(${stateless_sources} PROPERTIES COMPILE_OPTIONS -fno-sanitize=thread)
endif()

if(core_sources)
    hw_objects(core_objects ${core_sources})
    list(APPEND core_object_files $<TARGET_OBJECTS:core_objects>)
endif()
# hw_lanes(NAME VARIANT DEFINITIONS SOURCES...): the lane functions for one instruction set of the host.
function(hw_lanes name variant definitions)
    hw_objects(lanes_${name} ${ARGN})
    target_compile_definitions(lanes_${name} PRIVATE HW_VARIANT=${name} ${definitions})
    set_property(TARGET lanes_${name} PROPERTY HW_LEVEL ${variant})
    target_compile_options(lanes_${name} PRIVATE ${HW_LANES_OPTIMIZE} ${HW_VARIANT_FLAGS_${variant}} ${HW_VARIANT_FLAGS_${name}})
endfunction()
if(lanes_sources)
    hw_narrow_sources(narrow_sources ${lanes_sources})
    foreach(variant ${HW_VARIANTS})
        hw_lanes(${variant} ${variant} "" ${lanes_sources})
        hw_lanes(narrow_${variant} ${variant} HW_LANES_NARROW ${narrow_sources})
        list(APPEND core_object_files $<TARGET_OBJECTS:lanes_${variant}> $<TARGET_OBJECTS:lanes_narrow_${variant}>)
    endforeach()
endif()

# Shared libraries export what the public headers declare, and nothing else.
file(GLOB HW_PUBLIC_HEADERS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/halfwarp/*.h)
set(exports ${HW_GENERATED_DIR}/exports.map)
add_custom_command(
    OUTPUT ${exports}
    COMMAND ${CMAKE_COMMAND} "-DHEADERS=${HW_PUBLIC_HEADERS}" -DOUT=${exports} -P ${CMAKE_SOURCE_DIR}/cmake/exports.cmake
    DEPENDS ${HW_PUBLIC_HEADERS} ${CMAKE_SOURCE_DIR}/cmake/exports.cmake
    COMMENT "Listing the exported symbols"
    VERBATIM)
add_custom_target(exports DEPENDS ${exports})

# hw_library(NAME OBJECTS...): NAME_static, and NAME_shared where shared libraries are wanted.
function(hw_library name)
    set(forms STATIC)
    if(HW_SHARED_LIBS)
        list(APPEND forms SHARED)
    endif()
    foreach(form ${forms})
        string(TOLOWER ${form} suffix)
        set(target ${name}_${suffix})
        add_library(${target} ${form} ${ARGN})
        set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} LINKER_LANGUAGE C)
        target_include_directories(${target} PUBLIC
            $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
        target_link_libraries(${target} PUBLIC Threads::Threads m PRIVATE PkgConfig::LIBELF PkgConfig::PACKING)
    endforeach()
    if(HW_SHARED_LIBS)
        # Before 1.0 every minor version may break the ABI: docs/api-stability.md.
        set_target_properties(${name}_shared PROPERTIES VERSION ${PROJECT_VERSION}
            SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINK_DEPENDS ${exports})
        target_link_options(${name}_shared PRIVATE -Wl,--version-script=${exports} -Wl,-z,nodelete) # its threads outlive a dlclose
        add_dependencies(${name}_shared exports)
    endif()
endfunction()

hw_library(halfwarp-isa $<TARGET_OBJECTS:isa_objects>)
hw_library(halfwarp $<TARGET_OBJECTS:isa_objects> ${core_object_files})

# Where a build that lies elsewhere than in the sources finds the headers for CUDA C++ (src/compiler/clang).
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include)
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/include/halfwarp-cuda ${CMAKE_BINARY_DIR}/include/halfwarp-cuda SYMBOLIC)
