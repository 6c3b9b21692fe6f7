/* SPDX-License-Identifier: MIT */
/* A program written with the names that compatibility.h keeps, in C and C++ alike: it decodes an instruction,
 * looks at what it means, and links every function by its old name. */
#include <halfwarp/counters.h>
#include <halfwarp/isa.h>
#include <halfwarp/listener.h>
#include <halfwarp/module.h>
#include <halfwarp/occupancy.h>
#include <halfwarp/recording.h>
#include <halfwarp/scheduling_bits.h>
#include <halfwarp/stage.h>

#include <stdio.h>

typedef void function(void);
#define ADDRESS(name) ((function *)(name))

static function *const functions[] = {
    ADDRESS(hw_insn_view),      ADDRESS(hw_view_written),   ADDRESS(hw_code_place),
    ADDRESS(hw_infos_add),      ADDRESS(hw_info_word),      ADDRESS(hw_module_keep_kernel),
    ADDRESS(hw_runner_create),  ADDRESS(hw_runner_destroy), ADDRESS(hw_occupancy_most_shared),
    ADDRESS(hw_occupancy_room), ADDRESS(hw_stage_create),   ADDRESS(hw_stage_destroy),
    ADDRESS(hw_stage_run),      ADDRESS(hw_stage_stream),   ADDRESS(hw_recording_assume),
};

static const int numbers[] = {
    HW_ISSUE_SLOW_USUAL, HW_ISSUE_COMPARE_USUAL, HW_ITEM_CONST,     HW_ITEM_VARIABLE,
    HW_ITEM_SAMPLER,     HW_ITEM_KERNEL,         HW_ITEM_EXTRA,     HW_SLICE,
    HW_TEXELS_MOST,      HW_METRICS_MOST,        HW_SCHED_BARRIERS,
};

static const size_t sizes[] = {
    sizeof(struct hw_view), sizeof(struct hw_info),         sizeof(struct hw_infos),
    sizeof(struct hw_item), sizeof(struct hw_launch_place), sizeof(enum hw_item_kind),
};

/* The operation of an MVI of Tesla, by the old names. */
static int operation_of_a_move(struct hw_error *error)
{
    static const unsigned char code[8] = {0x15, 0x80, 0x01, 0x10, 0x03, 0x00, 0x00, 0x00};
    struct hw_target target;
    struct hw_insn insn;
    struct hw_view view;
    if (hw_target_find("sm_10", &target, error) || hw_decode(&target, code, sizeof code, &insn))
        return -1;
    hw_insn_view(&insn, &view);
    return hw_view_written(&view) == 1 ? view.op : -1;
}

int main(void)
{
    struct hw_error error;
    struct hw_runner *runner;
    struct hw_stage *stage;
    size_t i;
    for (i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!functions[i])
            return 1;
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!sizes[i])
            return 1;
    if (hw_runner_create(&runner, &error) || hw_stage_create(&stage, &error))
        return 1;
    hw_stage_destroy(stage);
    hw_runner_destroy(runner);
    printf("%d %s\n", numbers[7], operation_of_a_move(&error) == HW_OP_MOV ? "MOV" : "another");
    return 0;
}
