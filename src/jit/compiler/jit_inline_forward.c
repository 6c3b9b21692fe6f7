/* SPDX-License-Identifier: MIT */
/* See jit_inline_forward.h. */
#include "jit/compiler/jit_inline_forward.h"

#include <stdlib.h>

#include <llvm-c/Target.h>

#include "jit/compiler/jit_footprint.h"
#include "ops/lanes/lanes_slice.h"

#define MOST  256u /* instructions of a wrapper */
#define PARTS 2u   /* of a slice: vectors have half of its bytes without AVX2 */

/* Of a register of the slice. */
struct known_register {
    LLVMValueRef address;
    LLVMValueRef value[PARTS]; /* of a whole vector; NULL: unknown */
    LLVMValueRef store[PARTS]; /* the last one, that nobody has seen; NULL: none */
    LLVMValueRef
        result[PARTS]; /* the value in the lanes that execute, before it was blended; NULL: unknown */
};

struct hw_jit_available {
    LLVMValueRef words;
    uint32_t count;  /* of the program's registers; an operand that begins with the last one goes beyond */
    unsigned vector; /* bytes */
    struct known_register reg[];
};

static size_t size_of_registers(uint32_t count)
{
    return (count + HW_SLICE_PAIR - 1) * sizeof(struct known_register);
}

bool hw_jit_available_begin(struct hw_jit_build *build)
{
    const uint32_t count = build->unit->numbering.count;

    build->available = calloc(1, sizeof *build->available + size_of_registers(count));
    if (!build->available)
        return false;
    build->available->count = count;
    build->available->vector =
        build->level == HW_HOST_LEVEL_BASE ? hw_jit_slice_bytes(build) / PARTS : hw_jit_slice_bytes(build);
    return true;
}

void hw_jit_available_free(struct hw_jit_build *build)
{
    free(build->available);
}

void hw_jit_available_slice(const struct hw_jit_build *build, LLVMValueRef words)
{
    build->available->words = words;
    hw_jit_available_forget(build);
}

void hw_jit_available_forget(const struct hw_jit_build *build)
{
    memset(build->available->reg, 0, size_of_registers(build->available->count));
}

void hw_jit_available_mask_changes(const struct hw_jit_build *build)
{
    struct hw_jit_available *available = build->available;

    for (uint32_t i = 0; i < available->count + HW_SLICE_PAIR - 1; i++)
        memset(available->reg[i].result, 0, sizeof available->reg[i].result);
}

bool hw_jit_available_has(const struct hw_jit_build *build, LLVMValueRef words, uint16_t reg)
{
    return words == build->available->words && reg < build->available->count;
}

/* --- copies --- */

struct copied {
    const struct hw_jit_build *build;
    LLVMTargetDataRef layout;
    LLVMValueRef wrapper;
    const struct hw_jit_argument *argument;
    LLVMValueRef from[MOST], to[MOST];
    unsigned count;
};

bool hw_jit_can_inline_forward(LLVMValueRef wrapper)
{
    const LLVMBasicBlockRef block = LLVMGetEntryBasicBlock(wrapper);
    unsigned size = 0;

    if (LLVMCountBasicBlocks(wrapper) != 1)
        return false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i) || ++size > MOST)
            return false;
    for (unsigned argument = 1; argument < LLVMCountParams(wrapper); argument++) {
        struct hw_jit_footprint use;
        if (!hw_jit_footprint_of(wrapper, argument, &use))
            return false;
    }
    return true;
}

static unsigned number_of(const struct copied *copy, LLVMValueRef parameter)
{
    unsigned number = 0;

    while (LLVMGetParam(copy->wrapper, number) != parameter)
        number++;
    return number;
}

/* What a value of the wrapper is in the code. */
static LLVMValueRef copy_of(const struct copied *copy, LLVMValueRef value)
{
    unsigned i = copy->count;

    if (LLVMIsAArgument(value))
        return copy->argument[number_of(copy, value)].address;
    while (i-- > 0)
        if (copy->from[i] == value)
            return copy->to[i];
    return value; /* a constant, or a function */
}

static void note(struct copied *copy, LLVMValueRef from, LLVMValueRef to)
{
    copy->from[copy->count] = from;
    copy->to[copy->count++] = to;
}

/* The parameter of the wrapper from which an address counts, and how far it is from there; NULL: it counts
 * from nothing that is known. */
static LLVMValueRef parameter_of(const struct copied *copy, LLVMValueRef address, uint64_t *offset)
{
    *offset = 0;
    for (; LLVMIsAGetElementPtrInst(address); address = LLVMGetOperand(address, 0))
        if (!hw_jit_footprint_step(copy->layout, address, offset))
            return NULL;
    return LLVMIsAArgument(address);
}

/* Where an address is in a register whose words are known. */
struct known_address {
    struct known_register *reg;
    uint32_t number, offset;
    bool is_destination;
};

static bool find(const struct copied *copy, LLVMValueRef address, struct known_address *known)
{
    struct hw_jit_available *available = copy->build->available;
    uint64_t offset;
    const LLVMValueRef parameter = parameter_of(copy, address, &offset);
    const struct hw_jit_argument *argument = parameter ? &copy->argument[number_of(copy, parameter)] : NULL;

    if (!argument || argument->address)
        return false;
    known->is_destination = argument->is_destination;
    known->number = argument->reg + (uint32_t)(offset / sizeof(hw_lanes));
    known->offset = offset % sizeof(hw_lanes);
    known->reg = &available->reg[known->number];
    return true;
}

/* --- blends --- */

/* Whether a value is the slice's mask of executing lanes. */
static bool is_exec(const struct copied *copy, LLVMValueRef value)
{
    uint64_t offset;

    if (LLVMIsATruncInst(value))
        value = LLVMGetOperand(value, 0);
    return LLVMIsALoadInst(value) &&
           parameter_of(copy, LLVMGetOperand(value, 0), &offset) == LLVMGetParam(copy->wrapper, 0) &&
           offset == HW_JIT_EXEC;
}

/* Whether a vector has a bit for each lane, the lowest first. */
static bool is_lane_bits(LLVMValueRef vector)
{
    const unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(vector));

    for (unsigned i = 0; LLVMIsAConstantDataVector(vector) && i < lanes; i++)
        if (LLVMConstIntGetZExtValue(LLVMGetAggregateElement(vector, i)) != UINT64_C(1) << i)
            return false;
    return LLVMIsAConstantDataVector(vector);
}

/* The word that all lanes of a vector have; NULL: it is not known. */
static LLVMValueRef word_of_all(LLVMValueRef vector)
{
    if (!LLVMIsAShuffleVectorInst(vector) || !LLVMIsAInsertElementInst(LLVMGetOperand(vector, 0)))
        return NULL;
    for (unsigned i = 0; i < LLVMGetNumMaskElements(vector); i++)
        if (LLVMGetMaskValue(vector, (int)i) != 0)
            return NULL;
    const LLVMValueRef insert = LLVMGetOperand(vector, 0), index = LLVMGetOperand(insert, 2);
    return LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) == 0 ? LLVMGetOperand(insert, 1)
                                                                             : NULL;
}

/* Whether a condition holds in the lanes that execute; *negated: in the others.  With masks of the host the
 * word's bits are the condition; else each lane tests its bit of the word. */
static bool is_condition(const struct copied *copy, LLVMValueRef condition, bool *negated)
{
    *negated = false;
    if (LLVMIsABitCastInst(condition))
        return is_exec(copy, LLVMGetOperand(condition, 0));
    if (!LLVMIsAICmpInst(condition) || !LLVMIsNull(LLVMGetOperand(condition, 1)))
        return false;
    const LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
    const LLVMValueRef bits = LLVMGetOperand(condition, 0);
    *negated = predicate == LLVMIntEQ;
    if ((predicate != LLVMIntEQ && predicate != LLVMIntNE) || !LLVMIsAInstruction(bits) ||
        LLVMGetInstructionOpcode(bits) != LLVMAnd || !is_lane_bits(LLVMGetOperand(bits, 1)))
        return false;
    const LLVMValueRef word = word_of_all(LLVMGetOperand(bits, 0));
    return word && is_exec(copy, word);
}

/* A stored value before it is blended with what the register had; NULL: it is not known. */
static LLVMValueRef result_of(const struct copied *copy, LLVMValueRef stored)
{
    bool negated;

    if (!LLVMIsASelectInst(stored) || !is_condition(copy, LLVMGetOperand(stored, 0), &negated))
        return NULL;
    return copy_of(copy, LLVMGetOperand(stored, negated ? 2 : 1));
}

/* --- registers --- */

static LLVMValueRef address_of(const struct copied *copy, const struct known_address *known)
{
    const struct hw_jit_build *build = copy->build;
    LLVMValueRef *address = &known->reg->address;

    if (!*address)
        *address = hw_jit_address(build, build->available->words, known->number * sizeof(hw_lanes));
    return known->offset ? hw_jit_address(build, *address, known->offset) : *address;
}

/* Which vector of the register a type is at an address; PARTS: another part of it. */
static unsigned part_of(const struct copied *copy, const struct known_address *known, LLVMTypeRef type)
{
    const unsigned vector = copy->build->available->vector;

    return LLVMStoreSizeOfType(copy->layout, type) == vector && known->offset % vector == 0
               ? known->offset / vector
               : PARTS;
}

static LLVMValueRef add(const struct copied *copy, LLVMValueRef instruction)
{
    const LLVMValueRef added = LLVMInstructionClone(instruction);

    LLVMInsertIntoBuilder(copy->build->at, added);
    return added;
}

static void load(struct copied *copy, LLVMValueRef instruction, const struct known_address *known)
{
    const unsigned part = part_of(copy, known, LLVMTypeOf(instruction));

    if (part < PARTS && known->reg->value[part]) {
        const LLVMValueRef result = known->is_destination ? NULL : known->reg->result[part];
        note(copy, instruction,
             LLVMBuildBitCast(copy->build->at, result ? result : known->reg->value[part],
                              LLVMTypeOf(instruction), ""));
        return;
    }
    const LLVMValueRef address = address_of(copy, known), loaded = add(copy, instruction);
    LLVMSetOperand(loaded, 0, address);
    note(copy, instruction, loaded);
    if (part < PARTS)
        known->reg->value[part] = loaded;
    else
        memset(known->reg->store, 0, sizeof known->reg->store);
}

static void store(const struct copied *copy, LLVMValueRef instruction, const struct known_address *known)
{
    const LLVMValueRef value = copy_of(copy, LLVMGetOperand(instruction, 0)),
                       address = address_of(copy, known), added = add(copy, instruction);
    const unsigned part = part_of(copy, known, LLVMTypeOf(value));

    LLVMSetOperand(added, 0, value);
    LLVMSetOperand(added, 1, address);
    if (part == PARTS) {
        memset(known->reg->value, 0, sizeof known->reg->value);
        memset(known->reg->store, 0, sizeof known->reg->store);
        memset(known->reg->result, 0, sizeof known->reg->result);
        return;
    }
    if (known->reg->store[part])
        LLVMInstructionEraseFromParent(known->reg->store[part]);
    known->reg->value[part] = value;
    known->reg->store[part] = added;
    known->reg->result[part] = result_of(copy, LLVMGetOperand(instruction, 0));
}

static void other(struct copied *copy, LLVMValueRef instruction)
{
    const LLVMValueRef added = add(copy, instruction);

    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(added); i++)
        LLVMSetOperand(added, i, copy_of(copy, LLVMGetOperand(instruction, i)));
    note(copy, instruction, added);
}

void hw_jit_inline_forward(const struct hw_jit_build *build, LLVMValueRef wrapper,
                           const struct hw_jit_argument *argument)
{
    struct copied copy = {.build = build,
                          .layout = LLVMGetModuleDataLayout(build->module),
                          .wrapper = wrapper,
                          .argument = argument};
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(wrapper));

    for (; !LLVMIsATerminatorInst(i); i = LLVMGetNextInstruction(i)) {
        struct known_address known;
        if (LLVMIsALoadInst(i) && find(&copy, LLVMGetOperand(i, 0), &known))
            load(&copy, i, &known);
        else if (LLVMIsAStoreInst(i) && find(&copy, LLVMGetOperand(i, 1), &known))
            store(&copy, i, &known);
        else if (!LLVMIsAGetElementPtrInst(i) || !find(&copy, i, &known))
            other(&copy, i);
    }
}
