/* SPDX-License-Identifier: MIT */
/* The folders of NVIDIA's compilers in Python packages. */
#ifndef HW_NVIDIA_PACKAGES_H
#define HW_NVIDIA_PACKAGES_H

/* Behind ENVIRONMENT/lib/python3.11/site-packages/; NULL at the end. */
extern const char *const hw_nvidia_packages[];

#endif
