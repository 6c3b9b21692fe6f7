/* SPDX-License-Identifier: MIT */
/* This file reads and writes the page tables of a channel, as Tesla's memory management does: a directory of
 * 0x800 entries, each for 512 MiB of virtual addresses, and tables of small pages behind them.  The entries
 * are the card's words.
 * @see envytools, docs/hw/memory/g80-vm.rst, "Page tables" */
#ifndef HW_CHANNEL_ENGINE_PAGE_TABLE_H
#define HW_CHANNEL_ENGINE_PAGE_TABLE_H

#include <halfwarp/channel.h>

#define HW_VIRTUAL_END     ((uint64_t)1 << 40)
#define HW_DIRECTORY       0x800u      /* entries of the directory */
#define HW_DIRECTORY_BYTES 0x20000000u /* of virtual addresses, of each */
#define HW_PAGE_BYTES      0x1000u     /* small pages */
#define HW_TABLE_PAGES     (HW_DIRECTORY_BYTES / HW_PAGE_BYTES)

struct hw_page_tables {
    uint64_t *table[HW_DIRECTORY]; /* NULL: not present */
};

void hw_page_tables_clear(struct hw_page_tables *tables);

/* An entry that maps a page, and back; what the other bits mean is not kept. */
uint64_t hw_page_entry(const struct hw_page *page);
struct hw_page hw_page_of_entry(uint64_t entry);

/* Set the entry of a page; 0: the page is not present. */
hw_status hw_page_set(struct hw_page_tables *tables, uint64_t virtual, uint64_t entry,
                      struct hw_error *error);

/* Look an address up: HW_VM_FINE with its page, or the fault. */
enum hw_vm_fault hw_page_find(const struct hw_page_tables *tables, uint64_t virtual, struct hw_page *page);

#endif
