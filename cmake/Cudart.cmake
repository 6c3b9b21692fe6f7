# libcudart: the runtime API, once for each toolkit that programs were linked with.  All are the same objects and one
# table of what differs, src/cuda/runtime/soname/N.c.
#
# Programs are linked with libcudart.so, which is CUDA 4's; the others only stand beside it.  Since CUDA 11 at the latest
# the symbols have a version, the library's own name, without which the loader would complain.
hw_sources(runtime_sources src/cuda/runtime)
add_library(cudart_objects OBJECT ${runtime_sources})
target_include_directories(cudart_objects PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
target_compile_options(cudart_objects PRIVATE -fvisibility=hidden)

# hw_cudart(TARGET SONAME)
function(hw_cudart name soname)
    string(REGEX MATCH "^[0-9]+" major ${soname})
    hw_cuda_target(${name} $<TARGET_OBJECTS:cudart_objects> ${CMAKE_SOURCE_DIR}/src/cuda/runtime/soname/${major}.c)
    target_link_libraries(${name} PRIVATE halfwarp-cuda Threads::Threads)
    if(name STREQUAL cudart)
        set_target_properties(${name} PROPERTIES VERSION ${soname} SOVERSION ${soname})
    else()
        set_target_properties(${name} PROPERTIES OUTPUT_NAME cudart SUFFIX .so.${soname})
    endif()
    if(major GREATER_EQUAL 11)
        set(versions ${HW_GENERATED_DIR}/${name}.map)
        file(WRITE ${versions} "libcudart.so.${soname} { global: cuda*; __cuda*; local: *; };\n")
        target_link_options(${name} PRIVATE -Wl,--version-script=${versions})
    endif()
    install(TARGETS ${name} DESTINATION ${HW_CUDA_INSTALL})
endfunction()

hw_cudart(cudart 4)
hw_cudart(cudart2 2)
hw_cudart(cudart3 3)
hw_cudart(cudart5 5.0)
hw_cudart(cudart11 11.0)
hw_cudart(cudart12 12)
hw_cudart(cudart13 13)
