/* SPDX-License-Identifier: MIT */
/* Scheduling bits in an instruction's own word, where words go through text: of these the text says `.reuse`
 * and no more. */
#ifndef HW_TESTS_OWN_CONTROL_H
#define HW_TESTS_OWN_CONTROL_H

#include <halfwarp/scheduling_bits.h>

/* Give what came back from an instruction's text the instruction's scheduling bits, where they are in its
 * word. False where the text says `.reuse` and they do not. */
static inline bool own_control_agrees(const struct hw_target *target, const struct hw_insn *insn,
                                      struct hw_insn *again)
{
    if (hw_target_group(target) || hw_sched_kind(target) == HW_SCHED_NONE || !again->form)
        return true;
    const uint32_t said = again->control == HW_NO_CONTROL ? 0 : again->control & HW_CONTROL_REUSE;
    again->control = insn->control;
    hw_encode(again);
    return !said || (insn->control & HW_CONTROL_REUSE);
}

#endif
