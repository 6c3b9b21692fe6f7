/* SPDX-License-Identifier: MIT */
/* A block of one or two warps that runs a program of lane_program.h.
 *
 * The program becomes micro-operations: those of the machine for control flow, and functions of this file for
 * what steps compute. */
#ifndef HW_TESTS_LANE_MACHINE_H
#define HW_TESTS_LANE_MACHINE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/executable.h"
#include "lane_program.h"
#include "machine/paths/block_barrier.h"
#include "machine/paths/control_flow.h"
#include "machine/paths/convergence.h"
#include "machine/paths/paths.h"
#include "machine/warp_control.h"

#define WARPS      (LANE_THREADS / HW_LANES)
#define INSN_BYTES 16u

/* The registers of a warp. */
enum {
    R_X,
    R_HELD,
    R_MASK,
    R_NUMBER, /* of the barrier, and its count */
    R_COUNTER,
    R_TEAM = R_COUNTER + LANE_TEAMS, /* the lanes that entered a region together */
    R_GONE = R_TEAM + LANE_TEAMS,    /* not 0: the lane has left it */
    R_SAVED = R_GONE + LANE_TEAMS,   /* barriers */
    R_BACK = R_SAVED + LANE_SAVED,   /* the places of returns */
    R_COUNT = R_BACK + LANE_SAVED
};

struct machine {
    struct hw_launch launch;
    struct hw_kernel_abi kernel_abi;
    struct hw_program program;
    struct hw_program_insn insn[LANE_STEPS];
    struct hw_uop uop[LANE_STEPS];
    uint32_t insn_of[LANE_STEPS];
    struct hw_block block;
    struct hw_warp warp[WARPS];
    _Alignas(64) hw_lanes reg[WARPS][R_COUNT];
    _Alignas(64) uint8_t paths[WARPS][16384];
    const struct lane_program *p;
    uint32_t shared[LANE_THREADS];
    bool locked, diverged;
    struct lane_outcome *outcome;
};

static struct machine *machine_of(const struct hw_regs *regs)
{
    return (struct machine *)((char *)((const struct hw_warp *)regs)->block -
                              offsetof(struct machine, block));
}

static const struct lane_step *step_of(const struct hw_regs *regs, const struct hw_uop *uop)
{
    return &machine_of(regs)->p->step[uop - machine_of(regs)->uop];
}

static uint32_t thread_of(const struct hw_regs *regs, unsigned lane)
{
    return ((const struct hw_warp *)regs)->number * HW_LANES + lane;
}

/* What a step computes in one lane; it may change a predicate. */
static void in_lane(struct hw_regs *regs, const struct lane_step *step, unsigned lane, bool *p0)
{
    struct machine *m = machine_of(regs);
    uint32_t *x = &regs->reg[R_X][lane], *counter = &regs->reg[R_COUNTER + step->depth][lane];
    const uint32_t thread = thread_of(regs, lane);

    switch (step->kind) {
    case LANE_MIX: *x = *x * 33 ^ step->number; break;
    case LANE_TEST: *p0 = (*x >> step->shift & step->mask) == 0; break;
    case LANE_TEST_OWN: *p0 = (lane & step->mask) == 0; break;
    case LANE_START: *counter = 1 + ((thread + step->number) & step->mask); break;
    case LANE_COUNT: *p0 = --*counter != 0; break;
    case LANE_TRY:
        *p0 = !m->locked;
        m->locked = true;
        break;
    case LANE_LOAD: regs->reg[R_HELD][lane] = m->outcome->sum; break;
    case LANE_UNLOCK:
        m->outcome->sum = regs->reg[R_HELD][lane] + *x;
        m->outcome->taken++;
        m->locked = false;
        break;
    case LANE_STORE: m->shared[thread] = *x; break;
    case LANE_FETCH: *x ^= m->shared[(thread + step->shift) % m->p->threads]; break;
    default: break;
    }
}

static void compute(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct lane_step *step = step_of(regs, uop);

    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        bool p0 = regs->pred[0] >> lane & 1;
        if (!(regs->exec >> lane & 1))
            continue;
        in_lane(regs, step, lane, &p0);
        regs->pred[0] = (regs->pred[0] & ~(1u << lane)) | (uint32_t)p0 << lane;
    }
}

/* A read of registers of other lanes: each gets what is there, if they execute it. */
static void exchange(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct lane_step *step = step_of(regs, uop);
    hw_lanes x;

    memcpy(x, regs->reg[R_X], sizeof x);
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        const uint32_t mask = step->number ? step->number : 0xffu << (lane & 24);
        if (!(regs->exec >> lane & 1))
            continue;
        if (mask & hw_warp_of(regs)->live & ~regs->exec)
            machine_of(regs)->diverged = true;
        regs->reg[R_X][lane] = lane_exchanged(step, lane, mask & regs->exec, x);
    }
}

static void call(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t behind = (uint32_t)(step_of(regs, uop) - machine_of(regs)->p->step) + 1;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (regs->exec >> lane & 1)
            regs->reg[R_BACK + step_of(regs, uop)->depth][lane] = behind * INSN_BYTES;
    hw_uop_bra(regs, uop);
}

/* --- teams --- */

static void enter(struct hw_regs *regs, const struct hw_uop *uop)
{
    const unsigned team = step_of(regs, uop)->number;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (regs->exec >> lane & 1) {
            regs->reg[R_TEAM + team][lane] = regs->exec;
            regs->reg[R_GONE + team][lane] = 0;
        }
    hw_uop_bssy(regs, uop);
}

static void stop_reason(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t lanes = hw_uop_lanes(regs, uop);

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (lanes >> lane & 1)
            regs->reg[R_GONE + step_of(regs, uop)->number][lane] = 1;
    hw_uop_break(regs, uop);
}

/* Whoever of the team is not here has left or ended. */
static void together(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const unsigned number = step_of(regs, uop)->number;
    const uint32_t team = regs->reg[R_TEAM + number][hw_lowest_lane(regs->exec)];

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (team & warp->live & ~regs->exec & 1u << lane && !regs->reg[R_GONE + number][lane])
            machine_of(regs)->diverged = true;
}

/* --- programs --- */

static void set_masks(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct lane_step *step = step_of(regs, uop);

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (regs->exec >> lane & 1)
            regs->reg[R_MASK][lane] = step->number ? step->number : 0xffu << (lane & 24);
    hw_uop_warpsync(regs, uop);
}

static hw_uop_fn *function_of(const struct lane_step *step)
{
    switch (step->kind) {
    case LANE_BRANCH: return step->shift ? hw_uop_branch : hw_uop_bra;
    case LANE_ENTER: return enter;
    case LANE_RECONVERGE: return hw_uop_bsync;
    case LANE_TOGETHER: return together;
    case LANE_LEAVE: return stop_reason;
    case LANE_SAVE: return hw_uop_bmov_from;
    case LANE_RESTORE: return hw_uop_bmov_to;
    case LANE_SYNC: return set_masks;
    case LANE_EXCHANGE: return exchange;
    case LANE_YIELD: return hw_uop_yield;
    case LANE_SLEEP: return hw_uop_nanosleep;
    case LANE_BARRIER: return hw_uop_bar_lanes;
    case LANE_CALL: return call;
    case LANE_RETURN: return hw_uop_brx;
    case LANE_FINISH: return hw_uop_exit;
    default: return compute;
    }
}

static void make_uop(struct machine *m, unsigned i)
{
    const struct lane_step *step = &m->p->step[i];
    struct hw_uop *uop = &m->uop[i];

    *uop = (struct hw_uop){.fn = function_of(step),
                           .a = HW_NO_REGISTER,
                           .b = HW_NO_REGISTER,
                           .c = HW_NO_REGISTER,
                           .p_in = HW_PT,
                           .p_out = HW_PT,
                           .p_out2 = HW_PT};
    uop->narrow = uop->fn;
    if (step->kind == LANE_BRANCH || step->kind == LANE_LEAVE || step->kind == LANE_FINISH)
        uop->p_in = step->holds == 2 ? HW_PT : step->holds ? 0 : HW_PRED_NOT;
    if (step->kind == LANE_BRANCH) {
        uop->jump.target = step->target;
        uop->jump.uniform = step->shift;
    } else if (step->kind == LANE_CALL) {
        uop->jump.target = step->target;
    } else if (step->kind == LANE_RETURN) {
        uop->b = (uint16_t)(R_BACK + step->depth);
    } else if (step->kind == LANE_BARRIER) {
        uop->b = uop->c = R_NUMBER;
        uop->bar = (struct hw_uop_barrier){.what = HW_BAR_ARRIVE | HW_BAR_WAIT | HW_BAR_THREADS,
                                           .is_common = i % 2}; /* so both ways to wait meet */
    } else if (step->kind == LANE_SYNC) {
        uop->b = R_MASK;
    } else if (step->kind != LANE_FINISH) {
        uop->jump.path = step->depth;
        uop->jump.uniform = 1;
        uop->d = uop->b = (uint16_t)(R_SAVED + step->shift % LANE_SAVED);
    }
    m->insn_of[i] = i;
    m->insn[i] = (struct hw_program_insn){.pc = i * INSN_BYTES, .uop = i};
}

static inline void start_program(struct machine *m, const struct lane_program *p,
                                 struct lane_outcome *outcome, uint32_t slices)
{
    memset(m, 0, sizeof *m);
    *outcome = (struct lane_outcome){.sum = 0};
    m->p = p;
    m->outcome = outcome;
    m->launch = (struct hw_launch){.block = {p->threads, 1, 1}, .grid = {1, 1, 1}};
    m->launch.code.turn = slices;
    m->launch.limits.max_instructions = 4000000;
    m->kernel_abi = (struct hw_kernel_abi){.has_its = true};
    for (unsigned i = 0; i < p->count; i++)
        make_uop(m, i);
    m->program = (struct hw_program){
        .uop = m->uop, .uop_count = p->count, .insn = m->insn, .insn_count = p->count, .insn_of = m->insn_of};
    m->block = (struct hw_block){.launch = &m->launch,
                                 .kernel_abi = &m->kernel_abi,
                                 .program = &m->program,
                                 .warp = m->warp,
                                 .warp_count = p->threads / HW_LANES,
                                 .warps_running = p->threads / HW_LANES};
    for (uint32_t i = 0; i < m->block.warp_count; i++) {
        struct hw_warp *warp = &m->warp[i];
        warp->regs.reg = m->reg[i];
        warp->regs.pred[HW_PT] = warp->live = warp->launched = ~0u;
        warp->number = i;
        warp->block = &m->block;
        warp->paths = (struct hw_paths *)m->paths[i];
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            m->reg[i][R_X][lane] = (i * HW_LANES + lane) * 0x9e3779b1u;
        assert_true(hw_its_model.bytes(&m->launch) <= sizeof m->paths[i]);
        hw_its_model.start(warp);
    }
}

/* Give warps their turns until all have ended; false: a fault, or none can run. */
static inline bool run_program(struct machine *m, uint32_t slices)
{
    while (m->block.warps_running > 0) {
        bool ran = false;
        for (uint32_t i = 0; i < m->block.warp_count; i++) {
            struct hw_warp *warp = &m->warp[i];
            if (warp->live == 0 || warp->waiting)
                continue;
            if (!warp->after_barrier)
                warp->budget = (int32_t)slices;
            hw_interpreter.run(NULL, warp);
            ran = true;
            if (warp->stop_reason == HW_STOP_FAULT)
                return false;
            if (warp->stop_reason == HW_STOP_YIELD)
                warp->after_barrier = false;
            if (warp->stop_reason == HW_STOP_DONE) {
                m->block.warps_running--;
                hw_block_warp_ended(&m->block);
            }
        }
        if (!ran)
            return false;
    }
    for (unsigned i = 0; i < m->p->threads; i++) {
        m->outcome->x[i] = m->reg[i / HW_LANES][R_X][i % HW_LANES];
        m->outcome->ended[i] = true;
    }
    return true;
}

#endif
