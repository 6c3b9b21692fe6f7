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

hw_sources(isa_sources src/archive src/link src/channel/methods src/channel/pushbuf src/isa src/module src/sched src/listing)
list(APPEND isa_sources
    ${CMAKE_SOURCE_DIR}/src/dataflow.c ${CMAKE_SOURCE_DIR}/src/decimal.c ${CMAKE_SOURCE_DIR}/src/environment.c ${CMAKE_SOURCE_DIR}/src/memory_size.c ${CMAKE_SOURCE_DIR}/src/own_file.c ${CMAKE_SOURCE_DIR}/src/program_path.c ${CMAKE_SOURCE_DIR}/src/standing.c ${CMAKE_SOURCE_DIR}/src/status.c ${CMAKE_SOURCE_DIR}/src/utf8.c ${CMAKE_SOURCE_DIR}/src/version.c)
hw_objects(isa_objects ${isa_sources} ${HW_GENERATED_ISA} ${HW_GENERATED_METHODS})

hw_sources(core_sources
    src/ops src/ops/scalar src/ops/lanes src/ops/select src/ops/matrix src/ops/texture
    src/machine src/machine/chip src/machine/graphics src/machine/image src/machine/matrix src/machine/memory src/machine/paths
    src/machine/texture
    src/compiler src/compiler/mir src/compiler/ir src/compiler/passes src/compiler/ptx src/compiler/irgen src/compiler/codegen src/compiler/runtime src/compiler/driver src/compiler/clang
    src/engine src/engine/translate src/engine/scheduler src/engine/tiers src/engine/launch src/cache src/jit src/jit/request
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

# Threads meet in state, and these rooms keep none (tests/source/test_state): the thread sanitizer need not watch them.
if(HW_SANITIZE STREQUAL "thread")
    set(stateless_sources ${isa_sources} ${HW_GENERATED_ISA} ${HW_GENERATED_METHODS} ${core_sources} ${lanes_sources})
    list(FILTER stateless_sources EXCLUDE REGEX "/src/(machine|engine|timing)/")
    set_source_files_properties(${stateless_sources} PROPERTIES COMPILE_OPTIONS -fno-sanitize=thread)
endif()

set(core_object_files "")
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
    # For warps with few active lanes (src/ops/lanes/lanes_narrow.h), except for what goes lane by lane, has its own loops
    # or is for all lanes.
    set(narrow_sources ${lanes_sources})
    list(FILTER narrow_sources EXCLUDE REGEX "/lanes_(dot|texture|mem_atomic|mem_usual)\\.c$")
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
