/* SPDX-License-Identifier: MIT */
/* Small kernels in text for tests: assemble, launch, look at memory.
 *
 * A source is lines of NVIDIA's text; `name:` labels the next instruction and `@name` is its address.
 * Blank lines and what follows `//` pass.  Every kernel gets one parameter, the address of a buffer of
 * OUT_WORDS words: on Tesla g [0x4], which is s[0x10]; later 64 bits in constant bank 0, at 0x20 on Fermi,
 * which may use its low half alone, and at 0x140 from Kepler on. */
#ifndef HW_TESTS_KERNEL_H
#define HW_TESTS_KERNEL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/listener.h>
#include <halfwarp/machine.h>

#include "fact.h"

#define OUT_WORDS 4096

struct kernel {
    struct hw_listener listener; /* of kernel_listen */
    struct hw_target target;
    const struct hw_chip_info *chip;
    struct hw_memory *memory;
    struct hw_launch launch;
    struct hw_launch_result result;
    struct hw_error error;
    uint8_t code[8192];
    uint32_t params[64];
    uint64_t out_address;
    uint32_t *out;
};

/* Assemble `source` for a chip and prepare a launch of one thread with 16 registers. */
void kernel_make(struct kernel *k, const char *chip, const char *source);
void kernel_free(struct kernel *k);

hw_status kernel_run(struct kernel *k);
/* Run and expect no fault, or a fault of this kind. */
void kernel_expect_ok(struct kernel *k);
void kernel_expect_fault(struct kernel *k, unsigned kind);

/* Call a function with what each instruction writes. */
void kernel_listen(struct kernel *k, void (*written)(void *context, const struct hw_written_event *event),
                   void *context);

#endif
