/* SPDX-License-Identifier: MIT */
/* The parts of the manual share this header (halfwarp isa). */
#ifndef HW_CLI_MANUAL_H
#define HW_CLI_MANUAL_H

#include <halfwarp/isa.h>
#include <stdbool.h>

/* What is asked for. */
struct hw_manual {
    const struct hw_isa *isa;
    const char *opcode; /* NULL: all */
    int chip, program;  /* -1: any */
    bool is_named;      /* the set, or its chip; else it is a choice */
};

/* Choose the set and the chip that a name of --isa means: "maxwell", "sm_52", "g200"; NULL: the first set. */
hw_status hw_manual_choose(struct hw_manual *manual, const char *isa, struct hw_error *error);

/* The next form from number *index on that is wanted; NULL past the last. */
const struct hw_form *hw_manual_next(const struct hw_manual *manual, unsigned *index);

/* Print the instructions by unit, every form as text, or every form as JSON. */
void hw_manual_list(const struct hw_manual *manual);
void hw_manual_forms(const struct hw_manual *manual);
void hw_manual_json(const struct hw_manual *manual);

#endif
