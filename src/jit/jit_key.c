/* SPDX-License-Identifier: MIT */
/* See jit_key.h.  A key is a list of parts, each behind its size. */
#include "jit/jit_key.h"

#include <halfwarp/version.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "jit/jit_own.h"

/* Small facts; without holes. */
struct facts {
    uint32_t llvm[3];
    uint32_t level, lanes, uops;
    uint64_t layout;
};

static struct facts facts_of(const struct hw_compiler_source *source)
{
    struct facts facts = {.level = source->arithmetic->build,
                          .lanes = source->lanes,
                          .uops = source->program->uop_count,
                          .layout = HW_COMPILER_LAYOUT};

    LLVMGetVersion(&facts.llvm[0], &facts.llvm[1], &facts.llvm[2]);
    return facts;
}

/* What the compiler reads of a micro-operation.  False: no more than the shape has. */
static bool operands_of(const struct hw_jit_shape *shape, uint32_t place, struct hw_uop *read)
{
    const struct hw_uop *uop = &shape->program->uop[place];

    switch ((enum hw_jit_kind)shape->kind[place]) {
    case HW_JIT_KIND_INLINE:
        memcpy(read, uop, sizeof *read);
        read->fn = read->few = NULL; /* the shape has the function's number */
        return true;
    case HW_JIT_KIND_GUARD:
        read->p_in = uop->p_in;
        read->guard = uop->guard;
        return true;
    case HW_JIT_KIND_BRANCH:
        read->p_in = uop->p_in;
        read->guard = uop->guard;
        read->jump.target = uop->jump.target;
        return true;
    case HW_JIT_KIND_UNGUARD:
    case HW_JIT_KIND_NOTHING:
    case HW_JIT_KIND_CALL:
    case HW_JIT_KIND_FLOW: break;
    }
    return false;
}

/* Of all micro-operations; `operands` is as long as the program, and zero. */
static size_t all_operands(const struct hw_jit_shape *shape, struct hw_uop *operands)
{
    size_t count = 0;

    for (uint32_t i = 0; i < shape->program->uop_count; i++)
        count += operands_of(shape, i, &operands[count]);
    return count * sizeof *operands;
}

/* The literals that become constants; zeros for those that a launch changes. */
static void known_literals(const struct hw_program *program, uint32_t *known)
{
    for (uint32_t i = 0; i < program->literal_count; i++)
        known[i] = program->literal_changes[i] ? 0 : program->literal[i];
}

struct part {
    const void *data;
    uint64_t size;
};

static bool join(struct hw_jit_key *key, const struct part *part, unsigned count)
{
    size_t size = 0;

    for (unsigned i = 0; i < count; i++)
        size += sizeof part[i].size + part[i].size;
    uint8_t *at = key->bytes = malloc(size);
    if (!at)
        return false;
    key->size = size;
    for (unsigned i = 0; i < count; i++) {
        memcpy(at, &part[i].size, sizeof part[i].size);
        at += sizeof part[i].size;
        if (part[i].size)
            memcpy(at, part[i].data, part[i].size);
        at += part[i].size;
    }
    key->hash = hw_jit_hash_of(key->bytes, key->size);
    return true;
}

bool hw_jit_key_make(struct hw_jit_key *key, const struct hw_compiler_source *source,
                     const struct hw_jit_shape *shape)
{
    const struct hw_program *program = source->program;
    const uint32_t count = program->uop_count, literals = program->literal_count;
    const struct facts facts = facts_of(source);
    const struct hw_jit_hash *own = hw_jit_own_hash();
    struct hw_uop *operands = calloc(count, sizeof *operands);
    uint32_t *known = calloc(literals + 1, sizeof *known);
    bool ok = false;

    if (!operands || !known)
        goto out;
    known_literals(program, known);
    const struct part parts[] = {
        {HW_VERSION_STRING, sizeof HW_VERSION_STRING},
        {own, sizeof *own},
        {&facts, sizeof facts},
        {shape->kind, count},
        {shape->bracket, count},
        {shape->leader, count},
        {shape->function, count * sizeof *shape->function},
        {operands, all_operands(shape, operands)},
        {&program->numbering, sizeof program->numbering},
        {program->literal_changes, literals * sizeof *program->literal_changes},
        {known, literals * sizeof *known},
    };
    ok = join(key, parts, sizeof parts / sizeof *parts);
out:
    free(known);
    free(operands);
    return ok;
}

void hw_jit_key_clear(struct hw_jit_key *key)
{
    free(key->bytes);
    *key = (struct hw_jit_key){.bytes = NULL};
}

bool hw_jit_key_equal(const struct hw_jit_key *a, const struct hw_jit_key *b)
{
    return a->size == b->size && memcmp(&a->hash, &b->hash, sizeof a->hash) == 0 &&
           memcmp(a->bytes, b->bytes, a->size) == 0;
}

void hw_jit_key_name(const struct hw_jit_key *key, char name[HW_JIT_KEY_NAME])
{
    snprintf(name, HW_JIT_KEY_NAME, "k%016" PRIx64 "%016" PRIx64, key->hash.word[0], key->hash.word[1]);
}
