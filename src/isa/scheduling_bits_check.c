/* SPDX-License-Identifier: MIT */
/* This check decides which scheduling bits are valid in an instruction's own word: with others it is no
 * instruction.
 *
 * Stall count and no-yield bit are one number: 16 and 28 to 31 do not exist.  With the no-yield bit the reuse
 * bits name slots of the operand cache, and only those that the instruction reads registers through.  Without
 * it they are a number, 0 to 5, of unknown meaning (3 needs a slot), and with a stall count of 0 they are 0.
 * Instructions whose latency varies read no register through the cache: they have that number always. */
#include "isa/scheduling_bits_check.h"

#include "isa/tables.h"

#include <halfwarp/scheduling_bits.h>

#include <stdio.h>
#include <string.h>

#define NO_BARRIER   7u
#define SECOND_SLOTS (6u << 17) /* reuse bits */

static bool in_set(unsigned set, unsigned value)
{
    return set >> value & 1;
}

/* The reuse bits that name slots which the form has. */
static bool slots_legal(const struct hw_form *form, unsigned reuse, bool merged)
{
    if (merged && (form->slots == 3 || form->slots == 5))
        return reuse <= 5;
    return !(reuse & ~form->slots);
}

static bool reuse_legal(const struct hw_form *form, unsigned number, unsigned reuse, bool merged)
{
    const bool varies = form->sets != HW_SETS_FIXED && form->sets != HW_SETS_NEVER;
    if (!number)
        return !reuse;
    if (varies || (number < 16 && form->slots))
        return reuse <= 5;
    return number < 16 ? in_set(0x37, reuse) : slots_legal(form, reuse, merged);
}

static bool number_legal(unsigned number)
{
    return number != 16 && number < 28;
}

static bool write_legal(const struct hw_form *form, unsigned write)
{
    return form->sets == HW_SETS_FIXED || form->sets == HW_SETS_BOTH || form->sets == HW_SETS_WRITE ||
           write == NO_BARRIER;
}

static bool read_legal(const struct hw_form *form, unsigned read)
{
    return form->sets == HW_SETS_FIXED || form->sets == HW_SETS_BOTH || form->sets == HW_SETS_READ ||
           read == NO_BARRIER;
}

bool hw_control_legal(const struct hw_isa *isa, const struct hw_form *form, unsigned chip,
                      const uint64_t word[2])
{
    if (form->sets == HW_SETS_ANY)
        return true;
    const unsigned control = (unsigned)hw_extract(word, form->control.shift, form->control.bits);
    const unsigned number = control & 31;
    return number_legal(number) && write_legal(form, control >> 5 & 7) &&
           read_legal(form, control >> 8 & 7) &&
           reuse_legal(form, number, control >> 17 & 7, isa->control.merged >> chip & 1);
}

/* ---------------------------------------------------------------- what is wrong with a text's */

static hw_status fail_scoreboard(struct hw_error *error, const char *word)
{
    return hw_fail(error, HW_ERR_SYNTAX, "sched", "expected no %s: with it the word is no instruction", word);
}

/* The reuse bits that may stand where others do. */
static hw_status fail_reuse(const struct hw_form *form, unsigned number, bool merged, struct hw_error *error)
{
    char expected[128] = "no reuse bits";
    for (unsigned reuse = 1, count = 0; reuse < 8; reuse++)
        if (reuse_legal(form, number, reuse, merged)) {
            const size_t length = strlen(expected);
            snprintf(expected + length, sizeof expected - length, "%s0x%x", count++ ? ", " : " or ",
                     reuse << 17);
        }
    return hw_fail(error, HW_ERR_SYNTAX, "sched", "expected %s: with others the word is no instruction",
                   expected);
}

static hw_status fail_number(const struct hw_sched *sched, struct hw_error *error)
{
    char count[8] = "D";
    if (sched->stall)
        snprintf(count, sizeof count, "W%u", sched->stall);
    return hw_fail(error, HW_ERR_SYNTAX, "sched",
                   "expected ?%s_Y: ?%s needs _Y, without it the word is no instruction", count, count);
}

/* In the instruction's own word. */
static hw_status check_own(const struct hw_target *target, const struct hw_insn *insn, uint32_t control,
                           struct hw_error *error)
{
    const struct hw_form *form = insn->form;
    const struct hw_sched sched = hw_sched_unpack(HW_SCHED_SCOREBOARDS, control);
    const bool merged = target->isa->control.merged >> target->chip & 1;
    const unsigned number = control & 31;
    if (!form)
        return hw_fail(
            error, HW_ERR_SYNTAX, "sched",
            "scheduling stands in the instruction's own word, and this word is no known instruction");
    if (form->sets == HW_SETS_ANY)
        return HW_OK;
    if (!number_legal(number))
        return fail_number(&sched, error);
    if (sched.yield && insn->control != HW_NO_CONTROL && insn->control & HW_CONTROL_REUSE)
        return hw_fail(
            error, HW_ERR_SYNTAX, "sched",
            "expected no _Y beside .reuse: with it the reuse bits are a number, which &bits=0x... states");
    if (!write_legal(form, sched.write))
        return fail_scoreboard(error, "&wr");
    if (!read_legal(form, sched.read))
        return fail_scoreboard(error, "&rd");
    return reuse_legal(form, number, sched.reuse & 7, merged) ? HW_OK
                                                              : fail_reuse(form, number, merged, error);
}

/* The reuse bits that `.reuse` in the text means.  Which of two slots the second of two sources has the text
 * does not show: `&bits` does, where it is not the one that is assembled. */
static uint32_t operands_reuse(const struct hw_insn *insn, uint32_t control)
{
    const uint32_t reuse = insn->control == HW_NO_CONTROL ? 0 : insn->control & HW_CONTROL_REUSE;
    const bool two = insn->form && (insn->form->slots == 3 || insn->form->slots == 5);
    return two && control & SECOND_SLOTS ? reuse & ~SECOND_SLOTS : reuse;
}

hw_status hw_control_complete(const struct hw_target *target, const struct hw_insn *insn, size_t offset,
                              uint32_t *control, struct hw_error *error)
{
    if (*control == HW_NO_CONTROL) {
        *control = insn->control;
        return HW_OK;
    }
    if (hw_sched_kind(target) != HW_SCHED_SCOREBOARDS)
        return HW_OK;
    if (*control >> hw_code_control_bits(target, offset))
        return hw_fail(
            error, HW_ERR_SYNTAX, "sched",
            "expected no spare bit 0x200000: only the third instruction of a bundle has it (sm_50 to sm_62)");
    *control |= operands_reuse(insn, *control);
    return hw_target_group(target) ? HW_OK : check_own(target, insn, *control, error);
}
