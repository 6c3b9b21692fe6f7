/* SPDX-License-Identifier: MIT */
/* This file builds lists of .nv.info records: each with its data and the names of the symbols in it. */
#include "module/module_internal.h"

#include <stdlib.h>
#include <string.h>

static void free_names(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

/* Copies of `count` names; NULL for none, and without memory. */
static char **copy_names(const char *const *names, size_t count)
{
    char **copies = count ? calloc(count, sizeof *copies) : NULL;
    for (size_t i = 0; copies && i < count; i++) {
        copies[i] = hw_module_copy_text(names[i], strlen(names[i]));
        if (!copies[i]) {
            free_names(copies, i);
            return NULL;
        }
    }
    return copies;
}

/* Numbers of symbols are a file's own: where names stand for them they go. */
static void clear_numbers(struct hw_nv_info *info)
{
    size_t named = 0;
    for (size_t i = 0; info->data && named < info->symbol_count && i < info->value / 4u; i++)
        if (hw_nv_info_word(info, i) == HW_WORD_SYMBOL) {
            hw_put32(info->data + 4 * i, 0);
            named++;
        }
}

hw_status hw_nv_infos_add(struct hw_nv_infos *infos, uint8_t format, uint8_t attribute, uint16_t value,
                          const void *data, const char *const *symbols, size_t symbol_count,
                          struct hw_error *error)
{
    struct hw_nv_info info = {
        .format = format, .attribute = attribute, .value = value, .symbol_count = symbol_count};
    if (format == 4 && !data)
        return hw_fail(error, HW_ERR_ARGUMENT, HW_MODULE_ERROR,
                       "a record of format 4 needs its %u bytes of data", value);
    if (format != 4 && data)
        return hw_fail(error, HW_ERR_ARGUMENT, HW_MODULE_ERROR,
                       "a record of format %u has no data; expected format 4, or none", format);
    if (!hw_module_grow(&infos->list, infos->count, sizeof infos->list[0]))
        return hw_module_no_memory(error);
    if (data && !(info.data = (uint8_t *)hw_module_copy_text(data, value)))
        return hw_module_no_memory(error);
    if (symbol_count && !(info.symbols = copy_names(symbols, symbol_count))) {
        free(info.data);
        return hw_module_no_memory(error);
    }
    clear_numbers(&info);
    infos->list[infos->count++] = info;
    return HW_OK;
}
