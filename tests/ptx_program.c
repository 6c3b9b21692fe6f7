/* SPDX-License-Identifier: MIT */
/* See ptx_program.h.  Statements are drawn one behind the other; lists within them are shorter. */
#include "ptx_number.h"
#include "ptx_statement.h"
#include "unit/ops/splitmix.h"

#include <string.h>

struct place {
    unsigned depth;
    bool in_function;
    unsigned loops; /* around it */
};

static unsigned below(struct ptx_program *program, unsigned count)
{
    return (unsigned)((splitmix64(&program->state) >> 32) % count);
}

static bool one_in(struct ptx_program *program, unsigned count)
{
    return below(program, count) == 0;
}

static bool is_there(const struct ptx_program *program, const struct ptx_operation *operation)
{
    return program->has_double || !strchr(operation->classes, 'g');
}

static struct ptx_statement *make_list(struct ptx_program *program, struct place place);

/* Numbers where an instruction takes them: not as predicates, nor in lists of registers. */
static void make_numbers(struct ptx_program *program, struct ptx_statement *s)
{
    const struct ptx_operation *operation = &ptx_operations[s->op];

    if (strchr(operation->text, '{'))
        return;
    for (unsigned i = 0; i < 3; i++)
        if (strchr("wdfg", operation->classes[1 + i]) && one_in(program, 4)) {
            s->numbers |= (uint8_t)(1u << i);
            s->number[i] = ptx_number(ptx_class(operation->classes[1 + i]), splitmix64(&program->state));
        }
}

static enum ptx_kind make_kind(struct ptx_program *program, struct place place)
{
    const unsigned choice = below(program, 20);

    if (choice == 0 && place.depth < 3)
        return PTX_TWO_WAYS;
    if (choice == 1 && place.depth < 3)
        return PTX_LOOP;
    if (choice < 4 && place.loops && place.depth > 1)
        return PTX_LEAVE;
    if (place.in_function)
        return PTX_DO;
    if (choice == 2)
        return one_in(program, 2) ? PTX_LOCAL_STORE : PTX_LOCAL_LOAD;
    if (choice == 3)
        return PTX_CALL;
    if (choice > 16)
        return PTX_ACCESS;
    return choice == 4 && place.depth == 0 ? PTX_EXCHANGE : PTX_DO;
}

static struct ptx_statement *make_statement(struct ptx_program *program, struct place place)
{
    struct ptx_statement *s = &program->pool[program->count++];

    const bool has_one = program->seed < PTX_OPERATION_COUNT && !place.in_function;
    *s = (struct ptx_statement){.kind = has_one ? PTX_DO : (uint8_t)make_kind(program, place),
                                .guard = PTX_EACH};
    uint8_t *const reg[] = {&s->d, &s->a, &s->b, &s->c};
    for (unsigned i = 0; i < 4; i++)
        *reg[i] = (uint8_t)below(program, PTX_EACH);
    do
        s->op = (uint8_t)(has_one ? program->seed : below(program, PTX_OPERATION_COUNT));
    while (!has_one && !is_there(program, &ptx_operations[s->op]));
    if (s->kind == PTX_DO)
        make_numbers(program, s);
    const bool single = strchr(ptx_operations[s->op].text, ';')[1] == '\0';
    if (s->kind == PTX_LEAVE)
        s->d = (uint8_t)(1 + s->d % place.loops);
    if (s->kind == PTX_TWO_WAYS || s->kind == PTX_LEAVE ||
        (s->kind == PTX_LOOP ? one_in(program, 2)
                             : (single || s->kind == PTX_ACCESS) && one_in(program, 6))) {
        s->guard = (uint8_t)below(program, PTX_EACH);
        s->guard_negated = one_in(program, 2);
    }
    place.depth++;
    place.loops += s->kind == PTX_LOOP;
    if (s->kind == PTX_TWO_WAYS || s->kind == PTX_LOOP)
        s->then = make_list(program, place);
    if (s->kind == PTX_TWO_WAYS && one_in(program, 2))
        s->other = make_list(program, place);
    return s;
}

static struct ptx_statement *make_list(struct ptx_program *program, struct place place)
{
    struct ptx_statement *first = NULL, **end = &first;
    const unsigned count = place.depth || place.in_function ? 1 + below(program, 6) : 20;

    for (unsigned i = 0; i < count && program->count + 8 < PTX_STATEMENTS; i++) {
        *end = make_statement(program, place);
        end = &(*end)->next;
    }
    return first;
}

void ptx_program_make(struct ptx_program *program, uint64_t seed, const char *target)
{
    *program = (struct ptx_program){.seed = seed,
                                    .state = seed,
                                    .has_double = strcmp(target, "sm_13") >= 0,
                                    .flushes = strcmp(target, "sm_20") < 0,
                                    .has_stack = strcmp(target, "sm_20") >= 0};
    if (seed >= PTX_OPERATION_COUNT)
        program->function = make_list(program, (struct place){.in_function = true});
    program->first = make_list(program, (struct place){0});
    ptx_program_write(program, target);
}
