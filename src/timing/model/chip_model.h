/* SPDX-License-Identifier: MIT */
/* The model of a chip that runs one launch after another: multiprocessors, the memory behind them, and the
 * scheduler of blocks.
 *
 * Time advances in steps.  Within one, multiprocessors run by themselves; then memory serves what they have
 * asked for, in the order of time, and blocks are dealt out.  A step is shorter than the latency of memory
 * and than the start of a block, so nothing comes too late, and the outcome does not depend on who runs
 * first. */
#ifndef HW_TIMING_MODEL_CHIP_MODEL_H
#define HW_TIMING_MODEL_CHIP_MODEL_H

#include "timing/model/multiprocessor.h"
#include "timing/model/recorder.h"
#include "timing/model/step_crew.h"

struct hw_chip_model {
    const struct hw_chip_info *chip;
    struct hw_work_times times[HW_WORK_COUNT];
    struct hw_sm *sm;
    uint32_t sms;
    struct hw_memory_system memory;
    uint32_t memory_parts;             /* into which its channels are shared out, one for each thread */
    struct hw_memory_request **bucket; /* of each part and each clock of a step: a list */
    struct hw_step_crew *crew;
    struct hw_block_trace **ended_on; /* each multiprocessor, in this step */

    /* The launch. */
    struct hw_recorder *recorder;
    uint64_t now, step, blocks, begun, ended;
    uint64_t resident;      /* blocks that may be under way at once */
    uint64_t launcher_free; /* when the scheduler of blocks can start the next one */
    uint64_t last_end;
    bool no_memory;
};

hw_status hw_chip_model_create(struct hw_chip_model *model, const struct hw_chip_info *chip,
                               const struct hw_board *board, uint32_t workers, struct hw_error *error);
void hw_chip_model_destroy(struct hw_chip_model *model);

/* `resident` is how many blocks the launch itself lets run at once, where it waits for the model: a board may
 * have more multiprocessors than its chip. */
bool hw_chip_model_begin(struct hw_chip_model *model, struct hw_recorder *recorder,
                         const struct hw_timed_code *code, uint32_t blocks_per_sm, uint64_t resident,
                         uint64_t blocks);
/* What the chip has done in each interval of a launch of so many clocks: the caller's to free.  NULL: no
 * memory. */
struct hw_time_interval *hw_chip_model_intervals(const struct hw_chip_model *model, uint64_t cycles,
                                                 uint32_t *count, uint64_t *clocks);
/* Forget what is under way after the launch's end. */
void hw_chip_model_end(struct hw_chip_model *model);
/* Advance until so many blocks have begun, or the next one is not recorded; with UINT64_MAX until nothing is
 * left to do. */
void hw_chip_model_advance(struct hw_chip_model *model, uint64_t blocks);

#endif
