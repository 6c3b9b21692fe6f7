/* SPDX-License-Identifier: MIT */
/* This file prints the reports of `run` on standard error: a kernel's fault, statistics, the trace. */
#include "cli/run.h"
#include "engine/launch/fault_source.h"
#include "engine/tiers/engine_option.h"
#include "machine/chip/kernel_abi.h"

#include <inttypes.h>
#include <string.h>

void hw_run_report_fault(const struct hw_fault *fault, const struct hw_image *image)
{
    char source[HW_FAULT_SOURCE_BYTES];

    fprintf(stderr, "fault: %s: %s\n", hw_fault_name(fault->kind), fault->sentence);
    fprintf(stderr, "  instruction  0x%04x  %s\n", fault->pc,
            *fault->instruction ? fault->instruction : "(none)");
    if (image && hw_fault_source(image, fault, source))
        fprintf(stderr, "  source       %s\n", source);
    fprintf(stderr, "  block        (%u,%u,%u)\n", fault->block[0], fault->block[1], fault->block[2]);
    fprintf(stderr, "  thread       (%u,%u,%u), warp %u, lane %u\n", fault->thread[0], fault->thread[1],
            fault->thread[2], fault->warp, fault->lane);
    if (fault->size)
        fprintf(stderr, "  address      0x%08" PRIx64 ", %u bytes\n", fault->address, fault->size);
}

/* Why nothing was compiled. */
static const char *why_interpreted(void)
{
    enum hw_engine wanted;

    if (hw_engine_option(&wanted, NULL) == HW_OK && wanted == HW_ENGINE_INTERPRETER)
        return "HALFWARP_ENGINE is interpreter";
    return hw_engine_lack() ? hw_engine_lack() : "it did not run long enough";
}

static void report_compiled(const struct hw_stats *stats)
{
    if (stats->compiled)
        fprintf(stderr, "compiled             %.1f %%\n",
                100.0 * (double)stats->compiled / (double)stats->warp_instructions);
    else
        fprintf(stderr, "compiled             0.0 %%: %s\n", why_interpreted());
}

void hw_run_report_stats(const struct hw_stats *stats)
{
    fprintf(stderr, "blocks               %" PRIu64 "\n", stats->blocks);
    fprintf(stderr, "warps                %" PRIu64 "\n", stats->warps);
    fprintf(stderr, "warp instructions    %" PRIu64 "\n", stats->warp_instructions);
    fprintf(stderr, "thread instructions  %" PRIu64 "\n", stats->thread_instructions);
    fprintf(stderr, "divergent branches   %" PRIu64 "\n", stats->divergent_branches);
    fprintf(stderr, "barriers             %" PRIu64 "\n", stats->barriers);
    fprintf(stderr, "of a part of a warp  %" PRIu64 "\n", stats->partial_barriers);
    if (stats->put_off)
        fprintf(stderr, "put off              %" PRIu64 ", never waited for %" PRIu64 "\n", stats->put_off,
                stats->unwaited);
    report_compiled(stats);
    fprintf(stderr, "workers              %u\n", stats->workers);
}

void hw_run_report_serial(const struct hw_serial *serial)
{
    char text[HW_SENTENCE_MAX];

    if (hw_serial_text(serial, text, sizeof text))
        fprintf(stderr, "%s\n", text);
}

/* The values of a register: once where the executing lanes agree, else a value a lane. */
static void print_lanes(const uint32_t *lanes, uint32_t executed, bool narrow)
{
    const char *format = narrow ? "%x" : "%08x";
    unsigned first = executed ? (unsigned)__builtin_ctz(executed) : 0;
    bool uniform = true;

    for (unsigned lane = first; lane < 32; lane++)
        uniform &= !(executed >> lane & 1) || lanes[lane] == lanes[first];
    for (unsigned lane = first; lane < 32; lane++) {
        if (!(executed >> lane & 1))
            continue;
        if (!uniform && lane != first)
            fputc(' ', stderr);
        fprintf(stderr, format, lanes[lane]);
        if (uniform)
            break;
    }
}

static void trace(void *context, const struct hw_written_event *event)
{
    const struct hw_launch *launch = event->at.launch;
    char text[HW_TEXT_MAX];

    (void)context;
    hw_print(event->insn, hw_target_syntax(&launch->code.target), event->pc, text, sizeof text);
    fprintf(stderr, "(%u,%u,%u) w%u %04x %08x", event->at.block_id[0], event->at.block_id[1],
            event->at.block_id[2], event->at.warp, event->pc, event->executed);
    if (event->executed != event->active)
        fprintf(stderr, "/%08x", event->active);
    fprintf(stderr, "  %s", text);
    for (unsigned i = 0; event->executed && i < event->written_count; i++) {
        const unsigned kind = event->written[i].kind;
        static const char *const names[] = {
            [HW_OPERAND_REG] = "R",  [HW_OPERAND_COND] = "C",  [HW_OPERAND_PRED] = "P",
            [HW_OPERAND_ADDR] = "A", [HW_OPERAND_UREG] = "UR", [HW_OPERAND_UPRED] = "UP"};
        if (kind == HW_OPERAND_COND && hw_kernel_abi_of(&launch->code.target)->cond_codes == 1)
            fputs("  CC=", stderr);
        else
            fprintf(stderr, "  %s%u=", names[kind], event->written[i].number);
        print_lanes(event->written[i].lanes, event->executed,
                    kind != HW_OPERAND_REG && kind != HW_OPERAND_UREG);
    }
    fputc('\n', stderr);
}

const struct hw_listener hw_run_trace = {.written = trace, .one_worker = true};
