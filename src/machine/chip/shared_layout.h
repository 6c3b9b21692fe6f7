/* SPDX-License-Identifier: MIT */
/* The layout of shared memory of a block: its own, then what the chip gives beyond.
 *
 *   own                       what the launch asks for
 *   up to `reserved`          what the chip's granule rounds it up by
 *   up to `end`               what the system takes, from 8.0 on (chip->shared_reserved)
 *
 * From 9.0 on what the system takes comes first, and the block's own follows: code adds 0x400 to the
 * addresses of its variables.
 *
 * Within that the block has `groups`, up to `used`: words of cooperative groups.  PTX calls these offsets
 * %reserved_smem_offset_begin, _1 and _end.  Compiled code computes the first from SR_SMEMSZ and bank 0 and
 * finds the others in bank 0 (docs/constant-bank-0.md).  That they lie behind what the block asks for follows
 * from this code; where exactly is a guess, with one fact: cooperative groups expects 288 bytes from `groups`
 * on (memory.h of CUDA 13, static assertion on multi_warp_scratch). */
#ifndef HW_MACHINE_CHIP_SHARED_LAYOUT_H
#define HW_MACHINE_CHIP_SHARED_LAYOUT_H

#include <halfwarp/machine.h>

struct hw_shared_layout {
    uint32_t own;          /* where the block's own memory ends */
    uint32_t reserved;     /* where what the system takes begins */
    uint32_t end;          /* of all */
    uint32_t groups, used; /* 0: the system takes nothing */
};

struct hw_shared_layout hw_shared_layout(const struct hw_launch *launch);

#endif
