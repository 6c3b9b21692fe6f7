# SPDX-License-Identifier: MIT
# cuBLAS and cuBLASLt, thin over libhalfwarp-blas.so: the arithmetic by the BLAS and LAPACK of the host, which it looks
# for when it is called, and the handles, which both libraries of all toolkits share.
hw_cuda_library(halfwarp-blas src/cuda/blas)
target_link_libraries(halfwarp-blas PRIVATE halfwarp-cuda m)
install(TARGETS halfwarp-blas DESTINATION ${HW_CUDA_INSTALL})

set(toolkits 11:11.8:SONAME.11 12:12.9:SONAME.12 13:13.1:SONAME.13)
foreach(library cublas cublasLt)
    string(TOLOWER ${library} room)
    list(TRANSFORM toolkits REPLACE SONAME lib${library}.so OUTPUT_VARIABLE libraries)
    hw_cuda_toolkits(${library} ${room} hw_blas_missing ${libraries})
    foreach(soname 11 12 13)
        target_link_libraries(${library}-${soname} PRIVATE halfwarp-blas)
    endforeach()
endforeach()

# CUDA 4's, which programs of the toolkits around it find by links: what there is of it did not change.
hw_cuda_target(cublas $<TARGET_OBJECTS:cublas_objects> ${CMAKE_SOURCE_DIR}/src/cuda/cublas/toolkit/cublas_about.c)
target_compile_definitions(cublas PRIVATE HW_TOOLKIT=4020)
target_link_libraries(cublas PRIVATE halfwarp-blas halfwarp-cuda m)
set_target_properties(cublas PROPERTIES VERSION 4 SOVERSION 4)
install(TARGETS cublas DESTINATION ${HW_CUDA_INSTALL})
foreach(soname 2 3 5.0)
    set(link ${HW_CUDA_FOLDER}/libcublas.so.${soname})
    add_custom_command(TARGET cublas POST_BUILD VERBATIM
        COMMAND ${CMAKE_COMMAND} -E create_symlink libcublas.so.4 ${link})
    install(FILES ${link} DESTINATION ${HW_CUDA_INSTALL})
endforeach()
