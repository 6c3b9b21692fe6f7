# SPDX-License-Identifier: MIT
# libcudart: the runtime API, once for each toolkit that programs were linked with.  All are the same objects and one
# table of what differs, src/cuda/runtime/soname/N.c.
#
# Programs are linked with libcudart.so, which is CUDA 4's; the others only stand beside it.  Later toolkits' symbols
# have a version, the library's own name, without which the loader would complain.  Since CUDA 11 a library exports what
# NVIDIA's does, no more and no less: cudart.api.
hw_sources(runtime_sources src/cuda/runtime)
hw_api(made ${CMAKE_SOURCE_DIR}/src/cuda/runtime/cudart.api)
add_library(cudart_objects OBJECT ${runtime_sources} ${made})
target_include_directories(cudart_objects PRIVATE ${HW_CUDA_INCLUDES})
target_compile_definitions(cudart_objects PRIVATE HW_API_INSIDE)
target_compile_options(cudart_objects PRIVATE -fvisibility=hidden)

# What programs are linked with, for a toolkit: a folder with libcudart.so and libcudart_static.a, two scripts for the
# linker that both name the shared library.  So `nvcc -LFOLDER`, which asks for -lcudart_static, takes ours.  It cannot be
# an archive: the state of the devices is one for the runtime, the driver and the libraries for mathematics, all shared.
# libcuda.so stands beside them for -lcuda.
function(hw_cudart_for_linking soname)
    string(REPLACE 11.0 11 toolkit ${soname})
    foreach(name libcudart.so libcudart_static.a libcuda.so)
        set(library libcudart.so.${soname})
        if(name STREQUAL libcuda.so)
            set(library libcuda.so.1)
        endif()
        set(made ${HW_CUDA_FOLDER}/cuda-${toolkit}/${name})
        file(CONFIGURE OUTPUT ${made} CONTENT "/* GNU ld script */\nINPUT(../${library})\n")
        install(FILES ${made} DESTINATION ${HW_CUDA_INSTALL}/cuda-${toolkit})
    endforeach()
endfunction()

# hw_cudart(TARGET SONAME [TABLE [VERSION NEWEST]]): the table is that of the major version, unless it shares another's;
# the version is the soname's, which stayed the same for all of a major version since CUDA 11.  NEWEST is the toolkit
# whose names are the last that the library has.
function(hw_cudart name soname)
    string(REGEX MATCH "^[0-9]+" major ${soname})
    set(table ${major})
    if(ARGC GREATER 2)
        set(table ${ARGV2})
    endif()
    hw_cuda_target(${name} $<TARGET_OBJECTS:cudart_objects> ${CMAKE_SOURCE_DIR}/src/cuda/runtime/soname/${table}.c)
    if(ARGC GREATER 3)
        target_compile_definitions(${name} PRIVATE HW_TOOLKIT=${ARGV3})
    elseif(soname MATCHES "^([0-9]+)\\.([0-9])$")
        math(EXPR version "${CMAKE_MATCH_1} * 1000 + ${CMAKE_MATCH_2} * 10")
        target_compile_definitions(${name} PRIVATE HW_TOOLKIT=${version})
    endif()
    target_link_libraries(${name} PRIVATE halfwarp-cuda Threads::Threads)
    if(name STREQUAL cudart)
        set_target_properties(${name} PROPERTIES VERSION ${soname} SOVERSION ${soname})
    else()
        set_target_properties(${name} PROPERTIES OUTPUT_NAME cudart SUFFIX .so.${soname})
    endif()
    if(major GREATER_EQUAL 11)
        hw_exports(${name} libcudart.so.${soname} src/cuda/runtime/cudart.api ${ARGV4} hw_runtime_missing
            libcudart.so.${soname})
    elseif(major GREATER_EQUAL 6)
        set(versions ${HW_GENERATED_DIR}/${name}.map)
        file(WRITE ${versions} "libcudart.so.${soname} { global: cuda*; __cuda*; local: *; };\n")
        target_link_options(${name} PRIVATE -Wl,--version-script=${versions})
    endif()
    install(TARGETS ${name} DESTINATION ${HW_CUDA_INSTALL})
    if(major GREATER_EQUAL 6)
        hw_cudart_for_linking(${soname})
    endif()
endfunction()

hw_cudart(cudart 4)
hw_cudart(cudart2 2)
hw_cudart(cudart3 3)
hw_cudart(cudart5 5.0)
foreach(toolkit 6.5 7.0 7.5 8.0 9.0 9.1 9.2)
    string(REPLACE . "" target cudart${toolkit})
    hw_cudart(${target} ${toolkit} 6)
endforeach()
foreach(toolkit 10.0 10.1 10.2)
    string(REPLACE . "" target cudart${toolkit})
    hw_cudart(${target} ${toolkit})
endforeach()
hw_cudart(cudart11 11.0 11 11080 11.8)
hw_cudart(cudart12 12 11 12040 12.9)
hw_cudart(cudart13 13 13 13000 13.5)
