/* SPDX-License-Identifier: MIT */
/* See point_result.h. */
#include "sweep/point_result.h"

#include "names/search.h"

#include <json-c/json_tokener.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[HW_POINT_STATES] = {"none", "done", "failed", "crashed", "timeout", "lost"};

const char *hw_point_state_name(enum hw_point_state state)
{
    return state < HW_POINT_STATES ? names[state] : "?";
}

enum hw_point_state hw_point_state_find(const char *name)
{
    for (unsigned i = 0; i < HW_POINT_STATES; i++)
        if (strcmp(names[i], name) == 0)
            return (enum hw_point_state)i;
    return HW_POINT_NONE;
}

void hw_point_result_free(struct hw_point_result *result)
{
    free(result->report);
    free(result->error);
    memset(result, 0, sizeof *result);
}

/* --- figures --- */

/* clang-format off */
const struct hw_sweep_figure hw_sweep_figures[HW_SWEEP_FIGURES] = {
    {"cycles",             "cycles",             "clocks of the launch",                        false, true, 1},
    {"picoseconds",        "picoseconds",        "picoseconds of the model",                    false, true, 1},
    {"microseconds",       "picoseconds",        "time in microseconds",                        true,  true,  1e-6},
    {"multiprocessors",    "multiprocessors",    "multiprocessors",                             false, false, 1},
    {"warp_instructions",  "warp_instructions",  "warp instructions",                           false, true, 1},
    {"ipc",                "ipc",                "instructions a clock of a multiprocessor",    true,  false, 1},
    {"utilization",        "utilization",        "share of the issue slots that are used",      true,  false, 1},
    {"blocks_per_sm",      "blocks_per_sm",      "blocks on a multiprocessor",                  false, false, 1},
    {"occupancy",          "occupancy",          "occupancy by resources",                      true,  false, 1},
    {"achieved_occupancy", "achieved_occupancy", "achieved occupancy",                          true,  false, 1},
    {"shared_bytes",       "memory.shared.bytes", "bytes through shared memory",                false, false, 1},
    {"l2_bytes",           "memory.l2.bytes",    "bytes through the L2 cache",                  false, false, 1},
    {"l2_hit_rate",        "memory.l2.hit_rate", "hit rate of the L2 cache",                    true,  false, 1},
    {"dram_bytes",         "memory.dram.bytes",  "bytes of DRAM",                               false, false, 1},
};
/* clang-format on */

static struct json_object *member(struct json_object *of, const char *path)
{
    char name[32];

    while (of && *path) {
        const size_t length = strcspn(path, ".");
        struct json_object *found = NULL;
        if (length >= sizeof name || !json_object_is_type(of, json_type_object))
            return NULL;
        memcpy(name, path, length);
        name[length] = '\0';
        if (!json_object_object_get_ex(of, name, &found))
            return NULL;
        of = found;
        path += length + (path[length] == '.');
    }
    return of;
}

static void read_figure(struct json_object *report, const struct hw_sweep_figure *figure,
                        struct hw_sweep_number *number)
{
    struct json_object *value = member(report, figure->path);

    number->known = json_object_is_type(value, json_type_int) || json_object_is_type(value, json_type_double);
    number->whole = json_object_get_int64(value);
    number->real = json_object_get_double(value) * figure->scale;
}

static void take_all(struct json_object *report, struct hw_sweep_number number[HW_SWEEP_FIGURES])
{
    for (unsigned i = 0; i < HW_SWEEP_FIGURES; i++)
        read_figure(report, &hw_sweep_figures[i], &number[i]);
}

/* Several kernels: what adds up. */
static void add_all(struct json_object *report, struct hw_sweep_number number[HW_SWEEP_FIGURES])
{
    for (unsigned i = 0; i < HW_SWEEP_FIGURES; i++) {
        struct hw_sweep_number one;
        read_figure(report, &hw_sweep_figures[i], &one);
        number[i].known &= one.known && hw_sweep_figures[i].adds_up;
        number[i].whole += one.whole;
        number[i].real += one.real;
    }
}

static const char *symbol_of(struct json_object *kernel)
{
    struct json_object *symbol = member(kernel, "symbol");
    const char *text = json_object_get_string(symbol ? symbol : member(kernel, "name"));

    return text ? text : "";
}

/* The symbol that is wanted; to be freed.  NULL: none is, or several may be. */
static char *find_symbol(struct json_object *kernels, const char *wanted)
{
    struct hw_name_search search;
    const char *symbol = NULL;
    bool ok = true;

    hw_name_search_begin(&search, wanted, "kernel");
    for (size_t i = 0; i < json_object_array_length(kernels) && ok; i++)
        ok = hw_name_search_offer(&search, symbol_of(json_object_array_get_idx(kernels, i)), false, NULL,
                                  NULL) == HW_OK;
    if (ok)
        hw_name_search_end(&search, &symbol, NULL);
    char *found = symbol ? strdup(symbol) : NULL;
    hw_name_search_free(&search);
    return found;
}

static bool take_program(struct json_object *kernels, const char *wanted,
                         struct hw_sweep_number number[HW_SWEEP_FIGURES])
{
    char *symbol = wanted ? find_symbol(kernels, wanted) : NULL;
    bool found = false;

    for (size_t i = 0; i < json_object_array_length(kernels); i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        if (wanted && (!symbol || strcmp(symbol_of(kernel), symbol) != 0))
            continue;
        (found ? add_all : take_all)(kernel, number);
        found = true;
    }
    free(symbol);
    return found;
}

bool hw_point_figures(const char *report, const char *kernel, struct hw_sweep_number number[HW_SWEEP_FIGURES])
{
    struct json_object *json = json_tokener_parse(report), *kernels = NULL;
    bool ok = json_object_is_type(json, json_type_object);

    memset(number, 0, HW_SWEEP_FIGURES * sizeof *number);
    if (ok && json_object_object_get_ex(json, "kernels", &kernels) &&
        json_object_is_type(kernels, json_type_array))
        ok = take_program(kernels, kernel, number);
    else if (ok)
        take_all(json, number);
    json_object_put(json);
    return ok && number[0].known;
}
