/* SPDX-License-Identifier: MIT */
/* Each multiprocessor has four performance counters, which kernels read as special registers pm0 to pm3.
 *
 * MP_PM_CONTROL selects a signal for each counter, and by FUNC at which combinations of the four selected
 * signals it counts.  A signal is on when what it stands for happens.  What happens at one instruction is one
 * moment; a combination of signals that are all off counts nothing, because the model has no moments in which
 * nothing happens. */
#ifndef HW_CHANNEL_ENGINE_PERFORMANCE_H
#define HW_CHANNEL_ENGINE_PERFORMANCE_H

#include <halfwarp/listener.h>

#include <stdbool.h>

#define HW_PERFORMANCE_COUNTERS 4
#define HW_MULTIPROCESSORS_MOST 64 /* 16 clusters of four, as physid can name them */

struct hw_chip_info;

/* What the signals stand for; bits. */
enum hw_performance_event {
    HW_PERFORMANCE_BRANCH = 1 << 0,
    HW_PERFORMANCE_DIVERGENT_BRANCH = 1 << 1,
    HW_PERFORMANCE_INSTRUCTION = 1 << 2,
    HW_PERFORMANCE_BLOCK = 1 << 3,
    HW_PERFORMANCE_LOAD = 1 << 4,
    HW_PERFORMANCE_STORE = 1 << 5,
    HW_PERFORMANCE_SERIALIZED = 1 << 6,
    HW_PERFORMANCE_TRIGGER = 1 << 7 /* of event 0; the next seven bits are those of events 1 to 7 */
};
#define HW_PERFORMANCE_TRIGGERS 8

struct hw_performance {
    const struct hw_chip_info *chip;
    bool used; /* else all counters are 0 and stay so, and a launch needs no listener */
    uint32_t count[HW_MULTIPROCESSORS_MOST][HW_PERFORMANCE_COUNTERS];
    uint32_t overflowed;                      /* a bit for each counter that went beyond 32 bits */
    uint32_t event[HW_PERFORMANCE_COUNTERS];  /* that a counter's signal stands for; 0: none that is known */
    uint16_t counts[HW_PERFORMANCE_COUNTERS]; /* FUNC */
};

void hw_performance_set(struct hw_performance *performance, unsigned counter, uint32_t value);

/* What MP_PM_CONTROL says.  G80's signals are not public: its counters keep what was set. */
void hw_performance_control(struct hw_performance *performance, unsigned counter, uint32_t control);

/* A listener that counts, and tells what the counters hold; `performance` must outlive the launch. */
struct hw_listener hw_performance_listener(struct hw_performance *performance);

#endif
