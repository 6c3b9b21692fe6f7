/* SPDX-License-Identifier: MIT */
/* An overridden chip is one that nobody built: a chip with some of its numbers changed, for design studies.
 *
 * What a number may be stands beside the keys of chip files (tools/chipgen/keys.py), which are held to it,
 * too.  Numbers that code relies on, such as the lanes of a warp, cannot be changed.  A chip that was made
 * here is used like any other until it is freed.
 *
 * Stability: may change. */
#ifndef HALFWARP_CHIP_OVERRIDE_H
#define HALFWARP_CHIP_OVERRIDE_H

#include <halfwarp/chip.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A number that is to be another.  Keys are those of struct hw_chip_number, and two of the card:
 * "mps", its multiprocessors, and "memory_bits", the width of its memory. */
struct hw_chip_change {
    const char *key; /* "shared_banks" */
    uint64_t value;
};

/* What a number may be. */
struct hw_chip_range {
    uint32_t min, max;
    bool powers; /* of two only */
};

/* Whether the number can be changed, and to what: HW_ERR_NOT_FOUND where there is none of that name, or
 * none that can be changed. */
hw_status hw_chip_range(const char *key, struct hw_chip_range *range, struct hw_error *error);

/* Whether that range has the value; HW_ERR_RANGE says what was expected. */
hw_status hw_chip_change_check(const struct hw_chip_change *change, struct hw_error *error);

/* Read `KEY=VALUE[,KEY=VALUE]...` behind the *count changes that there are, and check each; k and m behind a
 * value are 1024 and 1024 * 1024.  HW_ERR_SYNTAX, HW_ERR_NOT_FOUND, HW_ERR_RANGE, or HW_ERR_LIMIT where more
 * than `room` were named.  Keys point to static text. */
hw_status hw_chip_changes_read(const char *text, struct hw_chip_change *changes, size_t room, size_t *count,
                               struct hw_error *error);

/* The numbers of a chip that must fit together: caches are whole sets of whole lines, and so on. */
hw_status hw_chip_check(const struct hw_chip_info *chip, struct hw_error *error);

/* A copy of a chip with `count` numbers changed; of one that is named twice the last counts.  Its only card
 * is a copy of `card` (NULL: the one that the chip is best known by), and its name says what was changed:
 * "gm204 with shared_banks=16". */
hw_status hw_chip_override(const struct hw_chip_info *chip, const struct hw_card *card,
                           const struct hw_chip_change *changes, size_t count, struct hw_chip_info **made,
                           struct hw_error *error);
/* NULL is allowed. */
void hw_chip_override_free(struct hw_chip_info *made);

#ifdef __cplusplus
}
#endif
#endif
