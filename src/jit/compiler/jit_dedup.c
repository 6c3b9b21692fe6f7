/* SPDX-License-Identifier: MIT */
/* See jit_dedup.h. */
#include "jit/compiler/jit_dedup.h"

#include <stdlib.h>
#include <string.h>

bool hw_jit_dedup_begin(struct hw_jit_dedup *table, uint32_t count)
{
    uint32_t size = 16;

    while (size < 2 * count)
        size *= 2;
    table->mask = size - 1;
    table->operation = malloc(count * sizeof *table->operation);
    table->uses = calloc(count, sizeof *table->uses);
    table->index = malloc(size * sizeof *table->index);
    if (table->index)
        memset(table->index, 0xff, size * sizeof *table->index);
    return table->operation && table->uses && table->index;
}

void hw_jit_dedup_free(struct hw_jit_dedup *table)
{
    free(table->index);
    free(table->uses);
    free(table->operation);
}

static uint32_t hash_of(const struct hw_jit_signature *operation)
{
    const uint8_t *bytes = (const uint8_t *)operation;
    uint32_t hash = 2166136261u; /* Fowler, Noll, Vo */

    for (size_t i = 0; i < sizeof *operation; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

/* Where the table has the operation, or would have it. */
static uint32_t find(const struct hw_jit_dedup *table, const struct hw_jit_signature *operation)
{
    uint32_t at = hash_of(operation) & table->mask;

    while (table->index[at] != UINT32_MAX &&
           memcmp(&table->operation[table->index[at]], operation, sizeof *operation) != 0)
        at = (at + 1) & table->mask;
    return at;
}

uint32_t hw_jit_dedup_note(struct hw_jit_dedup *table, uint32_t index,
                           const struct hw_jit_signature *operation)
{
    const uint32_t at = find(table, operation);

    table->operation[index] = *operation;
    if (table->index[at] == UINT32_MAX)
        table->index[at] = index;
    table->uses[table->index[at]]++;
    return table->index[at];
}
