/* SPDX-License-Identifier: MIT */
/* A form is chosen, then its bits; fields with a meaning for the kernel get a value by their name, and what
 * comes out is looked at: what it would write, and which memory it would touch. */
#include "random_insn.h"

#include <halfwarp/effects.h>

#include <stdlib.h>
#include <string.h>

#include <halfwarp/sched.h>

#include "engine/translate/translate.h"
#include "ops/scalar/fp32.h"
#include "unit/ops/splitmix.h"

void random_insns_begin(struct random_insns *random, const struct hw_target *target, uint64_t seed)
{
    *random = (struct random_insns){.target = *target, .state = seed, .most_global = 16, .most_shared = 16};
    while (hw_isa_form(target->isa, random->forms))
        random->forms++;
}

unsigned random_below(struct random_insns *random, unsigned count)
{
    return (unsigned)(splitmix64(&random->state) % count);
}

static bool one_in(struct random_insns *random, unsigned count)
{
    return random_below(random, count) == 0;
}

static bool is_tesla(const struct random_insns *random)
{
    return random->target.isa == hw_isa_at(0);
}

/* --- forms --- */

static bool is_of_kind(const struct hw_form *form, enum random_kind kind)
{
    const struct hw_operation_info *info = hw_operation_info(hw_form_op(form));

    switch (hw_form_op(form)) {
    case HW_OP_TRAPCTL:
    case HW_OP_SHADER:
    case HW_OP_INTERP:
    case HW_OP_EMIT:
    case HW_OP_RESTART: return false;
    default: break;
    }
    if (info->flow != HW_FLOW_NONE || info->space > HW_SPACE_DATA)
        return false;
    return (info->space == HW_SPACE_DATA) == (kind == RANDOM_MEMORY);
}

/* Of kernels whose floats are all flushed: most often arithmetic of floats, else what is simple. */
static bool is_wanted(struct random_insns *random, unsigned op)
{
    switch (op) {
    case HW_OP_FADD:
    case HW_OP_FMUL:
    case HW_OP_FFMA: return true;
    case HW_OP_FSET:
    case HW_OP_FSETP:
    case HW_OP_FMNMX:
    case HW_OP_IADD:
    case HW_OP_IADD3:
    case HW_OP_IMAD:
    case HW_OP_IMNMX:
    case HW_OP_ISETP:
    case HW_OP_LOP:
    case HW_OP_LOP3:
    case HW_OP_MOV:
    case HW_OP_SEL:
    case HW_OP_SHL: return one_in(random, 8);
    default: return false;
    }
}

static const struct hw_form *choose_form(struct random_insns *random, enum random_kind kind, unsigned bytes)
{
    for (;;) {
        const struct hw_form *form = hw_isa_form(random->target.isa, random_below(random, random->forms));
        if (random->flushes && kind == RANDOM_ARITHMETIC && !is_wanted(random, hw_form_op(form)))
            continue;
        if (is_of_kind(form, kind) && hw_form_bytes(form) == bytes &&
            hw_form_legal(form, random->target.chip, random->target.program))
            return form;
    }
}

static bool decode(const struct random_insns *random, const uint64_t word[2], unsigned bytes,
                   struct hw_insn *insn)
{
    return hw_decode_word(&random->target, word, bytes, insn) == HW_OK && insn->form && !insn->foreign;
}

/* An instruction of the form with all its free bits by chance. */
static bool any_of_form(struct random_insns *random, const struct hw_form *form, struct hw_insn *insn)
{
    uint64_t mask[2], word[2];

    hw_form_fixed(form, mask, word);
    for (unsigned i = 0; i < 2; i++)
        word[i] |= splitmix64(&random->state) & ~mask[i];
    return decode(random, word, hw_form_bytes(form), insn);
}

/* --- fields --- */

/* A register: one of the kernel's, sometimes at a multiple of four, sometimes any or none. */
static uint64_t choose_register(struct random_insns *random)
{
    const unsigned data = random_below(random, RANDOM_DATA);

    if (is_tesla(random)) /* where halves are numbered, these numbers are twice as high */
        return one_in(random, 3) ? random_below(random, 2 * RANDOM_GLOBAL) : RANDOM_FIRST_DATA + data;
    switch (random_below(random, 8)) {
    case 0: return 0xff; /* RZ, as wide as the field is */
    case 1: return random_below(random, RANDOM_REGISTERS);
    case 2:
    case 3:
    case 4: return RANDOM_FIRST_DATA + (data & ~3u);
    default: return RANDOM_FIRST_DATA + data;
    }
}

/* The base of an access, by the space of the operand that the form has. */
static uint64_t choose_base(const struct hw_semantics *view)
{
    for (unsigned i = 0; i < view->operand_count; i++)
        switch (view->operand[i].kind) {
        case HW_OPERAND_GLOBAL:
        case HW_OPERAND_GENERIC: return RANDOM_GLOBAL;
        case HW_OPERAND_LOCAL: return RANDOM_LOCAL;
        case HW_OPERAND_SHARED:
        case HW_OPERAND_CONST: return RANDOM_SHARED;
        default: break;
        }
    return RANDOM_GLOBAL;
}

static uint64_t choose_offset(struct random_insns *random)
{
    return random->careless && one_in(random, 24) ? random_below(random, 1u << 16)
                                                  : 16 * random_below(random, 8);
}

static bool is_named(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

/* The value of a field by its name (isa/README.md); others keep what chance gave them. */
static uint64_t choose_field(struct random_insns *random, enum random_kind kind,
                             const struct hw_semantics *view, const char *name, uint64_t value)
{
    static const char *const registers[] = {"dst", "dst2", "src1", "src2", "src3", "metadata", NULL};
    static const char *const uniform[] = {"udst", "usrc1", "usrc2", "usrc3", NULL};
    static const char *const wide[] = {"wide", "address64", NULL}, *const guards[] = {"guard", "uguard",
                                                                                      NULL};
    static const char *const zero[] = {"join", "flow", "out", NULL};

    if (kind == RANDOM_MEMORY && strcmp(name, "src1") == 0 && !is_tesla(random))
        return choose_base(view);
    if (kind == RANDOM_MEMORY && strcmp(name, "src1") == 0 && one_in(random, 2))
        return choose_base(view);
    if (is_named(name, registers))
        return choose_register(random);
    if (is_named(name, uniform))
        return kind == RANDOM_MEMORY || one_in(random, 4) ? 63 : random_below(random, RANDOM_UNIFORM);
    if (is_named(name, zero))
        return 0;
    if (kind == RANDOM_MEMORY && (strcmp(name, "distance") == 0 || strcmp(name, "offset") == 0))
        return choose_offset(random);
    if (kind == RANDOM_MEMORY && is_named(name, wide))
        return 1;
    if (is_named(name, guards) && !one_in(random, 4))
        return HW_PT;
    if (strcmp(name, "test") == 0 && !one_in(random, 3))
        return 15;
    if (strcmp(name, "areg") == 0)
        return random_below(random, 3);
    if (strcmp(name, "bank") == 0)
        return kind == RANDOM_MEMORY && is_tesla(random) ? 14 : 2 + random_below(random, 14);
    return value;
}

static void choose_fields(struct random_insns *random, enum random_kind kind, struct hw_insn *insn)
{
    struct hw_semantics view;

    hw_insn_semantics(insn, &view);
    for (unsigned i = 0; i < hw_form_field_count(insn->form); i++) {
        const unsigned bits = hw_form_field_bits(insn->form, i);
        const uint64_t value =
            choose_field(random, kind, &view, hw_form_field_name(insn->form, i), insn->field[i]);
        insn->field[i] = bits < 64 ? value & ((1ull << bits) - 1) : value;
    }
    memset(insn->ignored, 0, sizeof insn->ignored);
    memset(insn->unknown, 0, sizeof insn->unknown);
    hw_encode(insn);
}

/* --- what comes out --- */

static bool writes_data(const struct hw_insn *insn)
{
    struct hw_effects effects;

    hw_insn_effects(insn, &effects);
    for (unsigned i = 0; i < effects.write_count; i++)
        if (effects.write[i].first < RANDOM_FIRST_DATA ||
            effects.write[i].first + effects.write[i].count > RANDOM_FIRST_DATA + RANDOM_DATA)
            return false;
    return !(effects.addr_written & 7) && !effects.breg_written; /* A1 and A2 are addresses */
}

static bool is_aligned(const struct hw_operand *operand)
{
    const unsigned words = operand->bytes / 4u;

    return words < 2 || operand->reg == HW_RZ || operand->reg % words == 0;
}

static bool has_base(const struct hw_operand *operand, unsigned base)
{
    return operand->base_kind != HW_BASE_REG || operand->reg == base || operand->reg == HW_RZ;
}

static bool is_there(const struct random_insns *random, const struct hw_operand *operand)
{
    const bool tesla = is_tesla(random);

    switch (operand->kind) {
    case HW_OPERAND_REG: return is_aligned(operand);
    case HW_OPERAND_GLOBAL:
    case HW_OPERAND_GENERIC:
        return operand->base_kind == HW_BASE_REG && operand->reg == RANDOM_GLOBAL && operand->offset >= 0 &&
               operand->offset < 0x100 && operand->bytes <= random->most_global &&
               (tesla ? operand->space == 14 : operand->flags & HW_OPERAND_WIDE);
    case HW_OPERAND_SHARED:
        return has_base(operand, RANDOM_SHARED) && operand->offset >= 0 && operand->offset < 0x100 &&
               operand->bytes <= random->most_shared && operand->part == 0; /* no scale */
    case HW_OPERAND_LOCAL:
        return has_base(operand, RANDOM_LOCAL) && operand->offset >= 0 && operand->offset < 0x40 &&
               (tesla ? operand->base_kind != HW_BASE_ADDR || operand->reg != 1
                      : operand->reg == RANDOM_LOCAL);
    case HW_OPERAND_CONST:
        return has_base(operand, RANDOM_SHARED) && operand->space >= 2 && operand->space < 16 &&
               operand->offset >= 0 && operand->offset < 0x8000;
    case HW_OPERAND_OUT:
    case HW_OPERAND_PRIM:
    case HW_OPERAND_ATTR: return false;
    default: return true;
    }
}

/* Whether the machine has the operation with these modifiers: else it is translated to a fault. */
static bool is_executed(const struct random_insns *random, const struct hw_insn *insn)
{
    const uint32_t place = hw_code_next_offset(&random->target, 0);
    static const uint32_t bank[16384];
    struct hw_executable *code = calloc(1, sizeof *code);
    const struct hw_chip_info *chip;
    uint64_t words[4] = {place ? hw_code_control_word(&random->target) : 0};
    struct hw_launch launch;
    struct hw_error error;
    bool executed = code != NULL;

    if (hw_chip_find(hw_isa_chip(random->target.isa, random->target.chip), &chip, &error) != HW_OK)
        abort();
    hw_insn_store(insn, (uint8_t *)words + place);
    hw_launch_init(&launch, &random->target, chip, NULL);
    launch.code.data = words;
    launch.code.bytes = place + insn->bytes;
    for (unsigned i = 2; i < 16; i++)
        launch.bank[i] = (struct hw_bank){.data = bank, .bytes = sizeof bank};
    if (executed && hw_translate(&launch, code, &error) != HW_OK)
        abort();
    for (uint32_t i = 0; executed && i < code->program.uop_count; i++)
        if (code->program.insn_of[i] == 0 && code->program.uop[i].fn == hw_uop_fault)
            executed = false;
    hw_executable_destroy(code);
    return executed;
}

/* Whether it flushes, if it can. */
static bool is_flushed(const struct hw_semantics *view)
{
    switch (view->op) {
    case HW_OP_FADD:
    case HW_OP_FMUL:
    case HW_OP_FFMA:
    case HW_OP_FSET:
    case HW_OP_FSETP:
    case HW_OP_FMNMX:
        return view->mod[HW_MOD_FTZ] == HW_FTZ_FLUSH && view->mod[HW_MOD_ROUND] == HW_ROUND_RN &&
               !view->mod[HW_MOD_SCALE];
    default: return true;
    }
}

static bool fits(const struct random_insns *random, const struct hw_insn *insn)
{
    struct hw_semantics view;

    hw_insn_semantics(insn, &view);
    if (!writes_data(insn) || (random->flushes && !is_flushed(&view)))
        return false;
    for (unsigned i = 0; i < view.operand_count; i++)
        if (!is_there(random, &view.operand[i]))
            return false;
    return is_executed(random, insn);
}

void random_insn(struct random_insns *random, enum random_kind kind, unsigned bytes, struct hw_insn *insn)
{
    struct hw_insn drawn;

    for (;;) {
        const struct hw_form *form = choose_form(random, kind, bytes);
        for (unsigned tries = 0; tries < 40; tries++) {
            if (!any_of_form(random, form, &drawn))
                continue;
            choose_fields(random, kind, &drawn);
            if (decode(random, drawn.word, bytes, insn) &&
                (fits(random, insn) || (random->careless && writes_data(insn) && one_in(random, 400))))
                return;
        }
    }
}
