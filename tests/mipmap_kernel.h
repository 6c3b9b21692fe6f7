/* SPDX-License-Identifier: MIT */
/* A kernel for tests of mipmapped arrays: thread t reads level t / 4 of a texture object in the middle of its
 * picture. */
#ifndef HW_TESTS_MIPMAP_KERNEL_H
#define HW_TESTS_MIPMAP_KERNEL_H

#define MIPMAP_THREADS 16

/* Parameters: where floats go, the object. */
static const char mipmap_kernel[] =
    ".target sm_50\n.container elf64\n.kernel level\n.registers 16\n.param_base 320\n.param_bytes 16\n"
    ".param 1 8 8 126976\n.param 0 0 8 126976\n.code\n"
    "S2R R0, SR_TID.X\nMOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\n"
    "ISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\nI2F.F32.U32 R4, R0\n"
    "MOV32I R6, 0x3e800000\nFMUL R8, R4, R6\nMOV32I R4, 0x3f000000\nMOV32I R5, 0x3f000000\n"
    "TEX.LL.T R12, R4, R8, 0x52, 2D, 0x1\nSTG.E [R2], R12\nEXIT\n.end\n";

#endif
