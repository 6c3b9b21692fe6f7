/* SPDX-License-Identifier: MIT */
/* A symbol index maps names to numbers: the symbols or sections of a file that is read or written. */
#ifndef HW_MODULE_NAME_INDEX_H
#define HW_MODULE_NAME_INDEX_H

#include "module/module_internal.h"

struct hw_name_index {
    struct hw_name {
        const char *name;
        uint32_t number;
    } * list;
    size_t count;
};

/* Add a name, which must outlive the list.  False when out of memory. */
bool hw_name_index_add(struct hw_name_index *names, const char *name, uint32_t number);
/* Order the list: by name, and those of one name by number. */
void hw_name_index_sort(struct hw_name_index *names);
/* The smallest number of a name in a list that is in order; false where it is not in it. */
bool hw_name_index_find(const struct hw_name_index *names, const char *name, uint32_t *number);
void hw_name_index_free(struct hw_name_index *names);

/* The length of a name without the number that makes it unique in its module ("f#2"). */
size_t hw_name_plain_length(const char *name);
/* A name with such a number, made with malloc; NULL when out of memory.  Number 1 is omitted, except where
 * the end of the name would pass for a number. */
char *hw_name_numbered(const char *name, unsigned number);

#endif
