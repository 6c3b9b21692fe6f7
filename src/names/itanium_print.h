/* SPDX-License-Identifier: MIT */
/* What the printers of C++ names share. */
#ifndef HW_NAMES_ITANIUM_PRINT_H
#define HW_NAMES_ITANIUM_PRINT_H

#include "names/itanium.h"

#define HW_ITANIUM_NO_PACK SIZE_MAX

/* Which element of packs is written; the first pack in an expansion says how many there are. */
struct hw_itanium_printer {
    struct hw_name_text *out;
    size_t pack_index, pack_count; /* HW_ITANIUM_NO_PACK: in no expansion, or its packs are not known yet */
};

/* A part; of a type, what stands before a name that is declared with it and what stands behind. */
void hw_itanium_put(struct hw_itanium_printer *p, const struct hw_itanium_node *node);
void hw_itanium_put_left(struct hw_itanium_printer *p, const struct hw_itanium_node *node);
void hw_itanium_put_right(struct hw_itanium_printer *p, const struct hw_itanium_node *node);

/* With commas between them; elements without text leave none. */
void hw_itanium_put_list(struct hw_itanium_printer *p, const struct hw_itanium_node *list);
void hw_itanium_put_arguments(struct hw_itanium_printer *p, const struct hw_itanium_node *list);

/* (int, float) const & */
void hw_itanium_put_parameters(struct hw_itanium_printer *p, const struct hw_itanium_node *type);

/* The element of a pack that is written, where a node is a pack's parameter; else the node. */
const struct hw_itanium_node *hw_itanium_element(struct hw_itanium_printer *p,
                                                 const struct hw_itanium_node *node);

/* False: it is no type (itanium_print_types.c), no expression (itanium_print_expressions.c). */
bool hw_itanium_put_type(struct hw_itanium_printer *p, const struct hw_itanium_node *node);
bool hw_itanium_put_expression(struct hw_itanium_printer *p, const struct hw_itanium_node *node);
void hw_itanium_put_type_right(struct hw_itanium_printer *p, const struct hw_itanium_node *node);

/* Whether a type has a part behind the name, so that no blank follows the one before it. */
bool hw_itanium_has_right(struct hw_itanium_printer *p, const struct hw_itanium_node *node);

#endif
