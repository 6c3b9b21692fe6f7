/* SPDX-License-Identifier: MIT */
/* See page_table.h. */
#include "channel/engine/page_table.h"

#include <stdlib.h>

/* Bits of an entry. */
#define PRESENT    ((uint64_t)1 << 0)
#define READ_ONLY  ((uint64_t)1 << 3)
#define SUPERVISOR ((uint64_t)1 << 6)
#define TARGET     4  /* two bits */
#define STORAGE    40 /* seven */
#define ADDRESS    ((uint64_t)0xfffffff000)

void hw_page_tables_clear(struct hw_page_tables *tables)
{
    for (unsigned i = 0; i < HW_DIRECTORY; i++)
        free(tables->table[i]);
    *tables = (struct hw_page_tables){{NULL}};
}

uint64_t hw_page_entry(const struct hw_page *page)
{
    return PRESENT | (page->read_only ? READ_ONLY : 0) | (page->supervisor ? SUPERVISOR : 0) |
           (uint64_t)(page->target & 3) << TARGET | (uint64_t)(page->storage & 0x7f) << STORAGE |
           (page->linear & ADDRESS);
}

struct hw_page hw_page_of_entry(uint64_t entry)
{
    return (struct hw_page){.target = entry >> TARGET & 3,
                            .storage = entry >> STORAGE & 0x7f,
                            .read_only = (entry & READ_ONLY) != 0,
                            .supervisor = (entry & SUPERVISOR) != 0,
                            .linear = entry & ADDRESS};
}

hw_status hw_page_set(struct hw_page_tables *tables, uint64_t virtual, uint64_t entry, struct hw_error *error)
{
    uint64_t **table = &tables->table[virtual / HW_DIRECTORY_BYTES];

    if (!*table && entry)
        *table = calloc(HW_TABLE_PAGES, sizeof **table);
    if (!*table)
        return entry ? hw_fail(error, HW_ERR_NO_MEMORY, "channel", "no memory for a page table") : HW_OK;
    (*table)[virtual % HW_DIRECTORY_BYTES / HW_PAGE_BYTES] = entry;
    return HW_OK;
}

enum hw_vm_fault hw_page_find(const struct hw_page_tables *tables, uint64_t virtual, struct hw_page *page)
{
    const uint64_t *table = virtual < HW_VIRTUAL_END ? tables->table[virtual / HW_DIRECTORY_BYTES] : NULL;

    if (!table)
        return HW_VM_PT_NOT_PRESENT;
    const uint64_t entry = table[virtual % HW_DIRECTORY_BYTES / HW_PAGE_BYTES];
    if (!(entry & PRESENT))
        return HW_VM_PAGE_NOT_PRESENT;
    *page = hw_page_of_entry(entry);
    return HW_VM_FINE;
}
