/* What a launch looks like to the code of a generation: where parameters, sizes and stack pointer are, how
 * threads learn their coordinates, how wide addresses are.
 *
 * One row a generation; whoever starts blocks, checks launches or translates code asks here and does not name
 * ISAs. */
#ifndef HW_MACHINE_CONVENTION_H
#define HW_MACHINE_CONVENTION_H

#include <halfwarp/machine.h>

/* Where bank 0 holds what the launch fills in.  A thing that is not there has place HW_NO_PLACE. */
#define HW_NO_PLACE 0xffffu
struct hw_bank0 {
    uint16_t params;
    uint16_t block, grid;           /* three words each: ntid and nctaid */
    uint16_t stack;                 /* the stack pointer that a thread begins with */
    uint16_t grid_id;               /* 64 bits */
    uint16_t dynamic_shared;        /* bytes that the launch has added */
    uint16_t shared_window[2];      /* addresses of the windows of generic addressing: low and high word */
    uint16_t local_window[2];
};

struct hw_warp;

struct hw_convention {
    const char *isa;
    uint8_t first_chip;      /* the number of its first chip in enum hw_chip */
    bool joins_by_flag;      /* SSY names the instruction that joins, else the place behind it */
    bool counts_threads;     /* barriers do, else warps */
    /* What a special register reads in each of 32 lanes. */
    void (*special)(const struct hw_warp *warp, unsigned number, uint32_t *row);
    bool wide_addresses;     /* device addresses have 64 bits, else 32 */
    bool ids_in_r0;          /* $r0 holds the thread's coordinates; else special registers do */
    uint8_t code_unit;       /* code and entry points are multiples of this */
    uint8_t shared_header;   /* bytes with which the launch begins shared memory; parameters follow them */
    uint32_t local_unit;     /* local memory comes in multiples of this */
    bool local_power;        /* ... times a power of two */
    uint32_t local_end;      /* local memory ends at this address; 0: it begins at 0 */
    uint32_t address_mask;   /* of addresses in shared, local and constant memory */
    const struct hw_bank0 *bank0; /* NULL: the launch puts nothing there */
};

const struct hw_convention *hw_convention_of(const struct hw_isa *isa);

/* The special registers of a generation (special_tesla.c, special_maxwell.c). */
void hw_special_tesla(const struct hw_warp *warp, unsigned number, uint32_t *row);
void hw_special_maxwell(const struct hw_warp *warp, unsigned number, uint32_t *row);
/* Whether CS2R reads the register; others give 0. */
bool hw_special_is_coupled(unsigned number);

/* Bytes of local memory that a thread of the launch has. */
uint32_t hw_launch_local_bytes(const struct hw_launch *launch);

/* A copy of the launch whose bank 0 holds what the convention asks for, in memory at *bank0, which the caller
 * frees.  False when the host has no memory. */
bool hw_launch_complete(const struct hw_launch *launch, struct hw_launch *complete, uint8_t **bank0);

#endif
