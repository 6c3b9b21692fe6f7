/* SPDX-License-Identifier: MIT */
/* What clang says, in the words of NVIDIA's NVRTC where programs read them. */
#ifndef HW_CUDA_NVRTC_NVRTC_MESSAGES_H
#define HW_CUDA_NVRTC_NVRTC_MESSAGES_H

/* clang's messages with NVIDIA's sentence for a header that is missing, malloc'ed; NULL: there is no memory.
 * Clients read its name there, supply it, and compile again (jitify). */
char *hw_nvrtc_messages(const char *messages);

#endif
