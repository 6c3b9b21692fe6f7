/* SPDX-License-Identifier: MIT */
/* These structures are the tables that tools/methodgen makes of methods/: the rows, and for each class where
 * they are. */
#ifndef HW_CHANNEL_METHODS_METHOD_TABLES_H
#define HW_CHANNEL_METHODS_METHOD_TABLES_H

#include <halfwarp/methods.h>

#define HW_CHANNEL_METHODS_END 0x100u /* the channel's own methods are below */

/* Another name of a row, which is read but not printed. */
struct hw_method_alias {
    const char *name;
    uint16_t row;
};

/* A class of objects with its rows, as indexes into hw_methods. */
struct hw_method_table {
    struct hw_object_class object;
    const uint16_t *at;        /* by number / 4: the index plus 1; 0: there is no such method */
    const uint16_t *by_number; /* `count` of them, in the order of their numbers */
    const uint16_t *by_name;   /* in the order of their names without "[]" */
    uint32_t count;
    const struct hw_method_alias *alias; /* in no order: there are few */
    uint32_t alias_count;
};

extern const struct hw_method hw_methods[];
extern const struct hw_method_table
    hw_method_tables[]; /* by hw_object_class.index; the channel's is the first */
extern const unsigned hw_method_table_count;
extern const struct hw_tesla_chip hw_tesla_chips[];
extern const unsigned hw_tesla_chip_count;

/* The table of a class; NULL stands for the channel. */
const struct hw_method_table *hw_method_table_of(const struct hw_object_class *object);

#endif
