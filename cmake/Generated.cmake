# SPDX-License-Identifier: MIT
# Generated sources: the instruction rows (isa/*.isa) and the chips (chips/*.chip) become C tables.
#
# Sets HW_GENERATED_ISA and HW_GENERATED_CHIPS to the files that the libraries compile.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
set(HW_GENERATED_DIR ${CMAKE_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${HW_GENERATED_DIR})

file(GLOB isa_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/isa/*.isa)
file(GLOB isa_topics CONFIGURE_DEPENDS # what they include
    ${CMAKE_SOURCE_DIR}/isa/*/*.isa ${CMAKE_SOURCE_DIR}/isa/*/*.timing)
set(isagen_words # headers that the generator reads
    ${CMAKE_SOURCE_DIR}/include/halfwarp/operations.h ${CMAKE_SOURCE_DIR}/src/isa/primitives.h
    ${CMAKE_SOURCE_DIR}/src/isa/timing_classes.h)
file(GLOB_RECURSE isagen_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/isagen/*.py)
set(standings ${CMAKE_SOURCE_DIR}/tools/standing.py) # words that both generators know
set(HW_GENERATED_ISA "")
set(tables ${HW_GENERATED_DIR})
if(HW_TABLES)
    set(tables ${HW_TABLES})
endif()
foreach(isa_file ${isa_files})
    cmake_path(GET isa_file STEM name)
    list(APPEND HW_GENERATED_ISA ${tables}/isa_${name}.c)
endforeach()
if(HW_TABLES)
    # Another build has generated them.
elseif(isa_files AND isagen_sources)
    add_custom_command(
        OUTPUT ${HW_GENERATED_ISA}
        COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/isagen/isagen.py -o ${HW_GENERATED_DIR} ${isa_files}
        DEPENDS ${isa_files} ${isa_topics} ${isagen_sources} ${isagen_words} ${standings}
        COMMENT "Generating the instruction tables"
        VERBATIM)
else()
    set(HW_GENERATED_ISA "")
endif()

file(GLOB chip_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/chips/*.chip)
file(GLOB_RECURSE chipgen_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/chipgen/*.py)
set(HW_GENERATED_CHIPS "")
if(chip_files AND chipgen_sources)
    set(HW_GENERATED_CHIPS ${HW_GENERATED_DIR}/chips.c)
    add_custom_command(
        OUTPUT ${HW_GENERATED_CHIPS}
        COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/chipgen/chipgen.py -o ${HW_GENERATED_CHIPS} ${chip_files}
        DEPENDS ${chip_files} ${chipgen_sources} ${standings}
        COMMENT "Generating the chip tables"
        VERBATIM)
endif()
