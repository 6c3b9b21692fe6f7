# The libraries: halfwarp-isa (decode, encode, print, parse, read and write files; no emulator in it)
# and halfwarp (all of it).  Both are self-contained: a program links one of them.
#
# ELF files are libelf's business (elfutils), unpacking that of zlib, liblz4 and libzstd; programs that link a static
# library here need them too.
#
# Every source is compiled once, position independent, and goes into the static and the shared form.

find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBELF REQUIRED IMPORTED_TARGET libelf)
pkg_check_modules(JSONC REQUIRED IMPORTED_TARGET json-c) # all JSON that is printed
pkg_check_modules(PACKING REQUIRED IMPORTED_TARGET zlib liblz4 libzstd)

# hw_sources(RESULT ROOM...): the C files of these rooms.
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
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(${name} PRIVATE PkgConfig::LIBELF PkgConfig::PACKING)
endfunction()

hw_sources(isa_sources src src/archive src/isa src/module src/sched src/listing)
hw_objects(isa_objects ${isa_sources} ${HW_GENERATED_ISA})

hw_sources(core_sources src/machine src/ops src/engine)
set(row_sources ${core_sources})
list(FILTER row_sources INCLUDE REGEX "/src/ops/rows_[^/]*\\.c$")
list(FILTER core_sources EXCLUDE REGEX "/src/ops/rows_[^/]*\\.c$")
list(APPEND core_sources ${HW_GENERATED_CHIPS})

set(core_object_files "")
if(core_sources)
    hw_objects(core_objects ${core_sources})
    list(APPEND core_object_files $<TARGET_OBJECTS:core_objects>)
endif()
# hw_rows(NAME VARIANT DEFINITIONS SOURCES...): the rows for one instruction set.
function(hw_rows name variant definitions)
    hw_objects(rows_${name} ${ARGN})
    target_compile_definitions(rows_${name} PRIVATE HW_VARIANT=${name} ${definitions})
    target_compile_options(rows_${name} PRIVATE ${HW_ROWS_OPTIMIZE} ${HW_VARIANT_FLAGS_${variant}} ${HW_VARIANT_FLAGS_${name}})
endfunction()
if(row_sources)
    # For warps with few active lanes (src/ops/rows_window.h), except for what goes lane by lane or has its own loops.
    set(few_sources ${row_sources})
    list(FILTER few_sources EXCLUDE REGEX "/rows_(texture|mem_atomic)\\.c$")
    foreach(variant ${HW_VARIANTS})
        hw_rows(${variant} ${variant} "" ${row_sources})
        hw_rows(few_${variant} ${variant} HW_ROWS_FEW ${few_sources})
        list(APPEND core_object_files $<TARGET_OBJECTS:rows_${variant}> $<TARGET_OBJECTS:rows_few_${variant}>)
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
        set_target_properties(${name}_shared PROPERTIES
            VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINK_DEPENDS ${exports})
        target_link_options(${name}_shared PRIVATE -Wl,--version-script=${exports})
        add_dependencies(${name}_shared exports)
    endif()
endfunction()

hw_library(halfwarp-isa $<TARGET_OBJECTS:isa_objects>)
hw_library(halfwarp $<TARGET_OBJECTS:isa_objects> ${core_object_files})
