# SPDX-License-Identifier: MIT
# Generated sources: the instruction rows (isa/*.isa), the chips (chips/*.chip) and the methods (methods/*.methods) become
# C tables; the methods a header of numbers for C code, too.
#
# Sets HW_GENERATED_ISA, HW_GENERATED_CHIPS and HW_GENERATED_METHODS to the files that the libraries compile, and makes the
# target method_numbers for who includes that header as "generated/method_numbers.h".
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

file(GLOB method_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/methods/*.methods)
file(GLOB_RECURSE methodgen_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/methodgen/*.py)
set(HW_GENERATED_METHODS ${HW_GENERATED_DIR}/method_tables.c)
add_custom_command(
    OUTPUT ${HW_GENERATED_METHODS} ${HW_GENERATED_DIR}/method_numbers.h
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/methodgen/methodgen.py -o ${HW_GENERATED_DIR} ${CMAKE_SOURCE_DIR}/methods/tesla.methods
    DEPENDS ${method_files} ${methodgen_sources}
    COMMENT "Generating the tables of methods"
    VERBATIM)
add_custom_target(method_numbers DEPENDS ${HW_GENERATED_DIR}/method_numbers.h)
