/* SPDX-License-Identifier: MIT */
/* A range list is a sorted list of address ranges that threads read without a lock while another one changes
 * it: a sequence lock.
 *
 * Who changes lists holds a lock that readers do not know.  It makes the sequence odd (hw_sequence_open),
 * changes the words of the lists one by one, and makes the sequence even again (hw_sequence_close).  A reader
 * takes the sequence, reads, and reads once more if the sequence is another one then:
 *
 *     do {
 *         sequence = hw_sequence_read(&lists->sequence);
 *         ...
 *     } while (hw_sequence_has_changed(&lists->sequence, sequence));
 *
 * Between the two it may meet half of a change, so what it has read means nothing before the last line.  But
 * it never reads outside of a list: each has its own count, and lists that have become too short stay until
 * the last one is destroyed.  Together they are shorter than that one, so nobody needs to know who may still
 * look at them.  Words are loaded with acquire and stored with release, so that neither leaves the stretch
 * between the two looks at the sequence (H.-J. Boehm, Can seqlocks get along with programming language memory
 * models?, MSPC 2012); x86 does that at no cost. */
#ifndef HW_MACHINE_MEMORY_RANGE_LIST_H
#define HW_MACHINE_MEMORY_RANGE_LIST_H

#include <halfwarp/memory.h>

struct hw_range_list {
    struct hw_range_list *older; /* shorter, with what was in the list before it grew */
    size_t count, capacity;
    struct hw_range at[]; /* by address; they do not overlap */
};

/* --- readers --- */

/* Waits for the end of a change, which is short; an even number. */
uint64_t hw_sequence_wait(const uint64_t *sequence);

/* Before reading: an even number. */
static inline uint64_t hw_sequence_read(const uint64_t *sequence)
{
    const uint64_t read = __atomic_load_n(sequence, __ATOMIC_ACQUIRE);

    return read & 1 ? hw_sequence_wait(sequence) : read;
}

static inline bool hw_sequence_has_changed(const uint64_t *sequence, uint64_t read)
{
    return __atomic_load_n(sequence, __ATOMIC_RELAXED) != read;
}

static inline const struct hw_range_list *hw_range_list_now(struct hw_range_list *const *list)
{
    return __atomic_load_n(list, __ATOMIC_ACQUIRE);
}

static inline size_t hw_range_list_count(const struct hw_range_list *list)
{
    return __atomic_load_n(&list->count, __ATOMIC_ACQUIRE);
}

static inline uint64_t hw_range_list_last(const struct hw_range_list *list, size_t at)
{
    return __atomic_load_n(&list->at[at].last, __ATOMIC_ACQUIRE);
}

static inline struct hw_range hw_range_list_at(const struct hw_range_list *list, size_t at)
{
    return (struct hw_range){__atomic_load_n(&list->at[at].first, __ATOMIC_ACQUIRE),
                             hw_range_list_last(list, at)};
}

/* Index of the first range that ends at or behind `address`; the count: none does. */
size_t hw_range_list_find(const struct hw_range_list *list, uint64_t address);

/* Whether a range of the list has a byte of `range`. */
bool hw_range_list_overlaps(const struct hw_range_list *list, const struct hw_range *range);

/* --- who changes lists, under a lock --- */

struct hw_range_list *hw_range_list_create(void); /* NULL: no memory */
void hw_range_list_destroy(struct hw_range_list *list);

/* Have room for one more range; false: no memory.  It is no change to readers. */
bool hw_range_list_reserve(struct hw_range_list **list);

void hw_sequence_open(uint64_t *sequence);
void hw_sequence_close(uint64_t *sequence);

/* Between the two: put a range, which overlaps none, where it belongs, there being room; take the one with
 * this index away. */
void hw_range_list_insert(struct hw_range_list *list, const struct hw_range *range);
void hw_range_list_remove(struct hw_range_list *list, size_t at);

#endif
