# SPDX-License-Identifier: MIT
# The compiler of hot kernels: the program halfwarp-jit, built where LLVM 19 and its clang are installed, for x86-64.
#
# LLVM 19 is the newest that Debian 12 and 13 both have, and its C API runs its new pass manager.  The bitcode has to be of a
# clang that is no newer.  Everything works without it, slower.

set(HW_PROGRAMS_FOLDER ${CMAKE_INSTALL_LIBEXECDIR}/halfwarp)
file(RELATIVE_PATH programs_to_jit /${CMAKE_INSTALL_BINDIR} /${HW_PROGRAMS_FOLDER})
file(RELATIVE_PATH libraries_to_jit /${CMAKE_INSTALL_LIBDIR} /${HW_PROGRAMS_FOLDER})
set(HW_JIT_LLVM 19)
set_property(SOURCE ${CMAKE_SOURCE_DIR}/src/jit/jit_locate.c PROPERTY COMPILE_DEFINITIONS "HW_JIT_LLVM=\"${HW_JIT_LLVM}\""
             "HW_PROGRAMS_TO_JIT=\"${programs_to_jit}\"" "HW_LIBRARIES_TO_JIT=\"${libraries_to_jit}\"")
find_program(HW_JIT_CLANG clang-${HW_JIT_LLVM})
find_program(HW_JIT_LINK llvm-link-${HW_JIT_LLVM})
find_program(HW_JIT_CONFIG llvm-config-${HW_JIT_LLVM})
find_path(HW_JIT_HEADERS llvm-c/TargetMachine.h PATHS /usr/lib/llvm-${HW_JIT_LLVM}/include NO_DEFAULT_PATH)
find_library(HW_JIT_LIBRARY LLVM-${HW_JIT_LLVM} PATHS /usr/lib/llvm-${HW_JIT_LLVM}/lib)
mark_as_advanced(HW_JIT_CLANG HW_JIT_LINK HW_JIT_CONFIG HW_JIT_HEADERS HW_JIT_LIBRARY)

# Which packages are missing.  `make` says so each time, and looks again (Makefile).
set(lacking "")
if(NOT HW_JIT_CLANG)
    list(APPEND lacking clang-${HW_JIT_LLVM})
endif()
if(NOT (HW_JIT_LINK AND HW_JIT_CONFIG AND HW_JIT_HEADERS AND HW_JIT_LIBRARY))
    list(APPEND lacking llvm-${HW_JIT_LLVM}-dev)
endif()
list(JOIN lacking " and " lacking)
file(REMOVE ${CMAKE_BINARY_DIR}/left-out.txt)
if(NOT HW_JIT OR NOT CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
    return()
elseif(lacking)
    file(WRITE ${CMAKE_BINARY_DIR}/left-out.txt
         "halfwarp-jit is left out, and kernels are interpreted: it needs ${lacking} (Debian's packages)\n")
    return()
endif()

# The lane functions as bitcode, a module for each level of x86-64.
set(bitcode ${HW_GENERATED_DIR}/jit)
if(HW_TABLES) # another build has made them
    set(bitcode ${HW_TABLES}/jit)
endif()
file(MAKE_DIRECTORY ${bitcode})
set(jit_lanes ${lanes_sources})
list(FILTER jit_lanes INCLUDE REGEX "/ops/lanes/")
list(FILTER jit_lanes EXCLUDE REGEX "/lanes_(texture|sfu|fmad)\\.c$") # these are called (jit_build_unit.c)
file(GLOB lane_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/ops/*.h ${CMAKE_SOURCE_DIR}/src/ops/*/*.h
     ${CMAKE_SOURCE_DIR}/src/jit/inline/*.h ${CMAKE_SOURCE_DIR}/src/machine/*.h ${CMAKE_SOURCE_DIR}/src/machine/memory/*.h)
set(jit_slices -fno-unroll-loops -DHW_LANES_NARROW -DHW_LANES_SLICE)
# Eight doubles are two registers side by side then, and no loop: what a loop stores in halves is loaded as a whole later, for which
# the processor waits.  Without AVX2 that would be more registers than there are.
set(jit_slices_v3 -mllvm -force-vector-width=8)
set(jit_slices_v4 -Wno-pass-failed -mllvm -force-vector-width=16 -mllvm -runtime-memory-check-threshold=0 -mllvm -vectorize-memory-check-threshold=0)
set(jit_flags_base -march=x86-64)
set(jit_flags_v3 -march=x86-64-v3)
set(jit_flags_v4 -march=x86-64-v4 -mprefer-vector-width=512)
set(modules "")
foreach(level base v3 v4)
    set(module ${bitcode}/lanes_${level}.bc)
    list(APPEND modules ${module})
    if(HW_TABLES)
        continue()
    endif()
    set(parts "")
    foreach(source ${jit_lanes} ${CMAKE_SOURCE_DIR}/src/jit/inline/inline_address.c)
        get_filename_component(name ${source} NAME_WE)
        set(part ${bitcode}/${name}_${level}.bc)
        set(slices ${jit_slices} ${jit_slices_${level}}) # of all lanes are accesses
        if(NOT source IN_LIST jit_lanes)
            set(slices "")
        endif()
        add_custom_command(OUTPUT ${part}
            COMMAND ${HW_JIT_CLANG} -std=c17 -D_GNU_SOURCE -O2 ${jit_flags_${level}} -fno-math-errno -fno-trapping-math
                    -ffp-contract=off ${slices} -DHW_VARIANT=slice
                    -I${CMAKE_SOURCE_DIR}/include -I${CMAKE_SOURCE_DIR}/src -I${CMAKE_BINARY_DIR}
                    -emit-llvm -c ${source} -o ${part}
            DEPENDS ${source} ${lane_headers} VERBATIM)
        list(APPEND parts ${part})
    endforeach()
    add_custom_command(OUTPUT ${module} COMMAND ${HW_JIT_LINK} ${parts} -o ${module} DEPENDS ${parts} VERBATIM)
endforeach()

hw_sources(jit_sources src/jit/compiler src/jit/request)
set_property(SOURCE ${CMAKE_SOURCE_DIR}/src/jit/compiler/jit_lane_bitcode.c PROPERTY OBJECT_DEPENDS "${modules}")
set_property(SOURCE ${CMAKE_SOURCE_DIR}/src/jit/compiler/jit_lane_bitcode.c PROPERTY COMPILE_DEFINITIONS "HW_JIT_BITCODE=\"${bitcode}\"")
add_library(jit_objects OBJECT ${jit_sources} ${CMAKE_SOURCE_DIR}/src/status.c)
target_include_directories(jit_objects PRIVATE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR})
target_include_directories(jit_objects SYSTEM PRIVATE ${HW_JIT_HEADERS})
add_executable(halfwarp-jit $<TARGET_OBJECTS:jit_objects>)
target_link_libraries(halfwarp-jit PRIVATE ${HW_JIT_LIBRARY} Threads::Threads)
install(TARGETS halfwarp-jit RUNTIME DESTINATION ${HW_PROGRAMS_FOLDER})

# static/halfwarp-jit has its LLVM inside, for machines without one (tools/package/wheel): the processor's back end and what is
# used of the rest.  It needs the C library only.
execute_process(COMMAND ${HW_JIT_CONFIG} --link-static --libs x86 passes bitreader linker
                OUTPUT_VARIABLE llvm_inside ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${HW_JIT_CONFIG} --libdir OUTPUT_VARIABLE llvm_folder OUTPUT_STRIP_TRAILING_WHITESPACE)
separate_arguments(llvm_inside)
add_executable(halfwarp-jit-static EXCLUDE_FROM_ALL $<TARGET_OBJECTS:jit_objects>)
set_target_properties(halfwarp-jit-static PROPERTIES OUTPUT_NAME halfwarp-jit RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/static)
target_link_options(halfwarp-jit-static PRIVATE -L${llvm_folder} -static-libgcc -Wl,--gc-sections -Wl,--exclude-libs,ALL)
target_link_libraries(halfwarp-jit-static PRIVATE ${llvm_inside} -Wl,-Bstatic -lz -lzstd -lstdc++ -Wl,-Bdynamic Threads::Threads m)
