/* SPDX-License-Identifier: MIT */
/* See time_hazards.h.  What is unsafe follows from the code alone (hw_sched_check): along every path, whether
 * the kernel takes it or not. */
#include "cli/time_hazards.h"

#include <halfwarp/sched.h>

#include <stdio.h>

struct hazards {
    const struct hw_target *target;
    const uint8_t *code; /* of the piece */
    struct hw_code_piece piece;
    unsigned count;
};

static void print_insn(const struct hazards *hazards, const char *role, uint32_t offset)
{
    char text[HW_TEXT_MAX] = "?";
    struct hw_insn insn;
    size_t at = offset;

    if (hw_decode_code(hazards->target, hazards->code, hazards->piece.bytes, &at, &insn) == HW_OK)
        hw_print(&insn, hw_target_syntax(hazards->target), hazards->piece.address + at, text, sizeof text);
    printf("  %-9s /*%04zx*/ %s\n", role, hazards->piece.address + at, text);
}

static void print_hazard(void *context, const struct hw_hazard *hazard)
{
    static const char *const what[] = {
        [HW_HAZARD_READ] = "is read before it is there",
        [HW_HAZARD_WRITE] = "is overwritten before it is there",
        [HW_HAZARD_SOURCE] = "is overwritten before it has been read",
        [HW_HAZARD_BARRIER] = "is waited for in the cycle behind the one that takes it",
        [HW_HAZARD_PAIR] = "issues together with the second of a pair",
        [HW_HAZARD_KEPT] = "is read as the operand cache kept it, and has changed since",
    };
    struct hazards *hazards = context;

    hazards->count++;
    printf("hazard: %s%s%s", hazard->name, hazard->name[0] ? " " : "", what[hazard->kind]);
    if (hazard->missing)
        printf(", %u cycles too early", hazard->missing);
    else if (hazard->kind <= HW_HAZARD_SOURCE)
        fputs(", no scoreboard tells when it is safe", stdout);
    putchar('\n');
    print_insn(hazards, "producer", hazard->producer);
    print_insn(hazards, "consumer", hazard->offset);
}

/* Pairs that the bits state and that the chip issues one behind the other: slow, and no hazard. */
static unsigned print_pairs(const struct hazards *hazards)
{
    const struct hw_target *target = hazards->target;
    const enum hw_sched_kind kind = hw_sched_kind(target);
    const size_t bytes = hazards->piece.bytes;
    unsigned count = 0;
    struct hw_insn insn, next;
    size_t at = 0;

    while (kind == HW_SCHED_COUNTS && hw_decode_code(target, hazards->code, bytes, &at, &insn) == HW_OK) {
        const struct hw_sched sched = hw_sched_unpack(kind, insn.control);
        const size_t first = at;
        size_t second = at += insn.bytes;
        if (insn.control == HW_CONTROL_ABSENT || sched.stall || sched.unstated ||
            hw_decode_code(target, hazards->code, bytes, &second, &next) != HW_OK)
            continue;
        const char *fault = hw_sched_pair_fault(target, &insn, &next);
        if (!fault)
            continue;
        count++;
        printf("pair that issues apart: %s\n", fault);
        print_insn(hazards, "first", (uint32_t)first);
        print_insn(hazards, "second", (uint32_t)second);
    }
    return count;
}

hw_status hw_time_hazards(const struct hw_launch *launch, unsigned *found, struct hw_error *error)
{
    struct hazards hazards = {.target = &launch->code.target};
    hw_status status = HW_OK;
    unsigned separate = 0;

    for (uint32_t i = 0; status == HW_OK && i < hw_code_pieces(&launch->code); i++) {
        hazards.piece = hw_code_piece(&launch->code, i);
        hazards.code = (const uint8_t *)launch->code.data + hazards.piece.offset;
        status =
            hw_sched_check(hazards.target, hazards.code, hazards.piece.bytes, print_hazard, &hazards, error);
        separate += print_pairs(&hazards);
    }
    *found += hazards.count;
    if (status == HW_OK)
        printf("%u hazard%s\n", hazards.count, hazards.count == 1 ? "" : "s");
    if (status == HW_OK && separate)
        printf(separate == 1 ? "%u pair issues apart\n" : "%u pairs issue apart\n", separate);
    return status;
}
