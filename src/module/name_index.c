/* SPDX-License-Identifier: MIT */
/* The symbol index is a sorted list of names with their numbers. */
#include "module/name_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool hw_name_index_add(struct hw_name_index *names, const char *name, uint32_t number)
{
    if (!hw_module_grow(&names->list, names->count, sizeof names->list[0]))
        return false;
    names->list[names->count++] = (struct hw_name){name, number};
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct hw_name *first = a, *second = b;
    int order = strcmp(first->name, second->name);
    return order ? order : (first->number > second->number) - (first->number < second->number);
}

void hw_name_index_sort(struct hw_name_index *names)
{
    if (names->count)
        qsort(names->list, names->count, sizeof names->list[0], compare);
}

bool hw_name_index_find(const struct hw_name_index *names, const char *name, uint32_t *number)
{
    size_t low = 0, high = names->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (strcmp(names->list[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == names->count || strcmp(names->list[low].name, name) != 0)
        return false;
    *number = names->list[low].number;
    return true;
}

void hw_name_index_free(struct hw_name_index *names)
{
    free(names->list);
    *names = (struct hw_name_index){0};
}

size_t hw_name_plain_length(const char *name)
{
    const char *mark = strrchr(name, HW_NAME_COPY[0]);
    const bool numbered = mark && mark[1] && strspn(mark + 1, "0123456789") == strlen(mark + 1);

    return numbered ? (size_t)(mark - name) : strlen(name);
}

char *hw_name_numbered(const char *name, unsigned number)
{
    const size_t length = strlen(name), room = length + 16;
    char *numbered = malloc(room);

    if (numbered && number == 1 && hw_name_plain_length(name) == length)
        memcpy(numbered, name, length + 1);
    else if (numbered)
        snprintf(numbered, room, "%s" HW_NAME_COPY "%u", name, number);
    return numbered;
}
