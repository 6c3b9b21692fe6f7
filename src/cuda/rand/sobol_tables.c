/* SPDX-License-Identifier: MIT */
/* See sobol_tables.h. */
#include "cuda/rand/sobol_tables.h"

#include "cuda/rand/sobol_directions.h"
#include "cuda/rand/sobol_scramble.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The directions of all dimensions that there are numbers for, made once; 0: no memory. */
static unsigned known_directions(uint64_t (**directions)[HW_SOBOL_BITS])
{
    static uint64_t(*known)[HW_SOBOL_BITS];
    static unsigned dimensions;

    if (!known) {
        known = malloc(HW_SOBOL_DIMENSIONS * sizeof *known);
        dimensions = !known                                                 ? 0
                     : hw_rand_sobol_directions(HW_SOBOL_DIMENSIONS, known) ? HW_SOBOL_DIMENSIONS
                                                                            : HW_SOBOL_BUILT_IN;
        if (dimensions == HW_SOBOL_BUILT_IN)
            hw_rand_sobol_directions(HW_SOBOL_BUILT_IN, known);
    }
    *directions = known;
    return dimensions;
}

/* Memory that ends with the last dimension there is; what is behind it, up to where the whole table would
 * end, is of no use. */
static void *make_table(unsigned dimensions, size_t row_bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t bytes = dimensions * row_bytes, readable = (bytes + page - 1) / page * page;
    const size_t behind = (HW_SOBOL_DIMENSIONS - dimensions) * row_bytes + page;
    char *memory = mmap(NULL, readable + behind, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
    if (mprotect(memory, readable, PROT_READ | PROT_WRITE) != 0) {
        munmap(memory, readable + behind);
        return NULL;
    }
    return memory + readable - bytes;
}

static void put(void *table, size_t place, unsigned bits, uint64_t number)
{
    if (bits == 64)
        ((uint64_t *)table)[place] = number;
    else
        ((uint32_t *)table)[place] = (uint32_t)(number >> 32);
}

void *hw_rand_sobol_vectors(unsigned bits, bool scrambled)
{
    static void *tables[2][2];
    void **table = &tables[bits == 64][scrambled];
    uint64_t(*known)[HW_SOBOL_BITS], row[HW_SOBOL_BITS];
    const unsigned dimensions = *table ? 0 : known_directions(&known);

    if (dimensions)
        *table = make_table(dimensions, (size_t)bits * bits / CHAR_BIT);
    for (unsigned d = 0; d < dimensions && *table; d++) {
        memcpy(row, known[d], sizeof row);
        if (scrambled)
            hw_rand_sobol_scramble(d, row);
        for (unsigned i = 0; i < bits; i++)
            put(*table, (size_t)d * bits + i, bits, row[i]);
    }
    return *table;
}

void *hw_rand_sobol_constants(unsigned bits)
{
    static void *tables[2];
    void **table = &tables[bits == 64];
    uint64_t(*known)[HW_SOBOL_BITS];
    const unsigned dimensions = *table ? 0 : known_directions(&known);

    if (dimensions)
        *table = make_table(dimensions, bits / CHAR_BIT);
    for (unsigned d = 0; d < dimensions && *table; d++)
        put(*table, d, bits, hw_rand_sobol_shift(d));
    return *table;
}
