# SPDX-License-Identifier: MIT
# What CUDA programs load in place of NVIDIA's libraries: cuda/libhalfwarp-cuda.so (the state, with the emulator in it)
# and cuda/libcudart.so.* (the runtime API, thin over it).
#
# They stand in a folder of their own, in the build and installed, so that no other program finds them by chance.
set(HW_CUDA_FOLDER ${CMAKE_BINARY_DIR}/cuda)
set(HW_CUDA_INSTALL ${CMAKE_INSTALL_LIBDIR}/halfwarp)
set(HW_CUDA_INCLUDES ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include ${CMAKE_BINARY_DIR})

# hw_cuda_target(TARGET SOURCES...): only what headers mark as visible is exported, nothing of the libraries inside.
# HW_CUDA_SUBFOLDER: where it goes within the folder.
function(hw_cuda_target name)
    add_library(${name} SHARED ${ARGN})
    target_include_directories(${name} PRIVATE ${HW_CUDA_INCLUDES})
    target_compile_definitions(${name} PRIVATE HW_API_INSIDE)
    target_compile_options(${name} PRIVATE -fvisibility=hidden)
    target_link_options(${name} PRIVATE -Wl,--exclude-libs,ALL)
    set(up $ORIGIN)
    if(HW_CUDA_SUBFOLDER)
        set(up $ORIGIN/..)
    endif()
    set_target_properties(${name} PROPERTIES
        LIBRARY_OUTPUT_DIRECTORY ${HW_CUDA_FOLDER}/${HW_CUDA_SUBFOLDER} BUILD_RPATH_USE_ORIGIN ON
        INSTALL_RPATH "${up};${up}/${HW_HOST_FOLDER}")
endfunction()

# hw_cuda_library(TARGET ROOM): the same of a room's sources.
function(hw_cuda_library name room)
    hw_sources(sources ${room})
    hw_cuda_target(${name} ${sources})
endfunction()

include(Exports)

hw_sources(cuda_sources src/cuda/base src/cuda/inject src/cuda/replay src/cuda/profiler src/cuda/core src/cuda/core/devices src/cuda/core/graphs
           src/cuda/core/executor src/cuda/core/ipc src/cuda/core/launches src/cuda/core/log src/cuda/core/memory src/cuda/core/modules src/cuda/core/streams
           src/cuda/core/textures src/cuda/math src/cuda/gl)
hw_cuda_target(halfwarp-cuda ${cuda_sources})
target_sources(halfwarp-cuda PRIVATE ${HW_INJECT_FUNCTIONS})
target_link_options(halfwarp-cuda PRIVATE -Wl,-z,nodelete)   # its threads outlive a dlclose
target_link_libraries(halfwarp-cuda PRIVATE halfwarp_static PkgConfig::JSONC ${CMAKE_DL_LIBS})

# What makes the loader take these; it is alone in a namespace of its own.
hw_cuda_library(halfwarp-audit src/cuda/audit)
target_link_libraries(halfwarp-audit PRIVATE ${CMAKE_DL_LIBS})
# The loader takes it before the program, so a sanitizer's functions, which the program brings, are not there yet.
target_compile_options(halfwarp-audit PRIVATE -fno-sanitize=all)
target_link_options(halfwarp-audit PRIVATE -fno-sanitize=all)
install(TARGETS halfwarp-audit DESTINATION ${HW_CUDA_INSTALL})

# What answers for the device files of NVIDIA's kernel module; every program that `halfwarp run` starts has it.
hw_cuda_library(halfwarp-nodes src/cuda/nodes)
target_link_libraries(halfwarp-nodes PRIVATE ${CMAKE_DL_LIBS})
target_compile_options(halfwarp-nodes PRIVATE -fno-sanitize=all)
target_link_options(halfwarp-nodes PRIVATE -fno-sanitize=all)
install(TARGETS halfwarp-nodes DESTINATION ${HW_CUDA_INSTALL})

include(Cudart)

# The driver API; programs also open it as libcuda.so.
hw_cuda_library(cuda src/cuda/driver)
hw_api(made ${CMAKE_SOURCE_DIR}/src/cuda/driver/cuda.api)
hw_entries(entries ${CMAKE_SOURCE_DIR}/src/cuda/driver/cuda.api)
target_sources(cuda PRIVATE ${made} ${entries})
target_link_libraries(cuda PRIVATE halfwarp-cuda)
set_target_properties(cuda PROPERTIES VERSION 1 SOVERSION 1)
hw_exports(cuda libcuda.so.1 src/cuda/driver/cuda.api 13.5 hw_cu_missing)
install(TARGETS cuda DESTINATION ${HW_CUDA_INSTALL})

include(Cublas)
include(Cudnn)
include(Cusolver)

# What tools ask about devices.
hw_cuda_toolkits(nvidia-ml nvml hw_nvml_missing 1:1.0)

# What profilers ask.
hw_cuda_toolkits(cupti cupti hw_cupti_missing
    11.8:11.8:libcupti.so.11.8 12:12.9:libcupti.so.12 13:13.2:libcupti.so.13)

# NVRTC, in a folder of its own, which is searched behind others: NVIDIA's comes first where there is one.
set(HW_CUDA_SUBFOLDER nvrtc)
foreach(toolkit 7.0:7.0 7.5:7.5 8.0:8.0 9.0:9.0 9.1:9.1 9.2:9.2 10.0:10.0 10.1:10.1 10.2:10.2 11.0:11.0 11.1:11.1
                11.2:11.8 12:12.9 13:13.0)
    string(REGEX REPLACE ":.*" "" soname ${toolkit})
    hw_cuda_toolkits(nvrtc nvrtc hw_nvrtc_missing ${toolkit}:libnvrtc.so.${soname})
endforeach()
set(link ${HW_CUDA_FOLDER}/nvrtc/libnvrtc.so)
add_custom_command(TARGET nvrtc-12 POST_BUILD VERBATIM COMMAND ${CMAKE_COMMAND} -E create_symlink libnvrtc.so.12 ${link})
install(FILES ${link} DESTINATION ${HW_CUDA_INSTALL}/nvrtc)
unset(HW_CUDA_SUBFOLDER)

install(TARGETS halfwarp-cuda DESTINATION ${HW_CUDA_INSTALL})

# cuFFT and cuRAND over libraries of the host, which they look for when they are called.  cuRAND has kept its soname since
# CUDA 10.  Programs of the toolkits around CUDA 4 find that library by links: what there is of it did not change.
hw_cuda_toolkits(cufft fft hw_fft_missing
    10:11.8:libcufft.so.10 11:12.9:libcufft.so.11 12:13.5:libcufft.so.12)
hw_cuda_toolkits(curand rand hw_rand_missing 10:13.5:libcurand.so.10)
foreach(library cufft:fft curand:rand)
    string(REPLACE ":" ";" parts ${library})
    list(GET parts 0 name)
    list(GET parts 1 room)
    hw_cuda_target(${name} $<TARGET_OBJECTS:${room}_objects> ${CMAKE_SOURCE_DIR}/src/cuda/${room}/toolkit/${name}_version.c)
    target_compile_definitions(${name} PRIVATE HW_TOOLKIT=4020)
    target_link_libraries(${name} PRIVATE halfwarp-cuda m)
    set_target_properties(${name} PROPERTIES VERSION 4 SOVERSION 4)
    install(TARGETS ${name} DESTINATION ${HW_CUDA_INSTALL})
    foreach(soname 2 3 5.0)
        set(link ${HW_CUDA_FOLDER}/lib${name}.so.${soname})
        add_custom_command(TARGET ${name} POST_BUILD VERBATIM
            COMMAND ${CMAKE_COMMAND} -E create_symlink lib${name}.so.4 ${link})
        install(FILES ${link} DESTINATION ${HW_CUDA_INSTALL})
    endforeach()
endforeach()

get_property(api_headers GLOBAL PROPERTY HW_API_HEADERS)
add_custom_target(api_headers DEPENDS ${api_headers})

# CUDA programs for tests/cli/test_run_program, which find our libraries only with the help of `halfwarp run`.
if(HW_TESTS)
    function(hw_cuda_program name source)
        add_executable(${name} ${CMAKE_SOURCE_DIR}/tests/cuda/${source} ${CMAKE_SOURCE_DIR}/tests/made_fatbin.c)
        set_target_properties(${name} PROPERTIES
            RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests SKIP_BUILD_RPATH ON)
        target_include_directories(${name} PRIVATE ${HW_CUDA_INCLUDES} ${CMAKE_SOURCE_DIR}/tests)
        target_link_libraries(${name} PRIVATE halfwarp_static ${CMAKE_DL_LIBS})
        add_dependencies(${name} api_headers)
    endfunction()
    hw_cuda_program(cuda_program program.c)
    target_link_libraries(cuda_program PRIVATE cudart)
    hw_cuda_program(cuda_driver_program driver_program.c)
    hw_cuda_program(cuda_static_program driver_program.c)
    target_compile_definitions(cuda_static_program PRIVATE STATIC_RUNTIME)
    hw_cuda_program(call_program call_program.c)
    target_link_libraries(call_program PRIVATE cudart12 cuda)
    hw_cuda_program(ptx_program ptx_program.c)
    target_link_libraries(ptx_program PRIVATE cuda)
    hw_cuda_program(conditional_program conditional_program.c)
    target_link_libraries(conditional_program PRIVATE cuda)
    # They stand for nvJitLinks in tests/unit/cuda/test_cuda_driver_link.c: NAME:VERSION:NEWEST-PTX.
    foreach(linker test_jit_linker:12:9 test_jit_linker_13:13:8)
        string(REPLACE ":" ";" parts ${linker})
        list(GET parts 0 name)
        list(GET parts 1 version)
        list(GET parts 2 ptx)
        add_library(${name} MODULE ${CMAKE_SOURCE_DIR}/tests/cuda/jit_linker.c)
        target_compile_definitions(${name} PRIVATE LINKER_VERSION=${version} LINKER_PTX=${ptx})
        set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    endforeach()
endif()
