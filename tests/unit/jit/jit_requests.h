/* SPDX-License-Identifier: MIT */
/* The small program becomes a compile request, and a key. */
#ifndef HW_TESTS_JIT_REQUESTS_H
#define HW_TESTS_JIT_REQUESTS_H

#include "jit/jit_key.h"
#include "jit/jit_build_unit.h"
#include "unit/jit/jit_program.h"

static inline struct hw_jit_request request_of(const struct program *program)
{
    struct hw_jit_request request = {.lanes = program->source.lanes,
                                     .level = program->source.arithmetic->build};

    assert_true(hw_jit_build_unit(&request.unit, &program->source));
    return request;
}

static inline struct hw_cache_key key_of_program(const struct program *program)
{
    struct hw_jit_request request = request_of(program);
    struct hw_cache_key key;

    assert_true(hw_jit_key_make(&key, &request));
    hw_jit_unit_clear(&request.unit);
    return key;
}

/* A warp runs through the program: register 1 takes register 0's words where P0 is true. */
static inline void expect_to_run(const struct program *program, void (*run)(struct hw_warp *))
{
    static _Alignas(64) hw_lanes reg[4];
    static const struct hw_launch launch;
    static struct hw_block block = {.launch = &launch};
    struct hw_warp warp = {.regs = {.reg = reg, .pred = {0x0ff0f00f, [7] = ~0u}, .exec = ~0u},
                           .active = ~0u,
                           .live = ~0u,
                           .budget = 100,
                           .block = &block};

    block.program = &program->program;
    for (unsigned i = 0; i < HW_LANES; i++) {
        reg[0][i] = i + 1;
        reg[1][i] = 0;
    }
    run(&warp);
    assert_int_equal(warp.event, HW_EVENT_STOP);
    for (unsigned i = 0; i < HW_LANES; i++)
        assert_int_equal(reg[1][i], warp.regs.pred[0] >> i & 1 ? i + 1 : 0);
}

#endif
