/* SPDX-License-Identifier: MIT */
/* This file prints the output of `exec`: registers, words of shared memory and words of mapped memory that
 * have changed. */
#include "cli/exec.h"
#include "cli/run.h"
#include "machine/chip/kernel_abi.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned hw_exec_print_registers(const struct hw_exec *exec, bool decuda)
{
    unsigned lines = 0;

    for (unsigned i = 0; i < HW_EXEC_REGISTERS; i++)
        if (exec->after.reg[i] != exec->before.reg[i]) {
            float value;
            lines++;
            memcpy(&value, &exec->after.reg[i], sizeof(value));
            printf("%s%u = 0x%08" PRIx32 "  %" PRId32 "  %.9g\n", decuda ? "$r" : "R", i, exec->after.reg[i],
                   (int32_t)exec->after.reg[i], (double)value);
        }
    for (unsigned i = 0; i < HW_EXEC_PREDICATES; i++)
        if (exec->after.pred[i] != exec->before.pred[i])
            lines += printf("P%u = %" PRIu32 "\n", i, exec->after.pred[i]) > 0;
    for (unsigned i = 0; i < HW_EXEC_UNIFORM; i++)
        if (exec->after.uniform[i] != exec->before.uniform[i])
            lines += printf("UR%u = 0x%08" PRIx32 "  %" PRId32 "\n", i, exec->after.uniform[i],
                            (int32_t)exec->after.uniform[i]) > 0;
    for (unsigned i = 0; i < HW_EXEC_PREDICATES; i++)
        if (exec->after.uniform_pred[i] != exec->before.uniform_pred[i])
            lines += printf("UP%u = %" PRIu32 "\n", i, exec->after.uniform_pred[i]) > 0;
    for (unsigned i = 0; i < 4; i++)
        if (exec->after.cond[i] != exec->before.cond[i]) {
            lines++;
            if (hw_kernel_abi_of(&exec->target)->cond_codes > 1)
                printf("%s%u", decuda ? "$p" : "C", i);
            else
                printf("CC");
            printf(" = 0x%" PRIx32 "  %s%s%s%s\n", exec->after.cond[i], exec->after.cond[i] & 1 ? "Z" : "-",
                   exec->after.cond[i] & 2 ? "S" : "-", exec->after.cond[i] & 4 ? "C" : "-",
                   exec->after.cond[i] & 8 ? "O" : "-");
        }
    for (unsigned i = 0; i < 8; i++)
        if (exec->after.addr[i] != exec->before.addr[i])
            lines += printf("%s%u = 0x%04" PRIx32 "\n", decuda ? "$ofs" : "A", i, exec->after.addr[i]) > 0;
    return lines;
}

/* Shared memory starts as zeros, or with the launch header of one block of one thread. */
unsigned hw_exec_print_shared(const struct hw_exec *exec)
{
    static const uint16_t header[8] = {0, 1, 1, 1, 1, 1, 0, 0};
    unsigned lines = 0;

    for (uint32_t at = 0; at + 4 <= exec->shared_bytes; at += 4) {
        uint32_t now, start = 0;
        memcpy(&now, exec->shared + at, 4);
        if (at < hw_kernel_abi_of(&exec->target)->shared_header && at < sizeof(header))
            memcpy(&start, (const uint8_t *)header + at, 4);
        if (now != start)
            lines += printf("s[0x%04" PRIx32 "] = 0x%08" PRIx32 "\n", at, now) > 0;
    }
    return lines;
}

/* ---------------------------------------------------------------- mapped memory */

hw_status hw_exec_map(struct hw_exec *exec, const char *text, struct hw_error *error)
{
    struct hw_exec_map *map = &exec->maps[exec->map_count];
    hw_status status = hw_run_map(exec->memory, text, &map->address, &map->bytes, error);
    if (status != HW_OK)
        return status;
    map->before = malloc(map->bytes);
    if (!map->before)
        return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for a copy of %" PRIu64 " bytes",
                       map->bytes);
    exec->map_count++;
    return hw_memory_read(exec->memory, map->address, map->before, map->bytes, error);
}

static unsigned print_map(const struct hw_exec *exec, const struct hw_exec_map *map)
{
    unsigned lines = 0;

    const uint8_t *now = hw_memory_host(exec->memory, map->address, map->bytes);
    for (uint64_t at = 0; now && at + 4 <= map->bytes; at += 4)
        if (memcmp(now + at, map->before + at, 4)) {
            uint32_t word;
            memcpy(&word, now + at, 4);
            lines += printf("g[0x%08" PRIx64 "] = 0x%08" PRIx32 "\n", map->address + at, word) > 0;
        }
    return lines;
}

unsigned hw_exec_print_maps(const struct hw_exec *exec)
{
    unsigned lines = 0;

    for (unsigned i = 0; i < exec->map_count; i++)
        lines += print_map(exec, &exec->maps[i]);
    return lines;
}

void hw_exec_end(struct hw_exec *exec)
{
    for (unsigned i = 0; i < exec->map_count; i++)
        free(exec->maps[i].before);
    hw_memory_destroy(exec->memory);
}
