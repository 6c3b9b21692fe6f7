# SPDX-License-Identifier: MIT
# cuDNN.  NVIDIA's stands in parts, which some programs open by name: here each is the whole.
hw_cuda_toolkits(cudnn dnn hw_dnn_missing 8:8.9:libcudnn.so.8 9:9.28:libcudnn.so.9)
set(parts_of_8 ops_infer ops_train cnn_infer cnn_train adv_infer adv_train)
set(parts_of_9 graph ops cnn adv engines_precompiled engines_runtime_compiled engines_tensor_ir heuristic ext)
foreach(soname 8 9)
    foreach(part ${parts_of_${soname}})
        set(link ${HW_CUDA_FOLDER}/libcudnn_${part}.so.${soname})
        add_custom_command(TARGET cudnn-${soname} POST_BUILD VERBATIM
            COMMAND ${CMAKE_COMMAND} -E create_symlink libcudnn.so.${soname} ${link})
        install(FILES ${link} DESTINATION ${HW_CUDA_INSTALL})
    endforeach()
endforeach()
