/* SPDX-License-Identifier: MIT */
/* See jit_equal.h. */
#include "jit/compiler/jit_equal.h"

#include <stdlib.h>
#include <string.h>

bool hw_jit_equal_begin(struct hw_jit_equal *table, uint32_t count)
{
    uint32_t size = 16;

    while (size < 2 * count)
        size *= 2;
    table->mask = size - 1;
    table->operation = malloc(count * sizeof *table->operation);
    table->uses = calloc(count, sizeof *table->uses);
    table->place = malloc(size * sizeof *table->place);
    if (table->place)
        memset(table->place, 0xff, size * sizeof *table->place);
    return table->operation && table->uses && table->place;
}

void hw_jit_equal_free(struct hw_jit_equal *table)
{
    free(table->place);
    free(table->uses);
    free(table->operation);
}

static uint32_t hash_of(const struct hw_jit_operation *operation)
{
    const uint8_t *bytes = (const uint8_t *)operation;
    uint32_t hash = 2166136261u; /* Fowler, Noll, Vo */

    for (size_t i = 0; i < sizeof *operation; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

/* Where the table has the operation, or would have it. */
static uint32_t find(const struct hw_jit_equal *table, const struct hw_jit_operation *operation)
{
    uint32_t at = hash_of(operation) & table->mask;

    while (table->place[at] != UINT32_MAX &&
           memcmp(&table->operation[table->place[at]], operation, sizeof *operation) != 0)
        at = (at + 1) & table->mask;
    return at;
}

uint32_t hw_jit_equal_note(struct hw_jit_equal *table, uint32_t place,
                           const struct hw_jit_operation *operation)
{
    const uint32_t at = find(table, operation);

    table->operation[place] = *operation;
    if (table->place[at] == UINT32_MAX)
        table->place[at] = place;
    table->uses[table->place[at]]++;
    return table->place[at];
}
