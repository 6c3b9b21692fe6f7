/* SPDX-License-Identifier: MIT */
/* Channels for tests: one with memory, objects and a kernel, ready to launch.
 *
 * Virtual addresses from AT_CODE on show video memory from 0 on; subchannel 6 has a compute object, 5 one of
 * M2MF.  The kernel is text as in kernel.h; its parameter is the address AT_OUT. */
#ifndef HW_TESTS_CHANNEL_H
#define HW_TESTS_CHANNEL_H

#include "kernel.h"

#include <halfwarp/channel.h>

#include "generated/method_numbers.h"

#define AT_CODE   0x20000000u /* and video memory 0 */
#define AT_OUT    0x20010000u
#define AT_CONST  0x20100000u
#define AT_STACK  0x20200000u
#define AT_LOCAL  0x20400000u
#define AT_PLAY   0x21000000u /* nothing of the above */
#define AT_END    0x22000000u
#define MAP_BYTES (AT_END - AT_CODE)

#define ON_COMPUTE 6u
#define ON_M2MF    5u
#define DMA_ALL    0xd0000001u /* all virtual addresses */
#define DMA_NOTES  0xd0000002u /* the last page: notifiers */
#define AT_NOTES   (AT_END - 0x1000u)

#define REPORTS_KEPT 16

struct channel {
    struct kernel k; /* for its code and target; it has a memory of its own */
    struct hw_channel *channel;
    struct hw_channel_result result;
    struct hw_error error;
    struct hw_channel_report report[REPORTS_KEPT];
    unsigned reports;
};

/* A channel of this chip; what `setup` has that is not zero is taken over.  It may be NULL. */
void channel_make_with(struct channel *c, const char *chip, const char *source,
                       const struct hw_channel_setup *setup);
void channel_make(struct channel *c, const char *chip, const char *source);
void channel_free(struct channel *c);

/* Execute a method, and expect the state HW_CHANNEL_DONE of it. */
void channel_set(struct channel *c, uint32_t method, uint32_t data);
void channel_set_on(struct channel *c, unsigned subchannel, uint32_t method, uint32_t data);

/* All that a launch of the kernel needs except LAUNCH: blocks of `threads`, `blocks` of them, 32 lanes. */
void channel_prepare(struct channel *c, unsigned threads, unsigned blocks);
void channel_launch(struct channel *c);

/* Words of virtual memory. */
uint32_t channel_word(const struct channel *c, uint64_t virtual);
void channel_put(struct channel *c, uint64_t virtual, uint32_t word);

/* The last report is this one. */
void channel_expect(const struct channel *c, unsigned kind, uint32_t code);
void channel_expect_none(const struct channel *c);

#endif
