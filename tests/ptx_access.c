/* SPDX-License-Identifier: MIT */
/* See ptx_access.h. */
#include "ptx_access.h"

#include <string.h>

enum work { LOAD, LOAD_SIGNED, STORE, EXCHANGE, ADD, ADD_ONLY, MAX_ONLY };

static const struct ptx_access accesses[] = {
    {"ld.global.u8 $d, ", ";", 'w', 1, LOAD},
    {"ld.global.s16 $d, ", ";", 'w', 2, LOAD_SIGNED},
    {"ld.global.u32 $d, ", ";", 'w', 4, LOAD},
    {"ld.global.u64 $d, ", ";", 'd', 8, LOAD},
    {"st.global.u8 ", ", $a;", 'w', 1, STORE},
    {"st.global.u16 ", ", $a;", 'w', 2, STORE},
    {"st.global.u32 ", ", $a;", 'w', 4, STORE},
    {"st.global.u64 ", ", $a;", 'd', 8, STORE},
    {"atom.global.add.u32 $d, ", ", $a;", 'w', 4, ADD},
    {"atom.global.add.u64 $d, ", ", $a;", 'd', 8, ADD},
    {"atom.global.exch.b32 $d, ", ", $a;", 'w', 4, EXCHANGE},
    {"atom.global.exch.b64 $d, ", ", $a;", 'd', 8, EXCHANGE},
    {"red.global.max.u32 ", ", $a;", 'w', 4, MAX_ONLY},
    {"red.global.add.u64 ", ", $a;", 'd', 8, ADD_ONLY},
};

const struct ptx_access *ptx_access(unsigned number)
{
    return &accesses[number % (sizeof accesses / sizeof *accesses)];
}

unsigned ptx_access_place(const struct ptx_access *access, unsigned number)
{
    return number % (PTX_OWN_BYTES / access->bytes) * access->bytes;
}

uint64_t ptx_access_do(const struct ptx_access *access, uint8_t own[PTX_OWN_BYTES], unsigned place,
                       uint64_t d, uint64_t a)
{
    uint64_t old = 0, next = a;

    memcpy(&old, own + place, access->bytes);
    switch ((enum work)access->work) {
    case LOAD: return old;
    case LOAD_SIGNED:
        return old & 1u << (8 * access->bytes - 1) ? (uint32_t)(old - (1u << 8 * access->bytes)) : old;
    case STORE:
    case EXCHANGE: break;
    case ADD:
    case ADD_ONLY: next = old + a; break;
    case MAX_ONLY: next = a > old ? a : old; break;
    }
    memcpy(own + place, &next, access->bytes);
    return access->work == ADD || access->work == EXCHANGE ? old : d;
}
