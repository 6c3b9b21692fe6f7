/* SPDX-License-Identifier: MIT */
/* How a kernel is to be launched, and what it does beyond its own block, as its records of .nv.info say it.
 */
#include "cli/info.h"
#include "cli/json.h"
#include "module/nv_info.h"

#include <inttypes.h>
#include <stdio.h>

enum { SIZE_BYTES = 12, RANK_BYTES = 4, AXES = 3 };

struct statement {
    uint8_t attribute;
    const char *text, *key;
};

/* Records of three numbers, of one, and of none. */
static const struct statement sizes[] = {
    {HW_ATTRIBUTE_THREADS, "threads a block", "threads"},
    {HW_ATTRIBUTE_THREADS_MOST, "threads a block at most", "threads_most"},
    {HW_ATTRIBUTE_CLUSTER, "blocks a cluster", "cluster"},
};
static const struct statement rank = {HW_ATTRIBUTE_CLUSTER_MOST, "blocks a cluster at most", "cluster_most"};
static const struct statement flags[] = {
    {HW_ATTRIBUTE_CLUSTER_EXPLICIT, "in clusters only", "cluster_explicit"},
    {HW_ATTRIBUTE_BLOCKS_ARE_CLUSTERS, "a grid of clusters", "grid_of_clusters"},
    {HW_ATTRIBUTE_CLUSTER_CONTROL, "takes over clusters of its grid", "cluster_launch_control"},
    {HW_ATTRIBUTE_PREEXIT, "lets dependent grids begin", "launches_dependents"},
    {HW_ATTRIBUTE_REGISTERS_CHANGE, "changes its registers", "changes_registers"},
    {HW_ATTRIBUTE_TENSOR_MEMORY_1, "tensor memory of a block", "tensor_memory"},
    {HW_ATTRIBUTE_TENSOR_MEMORY_2, "tensor memory of two blocks", "tensor_memory_pairs"},
};
#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* The data of the record of an attribute with that many bytes; NULL: there is none. */
static const uint8_t *find_data(const struct hw_kernel *kernel, const struct statement *what, uint16_t bytes)
{
    for (size_t i = 0; i < kernel->infos.count; i++) {
        const struct hw_nv_info *info = &kernel->infos.list[i];
        if (info->attribute == what->attribute && info->data && info->value == bytes)
            return info->data;
    }
    return NULL;
}

/* A record with a value may have 0 there. */
static bool is_set(const struct hw_kernel *kernel, const struct statement *what)
{
    for (size_t i = 0; i < kernel->infos.count; i++) {
        const struct hw_nv_info *info = &kernel->infos.list[i];
        if (info->attribute == what->attribute)
            return info->format != HW_FORMAT_BYTE || info->value;
    }
    return false;
}

bool hw_info_launch(const struct hw_kernel *kernel)
{
    const char *const first = "  launch      ", *before = first;
    const uint8_t *data;

    for (size_t i = 0; i < COUNT(sizes); i++)
        if ((data = find_data(kernel, &sizes[i], SIZE_BYTES))) {
            printf("%s%" PRIu32 " x %" PRIu32 " x %" PRIu32 " %s", before, hw_get32(data), hw_get32(data + 4),
                   hw_get32(data + 8), sizes[i].text);
            before = ", ";
        }
    if ((data = find_data(kernel, &rank, RANK_BYTES))) {
        printf("%s%" PRIu32 " %s", before, hw_get32(data), rank.text);
        before = ", ";
    }
    for (size_t i = 0; i < COUNT(flags); i++)
        if (is_set(kernel, &flags[i])) {
            printf("%s%s", before, flags[i].text);
            before = ", ";
        }
    return before != first;
}

void hw_info_launch_json(struct json_object *json, const struct hw_kernel *kernel)
{
    struct json_object *launch = hw_json_object(json, "launch");
    const uint8_t *data;

    for (size_t i = 0; i < COUNT(sizes); i++) {
        if (!(data = find_data(kernel, &sizes[i], SIZE_BYTES))) {
            hw_json_null(launch, sizes[i].key);
            continue;
        }
        struct json_object *list = hw_json_list(launch, sizes[i].key);
        for (size_t axis = 0; axis < AXES; axis++)
            hw_json_number(list, NULL, hw_get32(data + 4 * axis));
    }
    if ((data = find_data(kernel, &rank, RANK_BYTES)))
        hw_json_number(launch, rank.key, hw_get32(data));
    else
        hw_json_null(launch, rank.key);
    for (size_t i = 0; i < COUNT(flags); i++)
        hw_json_bool(launch, flags[i].key, is_set(kernel, &flags[i]));
}
