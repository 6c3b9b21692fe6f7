/* SPDX-License-Identifier: MIT */
/* Searches for a schedule and a register allocation that meet the budget: see registers.h.  Each trial works
 * on a copy of the function, with a limit of register pressure for the scheduler and a limit of registers
 * for the allocator. */
#include "compiler/codegen/registers.h"

#include "compiler/codegen/target_hooks.h"
#include "compiler/codegen/frame.h"
#include "compiler/codegen/expand_pseudos.h"
#include "compiler/codegen/target_sched_model.h"
#include "compiler/mir/mir_coalesce.h"
#include "compiler/mir/mir_schedule.h"

#define STACK_UNIT    16u
#define FEW_REGISTERS 32u /* that never keep warps from a multiprocessor */
/* Pairs and quads of registers fragment the register file, so a schedule for fewer registers may be
 * allocated where one for all is not. */
#define MIN_SLACK   0u
#define MAX_SLACK   8u
#define SLACK_STEP  2u
#define MAX_MISSING 16u /* bytes of unallocated registers up to which another schedule may help */

/* --- registers in local memory ---------------------------------------------------------------------------
 */

struct spill {
    const struct hw_codegen_target_hooks *family;
    struct hw_mir_function *function;
    uint32_t stack, above;   /* the spill area's offset from the stack's address */
    uint64_t stored, loaded; /* bytes */
    bool is_narrow;          /* which is a multiple of 8 bytes only */
};

static void emit_spill(struct spill *spill, struct hw_mir_block *block, struct hw_mir_insn *next,
                       uint32_t reg, uint32_t at, bool is_load)
{
    const struct hw_codegen_spill_access access = {.function = spill->function,
                                                   .block = block,
                                                   .next = next,
                                                   .reg = reg,
                                                   .stack = spill->stack,
                                                   .at = spill->above + at,
                                                   .is_load = is_load,
                                                   .is_narrow = spill->is_narrow};

    spill->family->spill(&access);
    *(is_load ? &spill->loaded : &spill->stored) += 4u * spill->function->reg[reg].words;
}

static void load(void *context, struct hw_mir_block *block, struct hw_mir_insn *next, uint32_t reg,
                 uint32_t at)
{
    emit_spill(context, block, next, reg, at, true);
}

static void store(void *context, struct hw_mir_block *block, struct hw_mir_insn *next, uint32_t reg,
                  uint32_t at)
{
    emit_spill(context, block, next, reg, at, false);
}

/* --- tries -----------------------------------------------------------------------------------------------
 */

struct trial {
    const struct hw_isel *selection;
    struct hw_mir_calling_convention convention;
    struct hw_codegen_sched_model model;
    bool is_ordered;
    uint32_t stack;
    unsigned most;
};

/* What came of a try. */
struct tried {
    struct hw_mir_function *function; /* NULL: not all registers could be allocated */
    struct hw_mir_allocated allocated;
    struct spill spill;
};

static bool is_better(const struct tried *a, const struct tried *b)
{
    return a->function &&
           (!b->function || a->spill.stored + a->spill.loaded < b->spill.stored + b->spill.loaded);
}

static unsigned registers_of(const struct tried *tried)
{
    return tried->allocated.used[HW_MIR_FILE_GENERAL];
}

static struct hw_mir_register_set register_set_for(const struct trial *trial, unsigned registers)
{
    return (struct hw_mir_register_set){.count = {(uint16_t)registers, 7},
                                        .convention = trial->selection->frame ? &trial->convention : NULL,
                                        .can_rematerialise =
                                            trial->is_ordered ? hw_codegen_can_rematerialise : NULL};
}

/* With a schedule in which at most `live` registers are live, if there is one; 0: with few stalls. */
static struct tried try_registers(struct trial *trial, unsigned live, unsigned registers, bool may_spill,
                                  bool coalesces_all)
{
    const struct hw_isel *selection = trial->selection;
    const struct hw_codegen_frame *frame = selection->frame;
    struct hw_mir_function *function = hw_mir_copy(selection->to);
    struct tried tried = {
        .function = function,
        .spill = {.family = selection->target->family,
                  .function = function,
                  .stack = trial->stack,
                  .above = hw_codegen_round_up(selection->layout->bytes[HW_IR_SPACE_LOCAL], 16),
                  .is_narrow = frame && frame->is_called && !frame->is_rounded}};
    const struct hw_mir_sched_model callback = {hw_codegen_sched_info, &trial->model};
    struct hw_mir_register_set allocatable = register_set_for(trial, registers);

    trial->model.function = function;
    if (coalesces_all) {
        allocatable.coalesces_all = true;
        hw_mir_coalesce(function, &allocatable);
    }
    if (trial->is_ordered)
        hw_mir_schedule(function, &callback,
                        (struct hw_mir_pressure_limit){
                            .few = trial->most < FEW_REGISTERS ? trial->most : FEW_REGISTERS, .most = live});
    if (may_spill) {
        allocatable.load = load;
        allocatable.store = store;
        allocatable.context = &tried.spill;
    }
    if (!hw_mir_allocate(function, &allocatable, &tried.allocated))
        tried.function = NULL;
    return tried;
}

/* Without spills.  Coalescing all copies can leave fewer registers, but they may be harder to allocate. */
static struct tried allocate_all(struct trial *trial, unsigned live, unsigned registers)
{
    struct tried tried = {.function = NULL};

    for (unsigned coalesces_all = trial->is_ordered + 1u; coalesces_all-- > 0 && !tried.function;)
        tried = try_registers(trial, live, registers, false, coalesces_all);
    return tried;
}

/* A schedule with an allocation of so many registers.  If much more than fragmentation is missing, no other
 * schedule is tried: it would only take time. */
static struct tried fit_registers(struct trial *trial, unsigned registers)
{
    struct tried tried = {.function = NULL};
    unsigned missing = 0; /* bytes */

    for (unsigned slack = MIN_SLACK;
         slack <= MAX_SLACK && slack < registers && !tried.function && missing <= MAX_MISSING;
         slack += SLACK_STEP) {
        tried = allocate_all(trial, registers - slack, registers);
        missing = tried.allocated.bytes;
    }
    return tried;
}

static struct tried spill_some(struct trial *trial, unsigned registers)
{
    struct tried best = {.function = NULL};

    for (unsigned attempt = trial->is_ordered ? 4 : 1; attempt-- > 0;) {
        const struct tried tried =
            try_registers(trial, attempt & 1 ? 0 : registers, registers, true, attempt & 2);
        if (is_better(&tried, &best))
            best = tried;
    }
    return best;
}

/* More than the budget: joining all copies is not worth still more. */
static struct tried retry_with_fewer(struct trial *trial, const struct tried *first)
{
    const struct tried other = try_registers(trial, 0, trial->most, false, false);

    return other.function && registers_of(&other) < registers_of(first) ? other : *first;
}

static struct tried try_all(struct trial *trial, const struct hw_codegen_budget *budget)
{
    const struct tried first = allocate_all(trial, 0, trial->most);

    for (unsigned i = 0; i < budget->goals && budget->goal[i].registers < trial->most; i++) {
        const unsigned registers = budget->goal[i].registers;
        if (first.function && registers_of(&first) <= registers)
            return first;
        struct tried tried = fit_registers(trial, registers);
        if (!tried.function && budget->goal[i].is_needed)
            tried = spill_some(trial, registers);
        if (tried.function)
            return tried;
    }
    if (first.function)
        return retry_with_fewer(trial, &first);
    const struct tried close = fit_registers(trial, trial->most);
    return close.function ? close : spill_some(trial, trial->most);
}

static struct tried choose_registers(struct hw_isel *selection, const struct hw_codegen_budget *budget,
                                     unsigned most)
{
    const struct hw_codegen_target *target = selection->target;
    const struct hw_codegen_frame *frame = selection->frame;
    struct trial trial = {.selection = selection,
                          .convention =
                              hw_codegen_calling_convention(frame && frame->is_called, frame && frame->grows),
                          .stack = frame ? hw_isel_stack(selection) : selection->stack,
                          .most = most && most < target->registers ? most : target->registers};

    trial.is_ordered = target->is_ordered && target->family->has_predicates &&
                       hw_chip_find(target->name, &trial.model.chip, NULL) == HW_OK;
    if (trial.is_ordered)
        hw_codegen_expand_pseudos(selection->to);
    return try_all(&trial, budget);
}

/* --- the stack -------------------------------------------------------------------------------------------
 */

/* Make room for all that lies on the stack; without any its address is not needed. */
static void set_frame_size(struct hw_mir_function *function, uint32_t bytes)
{
    for (struct hw_mir_insn *insn = function->block[0]->first; insn; insn = insn->next)
        if (insn->template == hw_codegen_sink) {
            insn->operand[2].value = -(int64_t)bytes;
            if (bytes)
                return;
            struct hw_mir_insn *load = insn->prev;
            while (!load->written || load->operand[0].reg != insn->operand[0].reg)
                load = load->prev;
            hw_mir_remove(function->block[0], load);
            hw_mir_remove(function->block[0], insn);
            return;
        }
}

hw_status hw_codegen_allocate_registers(struct hw_isel *selection, const struct hw_codegen_budget *budget,
                                        unsigned most, struct hw_codegen_kernel *kernel)
{
    const struct tried tried = choose_registers(selection, budget, most);
    const uint64_t variables = selection->layout->bytes[HW_IR_SPACE_LOCAL];

    if (!tried.function)
        return hw_fail(selection->error, HW_ERR_LIMIT, "compiler", "%s needs more than %u registers at once",
                       selection->from->name,
                       most && most < selection->target->registers ? most : selection->target->registers);
    selection->to = tried.function;
    kernel->local_bytes =
        variables || tried.allocated.bytes
            ? hw_codegen_round_up((uint64_t)tried.spill.above + tried.allocated.bytes, STACK_UNIT)
            : 0;
    kernel->spill_stores = tried.spill.stored;
    kernel->spill_loads = tried.spill.loaded;
    kernel->registers = registers_of(&tried);
    if (selection->frame) {
        kernel->local_bytes = hw_codegen_insert_prologue(selection, kernel->local_bytes);
        kernel->registers = kernel->registers > HW_CALL_FIRST ? kernel->registers : HW_CALL_FIRST;
    } else
        set_frame_size(selection->to, kernel->local_bytes);
    return HW_OK;
}
