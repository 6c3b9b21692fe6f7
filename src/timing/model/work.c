/* SPDX-License-Identifier: MIT */
/* See work.h. */
#include "timing/model/work.h"

#include "isa/timing.h"

/* Operations whose work their unit does not tell.  Everything else is arithmetic of the kind of its unit. */
static const struct {
    uint16_t op;
    uint8_t work;
} works[] = {
    {HW_OP_MOV, HW_WORK_MOVE},        {HW_OP_C2R, HW_WORK_MOVE},       {HW_OP_R2C, HW_WORK_MOVE},
    {HW_OP_A2R, HW_WORK_MOVE},        {HW_OP_R2A, HW_WORK_MOVE},       {HW_OP_ADA, HW_WORK_MOVE},
    {HW_OP_SEL, HW_WORK_MOVE},        {HW_OP_PRMT, HW_WORK_BITS},      {HW_OP_LOP, HW_WORK_LOGIC},
    {HW_OP_LOP3, HW_WORK_LOGIC},      {HW_OP_SHL, HW_WORK_SHIFT},      {HW_OP_SHR, HW_WORK_SHIFT},
    {HW_OP_SHF, HW_WORK_SHIFT},       {HW_OP_ISCADD, HW_WORK_SHIFT},   {HW_OP_LEA, HW_WORK_SHIFT},
    {HW_OP_LEAHI, HW_WORK_SHIFT},     {HW_OP_IMIN, HW_WORK_COMPARE},   {HW_OP_IMAX, HW_WORK_COMPARE},
    {HW_OP_IMNMX, HW_WORK_COMPARE},   {HW_OP_ISET, HW_WORK_COMPARE},   {HW_OP_ISETP, HW_WORK_COMPARE},
    {HW_OP_ICMP, HW_WORK_COMPARE},    {HW_OP_FMNMX, HW_WORK_COMPARE},  {HW_OP_FSET, HW_WORK_COMPARE},
    {HW_OP_FSETP, HW_WORK_COMPARE},   {HW_OP_FCMP, HW_WORK_COMPARE},   {HW_OP_PSETP, HW_WORK_COMPARE},
    {HW_OP_PSET, HW_WORK_COMPARE},    {HW_OP_CSETP, HW_WORK_COMPARE},  {HW_OP_CSET, HW_WORK_COMPARE},
    {HW_OP_FCHK, HW_WORK_SFU},        {HW_OP_BFE, HW_WORK_BITS},       {HW_OP_BFI, HW_WORK_BITS},
    {HW_OP_ISAD, HW_WORK_BITS},       {HW_OP_FLO, HW_WORK_POPULATION}, {HW_OP_POPC, HW_WORK_POPULATION},
    {HW_OP_XMAD, HW_WORK_MULTIPLY16}, {HW_OP_SHFL, HW_WORK_SHUFFLE},   {HW_OP_BAR, HW_WORK_BARRIER},
    {HW_OP_S2R, HW_WORK_SPECIAL},     {HW_OP_CS2R, HW_WORK_MOVE},      {HW_OP_BALLOT, HW_WORK_COMPARE},
    {HW_OP_MUFU, HW_WORK_SFU},
};

static bool is_narrow(const struct hw_semantics *view)
{
    switch (view->mod[HW_MOD_TYPE]) {
    case HW_TYPE_U16:
    case HW_TYPE_S16:
    case HW_TYPE_U24:
    case HW_TYPE_S24: return true;
    default: return false;
    }
}

/* The work of a unit's instructions. */
static enum hw_work work_of_unit(const struct hw_insn *insn, const struct hw_semantics *view)
{
    switch (hw_insn_unit(insn)) {
    case HW_UNIT_FP32:
    case HW_UNIT_FP: return HW_WORK_FP32;
    case HW_UNIT_FP64:
    case HW_UNIT_DP: return HW_WORK_FP64;
    case HW_UNIT_HALF: return HW_WORK_HALF;
    case HW_UNIT_SFU: return HW_WORK_SFU;
    case HW_UNIT_CONVERT:
    case HW_UNIT_CVT: return hw_semantics_is_double(view) ? HW_WORK_CONVERT_WIDE : HW_WORK_CONVERT;
    case HW_UNIT_VIDEO: return HW_WORK_VIDEO;
    case HW_UNIT_SPECIAL: return HW_WORK_SPECIAL;
    case HW_UNIT_MEM: return HW_WORK_MEMORY;
    case HW_UNIT_TEXTURE:
    case HW_UNIT_TEX: return HW_WORK_TEXTURE;
    case HW_UNIT_CONTROL:
    case HW_UNIT_CTL: return HW_WORK_CONTROL;
    default: return HW_WORK_INT;
    }
}

enum hw_work hw_work_of(const struct hw_insn *insn, const struct hw_semantics *view)
{
    if (view->op == HW_OP_IMUL || view->op == HW_OP_IMAD || view->op == HW_OP_IMADSP)
        return is_narrow(view) ? HW_WORK_MULTIPLY16 : HW_WORK_MULTIPLY;
    for (unsigned i = 0; i < sizeof works / sizeof *works; i++)
        if (works[i].op == view->op)
            return hw_semantics_is_double(view) && works[i].work == HW_WORK_COMPARE
                       ? HW_WORK_FP64
                       : (enum hw_work)works[i].work;
    if (hw_operation_info(view->op)->takes == HW_TAKES_DOUBLES)
        return HW_WORK_FP64;
    return work_of_unit(insn, view);
}

const char *hw_work_name(enum hw_work work)
{
    static const char *const names[] = {
#define NAME(name, text, pipe, rate, latency) text,
        HW_WORKS(NAME)
#undef NAME
    };
    return names[work];
}

const char *hw_pipe_name(enum hw_pipe pipe)
{
    static const char *const names[] = {
#define NAME(name, text, summary) text,
        HW_PIPES(NAME)
#undef NAME
    };
    return names[pipe];
}

/* How long `rate` lanes a clock are taken by 32; a chip without the unit takes a lane a clock. */
static uint32_t ticks_of(uint32_t rate, uint32_t parts)
{
    return 32 * HW_TICKS * parts / (rate ? rate : 1);
}

void hw_work_times(const struct hw_chip_info *chip, uint32_t rate_fp64,
                   struct hw_work_times times[HW_WORK_COUNT])
{
    const struct hw_microarchitecture *m = &chip->micro;
    const uint32_t parts = m->own_units ? m->schedulers : 1;
    const uint32_t pipes[HW_PIPE_COUNT] = {
        [HW_PIPE_CORE] = m->rate_fp32, [HW_PIPE_CONTROL] = m->rate_control};
    const struct {
        uint8_t pipe;
        uint32_t rate, latency;
    } works_of_chip[] = {
#define WORK(name, text, pipe, rate, latency) {HW_PIPE_##pipe, m->rate, m->latency},
        HW_WORKS(WORK)
#undef WORK
    };

    for (unsigned i = 0; i < HW_WORK_COUNT; i++) {
        const bool takes_cores = works_of_chip[i].pipe == HW_PIPE_CONTROL && !m->control_port;
        const uint8_t pipe = takes_cores ? HW_PIPE_CORE : works_of_chip[i].pipe;
        const bool shared = pipe == HW_PIPE_MEMORY || pipe == HW_PIPE_TEXTURE || i == HW_WORK_BARRIER;
        const bool held = pipe == HW_PIPE_FP64 && works_of_chip[i].rate > rate_fp64;
        times[i].pipe = pipe;
        times[i].latency = works_of_chip[i].latency;
        times[i].ticks = ticks_of(held ? rate_fp64 : works_of_chip[i].rate, shared ? 1 : parts);
        times[i].pipe_ticks =
            pipes[pipe] && !m->own_units ? ticks_of(pipes[pipe], shared ? 1 : parts) : times[i].ticks;
    }
}
