/* SPDX-License-Identifier: MIT */
/* Translation turns each instruction of a launch's code into micro-ops, in one pass over the code.
 *
 * An instruction becomes, in this order: Tesla's join flag; a guard that sets the executing lanes or skips
 * the rest; loads of memory operands; the operation; micro-ops for listeners; the exit flag, or the join flag
 * from Fermi on; the end of the guard.  A guarded instruction's exit concerns the lanes that execute it; its
 * join the whole path on Tesla, and those lanes from Fermi on.  Tesla's NOP exits and joins whatever its
 * guard says.  Whatever cannot be executed becomes a micro-op that stops the kernel when it is reached, so
 * code that is never executed has no effect.
 *
 * @see the NV50 wiki page and envytools' Tesla ISA notes; that NOP ignores its guard is how compilers use it.
 * That Tesla's paths reconverge before the instruction, not after it: CUDA SDK 4.2's dxtc, whose code for
 * sm_10 reads shared memory in an instruction that joins, and finds there what the other path has written. */
#include "engine/translate/program_listing.h"
#include "engine/translate/translate.h"
#include "engine/translate/translate_cfg.h"

#include "environment.h"
#include "isa/matrix_effects.h"
#include "machine/paths/paths.h"
#include "machine/device_launch/device_function.h"
#include "machine/device_runtime.h"
#include "machine/grid_barrier.h"
#include "ops/value_types.h"

#include <halfwarp/effects.h>
#include <halfwarp/graphics.h>
#include <halfwarp/scheduling_bits.h>

#include <stdlib.h>
#include <string.h>

/* Number the registers.  Literals come last because their number is not known yet. */
static void number_registers(struct hw_register_layout *numbering, uint32_t registers, uint16_t outputs,
                             uint16_t uniform)
{
    uint16_t next = (uint16_t)((registers + 3) & ~3u);
    numbering->registers = next;
    numbering->output = next;
    next += outputs;
    numbering->cond = next;
    next += 4;
    numbering->addr = next;
    next += 8;
    numbering->uniform = next;
    next += uniform + (uniform & 1); /* the last pair's second is URZ, which stays zero */
    numbering->zero = next;
    next += 4;
    numbering->sink = next;
    next += 4;
    numbering->temp = next;
    next += HW_TEMP_REGISTERS;
    numbering->special = next;
    next += HW_SPECIAL_REGISTERS;
    numbering->literal = next;
}

/* A plain move of a word from memory is a load. */
static bool translate_moved_load(struct hw_translator *t)
{
    const struct hw_semantics *view = &t->view;
    const struct hw_operand *d = &view->operand[0], *memory = &view->operand[1];
    uint16_t reg;
    uint8_t part;

    if (view->op != HW_OP_MOV || view->mod[HW_MOD_LANES] != 0xf || view->cond_out >= 0 ||
        d->kind != HW_OPERAND_REG || d->bytes != 4 || memory->kind != HW_OPERAND_SHARED)
        return false;
    if (hw_destination_register(t, d, &reg, &part))
        hw_emit_load(t, memory, reg);
    return true;
}

/* A conversion reads all of a 64-bit source, also of a literal, and also if the instruction names a part of
 * it. */
static bool reads_pairs(const struct hw_semantics *view)
{
    return hw_operation_info(view->op)->takes == HW_TAKES_TYPES &&
           hw_type_bits(view->mod[HW_MOD_TYPE2]) == 64;
}

/* A literal beside pairs of registers is extended by its sign. */
static bool widens_literals(const struct hw_semantics *view)
{
    return hw_type_bits(view->mod[HW_MOD_TYPE]) == 64 &&
           (view->op == HW_OP_IADDC || view->op == HW_OP_IMNMXP || view->op == HW_OP_ISETP);
}

/* Translate arithmetic: find the registers and parts of all operands, then select the lane function. */
void hw_translate_alu(struct hw_translator *t)
{
    const struct hw_semantics *view = &t->view;
    const struct hw_register_layout *registers = &t->program->numbering;
    struct hw_uop made = {.d = registers->sink,
                          .a = registers->zero,
                          .b = registers->zero,
                          .c = registers->zero,
                          .cond_out = HW_NO_REGISTER,
                          .cond_in = HW_NO_REGISTER};
    uint16_t *const reg[4] = {&made.d, &made.a, &made.b, &made.c};
    uint8_t unused;
    uint8_t *const part[4] = {&made.d_part, &made.a_part, &made.b_part, &unused};
    struct hw_alu_operands found;

    hw_alu_operands(view, &found);
    if (!hw_alu_select(view, t->table, t->traits, &made)) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, t->kernel_abi->not_run ? HW_TRAP_NOT_RUN : HW_TRAP_OPERATION, 0);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        struct hw_operand operand = view->operand[found.reg[i] < 0 ? 0 : found.reg[i]];
        if (i > 0 && found.whole_words && operand.bytes < 4)
            operand.bytes = 4;
        if (i > 0 && (reads_pairs(view) || (widens_literals(view) && operand.kind == HW_OPERAND_IMM)))
            operand.bytes = 8;
        if (found.reg[i] >= 0 && (i == 0 ? !hw_destination_register(t, &operand, reg[i], part[i])
                                         : !hw_source_register(t, &operand, reg[i], part[i])))
            return;
    }
    if (found.cond_out >= 0)
        made.cond_out = hw_cond_register(t, (unsigned)found.cond_out, true);
    if (found.cond_in >= 0) {
        made.cond_in = hw_cond_register(t, (unsigned)found.cond_in, false);
        hw_record_carry_use(t, made.fn);
    }
    made.carry_only = found.cond_out >= 0 && hw_makes_carry(t->table, made.fn);
    if (t->launch->graphics)
        hw_graphics_quad(t, &made);
    *hw_emit(t, made.fn) = made;
    if (found.reg[0] < 0)
        return;
    const struct hw_operand *d = &view->operand[found.reg[0]];
    if (d->kind == HW_OPERAND_OUT && d->bytes == 2)
        hw_emit(t, hw_uop_double_half)->d = made.d;
    hw_clear_beyond(t, d);
    if (d->kind == HW_OPERAND_ADDR && d->reg == 7)
        hw_emit(t, hw_uop_addr_warp)->d = made.d;
}

/* Whether an operation needs no guarded region: it evaluates its guard itself, or votes on it, or does
 * nothing. */
static bool guards_itself(unsigned op)
{
    return hw_is_flow(op) || hw_waits_for_lanes(op) || op == HW_OP_VOTE || op == HW_OP_NOP;
}

static void translate_operation(struct hw_translator *t)
{
    if (hw_translate_flow(t) || hw_translate_its(t) || hw_translate_special(t) || hw_translate_graphics(t) ||
        hw_translate_mbarrier(t) || hw_translate_block_copy(t) || hw_translate_float_parts(t) ||
        hw_translate_memory(t) || hw_translate_matrix(t) || hw_translate_product(t) ||
        hw_translate_warpgroup(t))
        return;
    if (hw_translate_texture(t) || hw_translate_texture_object(t) || hw_translate_surface(t))
        hw_record_unknown(t);
    else if (!translate_moved_load(t))
        hw_translate_alu(t);
}

/* Emit what follows the operation: the instruction's flags, and the end of the guard.  From Fermi on the
 * lanes join that execute the instruction: those of the guarded region, even if the instruction has written
 * its predicate. */
static void translate_end(struct hw_translator *t, bool guarded)
{
    const bool syncs = (t->view.also & HW_ALSO_JOIN) && !t->kernel_abi->full_path_joins;

    if (t->view.also & HW_ALSO_EXIT) {
        hw_graphics_save_outputs(t, false);
        hw_emit(t, hw_uop_exit);
        return;
    }
    if (syncs && guards_itself(t->view.op))
        hw_emit_guarded(t, hw_uop_sync);
    else if (syncs)
        hw_emit(t, hw_uop_sync);
    if (guarded)
        hw_emit(t, hw_uop_unguard);
}

/* Translate one instruction.  The length of the guarded region is set when the rest has been emitted. */
static void translate_insn(struct hw_translator *t)
{
    const struct hw_semantics *view = &t->view;
    const uint32_t first = t->program->uop_count;
    bool guarded = hw_guard_is_test(&view->guard) && !guards_itself(view->op);

    if (t->launch->code.turn)
        hw_emit(t, hw_uop_preemption_point);
    if ((view->also & HW_ALSO_JOIN) && t->kernel_abi->full_path_joins)
        hw_emit(t, hw_uop_join);
    hw_instrument_before(t);
    uint32_t guard = t->program->uop_count;
    if (guarded)
        hw_emit_guarded(t, hw_uop_guard);
    translate_operation(t);
    if (guarded && !t->no_memory)
        t->program->uop[guard].jump.skipped = t->program->uop_count - guard;
    hw_instrument_after(t);
    translate_end(t, guarded);
    if (t->program->uop_count ==
        guard) /* every instruction has a micro-op, so that jumps to it are counted right */
        hw_emit(t, hw_uop_nop);
    hw_record_end(t, first, !guarded && !guards_itself(view->op));
}

/* Open the next instruction in the list. */
static struct hw_program_insn *add_insn(struct hw_translator *t, uint32_t pc)
{
    struct hw_program *program = t->program;

    if (program->insn_count == t->insn_capacity) {
        uint32_t wanted = t->insn_capacity ? t->insn_capacity * 2 : 256;
        struct hw_program_insn *grown = realloc(program->insn, wanted * sizeof *grown);
        if (grown)
            program->insn = grown;
        if (t->launch->listener_count) {
            struct hw_insn_event *insn_event = realloc(program->insn_event, wanted * sizeof *insn_event);
            if (insn_event)
                program->insn_event = insn_event;
            else
                grown = NULL;
        }
        if (!grown) {
            t->no_memory = true;
            return NULL;
        }
        t->insn_capacity = wanted;
    }
    struct hw_program_insn *insn = &program->insn[program->insn_count++];
    memset(insn, 0, sizeof *insn);
    if (program->insn_event)
        program->insn_event[program->insn_count - 1] = (struct hw_insn_event){.unit = ""};
    insn->pc = pc;
    insn->uop = program->uop_count;
    t->temps = 0;
    t->pc = pc;
    return insn;
}

/* Record the first word at a code address where no instruction can be decoded. */
static void record_word(struct hw_insn *insn, const uint8_t *from)
{
    uint32_t word;
    memcpy(&word, from, sizeof word);
    *insn = (struct hw_insn){.bytes = 4, .word = {word}, .control = HW_NO_CONTROL};
}

/* Emit a fault after the end of code, for lanes that run past it. */
static void translate_stop(struct hw_translator *t, uint32_t pc)
{
    struct hw_program_insn *end = t->no_memory ? NULL : add_insn(t, pc);

    if (!end)
        return;
    end->is_end = true;
    hw_emit_fault(t, HW_FAULT_JUMP, HW_TRAP_END, t->pc);
}

static void emit_grid_uop(struct hw_translator *t, hw_uop_fn *function, uint32_t external)
{
    struct hw_uop *uop = hw_emit(t, function);

    uop->a = HW_DEVICE_CALL_RESULT;
    uop->external = external;
}

/* Translate the barrier of the grid.  Its last micro-op is an instruction of its own, because it jumps to
 * itself. */
static void translate_grid_barrier(struct hw_translator *t, uint32_t external)
{
    emit_grid_uop(t, hw_uop_grid_begin, external);
    struct hw_uop *bar = hw_emit(t, hw_barrier_function(t));
    bar->b = bar->c = hw_literal_register(t, 0);
    bar->bar.what = HW_BAR_THREADS | HW_BAR_ARRIVE | HW_BAR_WAIT;
    emit_grid_uop(t, hw_uop_grid_arrive, external);
    if (add_insn(t, t->pc + HW_DEVICE_CALL_STEP / 2))
        emit_grid_uop(t, hw_uop_grid_wait, external);
}

/* With independent thread scheduling, R20 holds the return address. */
static void translate_return(struct hw_translator *t)
{
    if (!t->kernel_abi->has_its)
        hw_emit(t, hw_uop_ret);
    else if (t->launch->code.registers > HW_DEVICE_CALL_RETURN)
        hw_emit(t, hw_uop_brx)->b = HW_DEVICE_CALL_RETURN;
    else
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_REGISTER, HW_DEVICE_CALL_RETURN);
}

static hw_uop_fn *device_call_function(uint32_t number)
{
    return number >= HW_DEVICE_CALLS && hw_device_function_waits(number - HW_DEVICE_CALLS)
               ? hw_uop_children_wait
               : hw_uop_device_call;
}

/* After the code: the device runtime functions, which no file defines, each a micro-op and a return at its
 * address.  What they print and allocate depends on the order of blocks. */
static void translate_externals(struct hw_translator *t)
{
    const uint32_t count = hw_device_call_count(t->launch->code.launches);

    hw_needs_one_worker(t, HW_ONE_WORKER_CALLS);
    for (unsigned i = 0; i < count; i++) {
        if (t->no_memory || !add_insn(t, HW_DEVICE_CALL_BASE + i * HW_DEVICE_CALL_STEP))
            return;
        if (hw_is_grid_barrier(i) && t->launch->code.registers > HW_DEVICE_CALL_RESULT + 1)
            translate_grid_barrier(t, i);
        else
            hw_emit(t, device_call_function(i))->external = i;
        translate_return(t);
    }
    translate_stop(t, HW_DEVICE_CALL_BASE + count * HW_DEVICE_CALL_STEP);
}

/* Translate a piece, and emit a fault after its end.  Words that hold scheduling bits are skipped. */
static void translate_piece(struct hw_translator *t, const struct hw_code_piece *piece)
{
    const struct hw_target *target = &t->launch->code.target;
    const uint8_t *code = (const uint8_t *)t->launch->code.data + piece->offset;
    size_t pc = 0;

    while (pc < piece->bytes && !t->no_memory) {
        struct hw_insn decoded;
        hw_status status = hw_decode_code(target, code, piece->bytes, &pc, &decoded);
        if (pc >= piece->bytes)
            break;
        struct hw_program_insn *insn = add_insn(t, piece->address + (uint32_t)pc);
        if (!insn)
            return;
        if (status != HW_OK)
            record_word(&decoded, code + pc);
        insn->insn = decoded;
        if (pc % hw_insn_length(target, code[pc])) {
            hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_LONG, t->pc);
        } else if (!decoded.form) {
            hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_WORD, 0);
        } else {
            hw_insn_semantics(&decoded, &t->view);
            hw_matrix_widths(&t->view);
            translate_insn(t);
        }
        pc += decoded.bytes;
    }
    translate_stop(t, piece->address + (uint32_t)pc);
}

static void translate_code(struct hw_translator *t)
{
    const struct hw_launch_code *code = &t->launch->code;

    for (uint32_t i = 0; i < hw_code_pieces(code); i++) {
        const struct hw_code_piece piece = hw_code_piece(code, i);
        translate_piece(t, &piece);
    }
    if (code->calls_out)
        translate_externals(t);
}

/* The micro-op that a jump to an instruction leads to.  Paths that wait for Tesla's join continue after it,
 * within the instruction. */
static uint32_t branch_target(const struct hw_translator *t, const struct hw_uop *from, uint32_t insn)
{
    const struct hw_program *program = t->program;
    uint32_t uop = program->insn[insn].uop, join = uop + (t->launch->code.turn != 0);

    if (from->fn == hw_uop_push && from->jump.path == HW_PATH_JOIN && join < program->uop_count &&
        program->uop[join].fn == hw_uop_join)
        return join + 1;
    return uop;
}

/* Resolve code addresses to micro-ops.  A target where no instruction begins becomes a fault. */
static void resolve_targets(struct hw_translator *t)
{
    struct hw_program *program = t->program;

    for (uint32_t i = 0; i < t->target_count && !t->no_memory; i++) {
        uint32_t from = t->target[i], address = program->uop[from].jump.target, insn;
        if (hw_program_insn_at(program, address, &insn)) {
            program->uop[from].jump.target = branch_target(t, &program->uop[from], insn);
        } else {
            uint32_t stop = program->uop_count;
            hw_emit_fault(t, HW_FAULT_JUMP, HW_TRAP_TARGET, address);
            if (!t->no_memory) {
                program->insn_of[stop] = program->insn_of[from];
                program->uop[from].jump.target = stop;
            }
        }
    }
}

/* The dataflow analyses, over one control-flow graph.  False: there is no memory for their results. */
static bool analyse_program(struct hw_translator *t)
{
    struct hw_code_graph graph = {0};
    const bool is_built = !t->def_uses.give_up && hw_code_graph_build(t, &graph);

    hw_eliminate_dead_flags(t, is_built ? &graph : NULL);
    const bool is_done = hw_find_uninitialised(t, is_built ? &graph : NULL);
    hw_code_graph_free(&graph);
    return is_done;
}

/* Run the analyses that need all code, and complete the program. */
static hw_status finish(struct hw_translator *t, struct hw_error *error)
{
    struct hw_program *program = t->program;

    if (t->no_memory)
        return hw_fail(error, HW_ERR_NO_MEMORY, "engine", "no memory to translate the kernel");
    if (program->literal_count + program->numbering.literal >= HW_NO_REGISTER)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "engine",
                       "the kernel uses %u different constants; at most %u fit", program->literal_count,
                       HW_NO_REGISTER - program->numbering.literal);
    if (!hw_program_locate(program, t->launch->code.entry, &program->start))
        return hw_fail(error, HW_ERR_LAUNCH, "engine", "no instruction begins at the entry point 0x%x",
                       t->launch->code.entry);
    program->numbering.count = (uint16_t)(program->numbering.literal + program->literal_count);
    hw_order_reductions(t);
    if (!analyse_program(t))
        return hw_fail(error, HW_ERR_NO_MEMORY, "engine", "no memory to translate the kernel");
    return HW_OK;
}

hw_status hw_translate(const struct hw_launch *launch, struct hw_executable *code, struct hw_error *error)
{
    struct hw_program *program = &code->program;
    const struct hw_alu_table *table = hw_alu_table();
    struct hw_translator t = {.launch = launch,
                              .code = code,
                              .program = program,
                              .table = table,
                              .memory = hw_memory_table_of(table),
                              .kernel_abi = hw_kernel_abi_of(&launch->code.target),
                              .traits = hw_traits_of(&launch->code.target),
                              .subscriptions = hw_subscriptions(launch)};
    t.puts_off = launch->code.async && !t.subscriptions.accesses;

    program->name = launch->code.name ? strdup(launch->code.name) : NULL;
    program->target = launch->code.target;
    number_registers(&program->numbering, launch->code.registers, launch->graphics ? HW_OUTPUTS : 0,
                     t.kernel_abi->uniform_registers);
    program->state_registers = program->numbering.addr; /* until a later register is used */
    hw_analyse_shared(&t);
    hw_record_begin(&t);
    program->cond_lanes = t.table->cond_lanes;
    program->dot = t.table->dot;
    program->double_lanes = t.table->fp64;
    program->mem_fast = t.memory->mem_fast;
    translate_code(&t);
    resolve_targets(&t);
    hw_merge_issues(&t);
    hw_const_patch_mark(&t);
    const hw_status status = finish(&t, error);
    if (status == HW_OK && hw_environment(HW_ENVIRONMENT_JIT_SYMBOLS))
        program->listing = hw_program_listing(program, launch->code.image);
    free(t.def_uses.def_use);
    free(t.target);
    free(t.literal_table);
    free(t.patch_next);
    return status;
}
