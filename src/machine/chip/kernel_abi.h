/* SPDX-License-Identifier: MIT */
/* The kernel ABI of a generation: how a launch looks to its code.
 *
 * It says where the driver puts parameters, sizes and the stack pointer (constant banks, shared memory), how
 * threads get their coordinates, how wide addresses are, which registers a thread has, whether lanes have
 * independent thread scheduling or a SIMT stack, and which register holds which operand of a texture lookup.
 * There is one for a generation, or for some of an ISA's variants.  Code that starts blocks, checks launches
 * or translates reads the kernel ABI and does not name ISAs. */
#ifndef HW_MACHINE_CHIP_KERNEL_ABI_H
#define HW_MACHINE_CHIP_KERNEL_ABI_H

#include <halfwarp/machine.h>

/* The locations in constant banks of the values that the driver fills in: the bank in the upper half, the
 * offset in the lower.  HW_NOT_IN_BANK: the generation has no such value. */
#define HW_NOT_IN_BANK  0xffffffffu
#define HW_FILLED_BANKS 2 /* banks 0 and 1 */
struct hw_bank_layout {
    uint32_t params;
    uint32_t block, grid;      /* three words each: ntid and nctaid */
    uint32_t stack;            /* the stack pointer that a thread begins with */
    uint32_t grid_id;          /* 64 bits */
    uint32_t dynamic_shared;   /* bytes that the launch has added */
    uint32_t shared_window[2]; /* addresses of the windows of generic addressing: low and high word */
    uint32_t local_window[2];
    uint32_t constants;         /* the generic address of bank 3, 64 bits */
    uint32_t parameter_window;  /* that of bank 0, 64 bits (parameter_window.h) */
    uint32_t params_last;       /* the offset in bank 0 of the last byte of parameters */
    uint32_t grid_workspace[2]; /* high and low word: what PTX calls %envreg1 and %envreg2 */
    uint32_t multiprocessors;   /* of the chip: %nsmid */
    uint32_t reserved_shared;   /* bytes of shared memory that the system takes of each block */
    uint32_t reserved_end;      /* where the part of them ends that it uses */
    uint32_t reserved_groups;   /* where cooperative groups have their words in them */
    uint32_t clock_tries;       /* how often to read the halves of a 64-bit clock until they fit */
    uint32_t descriptions[2];   /* addresses of tables of textures and of surfaces, 64 bits */
    uint32_t current_graph;     /* 64 bits: %current_graph_exec, the graph that the launch is a node of */
};

/* The windows of generic addresses in which code finds shared and local memory: the word above both, and
 * where each begins below it. */
struct hw_windows {
    uint32_t high, shared, local;
};

struct hw_warp;

/* The lifetime of a special register's value: where it reads the same. */
enum hw_special_lifetime {
    HW_LIFETIME_NONE = 0,
    HW_LIFETIME_CLOCK,
    HW_LIFETIME_WARP,        /* from a warp's start to its end */
    HW_LIFETIME_BLOCK,       /* in all warps of a block */
    HW_LIFETIME_WARP_NUMBER, /* in the warps of all blocks that have the same number in theirs */
    HW_LIFETIME_LAUNCH,
    HW_LIFETIME_COUNT
};

/* Special registers that a program may have filled before it runs. */
#define HW_SPECIAL_REGISTERS 8

struct hw_kernel_abi {
    const struct hw_isa *isa;
    uint8_t variant;      /* the first of the ISA's chip variants that it holds for */
    uint8_t chip;         /* that variant's number in enum hw_chip (chip_traits.h) */
    bool not_run;         /* its code is read and written, and not run yet */
    bool preview;         /* a part of it is run where HALFWARP_PREVIEW asks for that */
    bool full_path_joins; /* a join concerns all lanes of the path, and SSY names it; else those that execute
                              it, and SSY names the index where they go on */
    bool counts_threads;  /* barriers do, else warps */
    bool atomics_reach_shared; /* those at generic addresses */
    bool has_its;              /* independent thread scheduling (its.c); else a warp has a SIMT stack */
    /* What a special register reads in each of 32 lanes. */
    void (*special)(const struct hw_warp *warp, unsigned number, uint32_t *reg);
    enum hw_special_lifetime (*special_lifetime)(unsigned number);
    bool wide_addresses;   /* device addresses have 64 bits, else 32 */
    bool ids_in_r0;        /* $r0 holds the thread's coordinates; else special registers do */
    uint8_t shared_header; /* bytes with which the launch begins shared memory; parameters follow them */
    uint32_t local_unit;   /* local memory comes in multiples of this */
    bool local_power;      /* ... times a power of two */
    uint32_t local_end;    /* local memory ends at this address; 0: it begins at 0 */
    struct hw_windows windows;
    bool counts_copies;    /* barriers in shared memory count bytes of copies, too (ops/scalar/mbarrier.h) */
    uint32_t shared_first; /* bytes of shared memory that the system takes in front of a block's own */
    uint32_t address_mask; /* of addresses in shared, local and constant memory */
    const struct hw_bank_layout *bank_layout; /* NULL: the launch puts nothing into constant banks */

    /* The registers of a thread beside general ones. */
    uint8_t cond_codes, addr_registers, predicates, uniform_registers;
    uint8_t grid_id_register; /* the special register that holds the launch's number, too; 0: there is none */
    /* Until GT215 the halves of registers have names. */
    bool named_halves;

    /* Since GF100 a load or store without a size stops the kernel. */
    bool accesses_say_size;
    /* GF100's instructions name a texture or surface by the number of a slot.  Since GK104 their number says
     * where in bank 0 the handle lies. */
    bool texture_slots;
    /* From Hopper on a uniform register may hold the handle, which compiled code loads there from the bank.
     */
    bool uniform_handles;
    /* On GK104 and GK110 the sources of a lookup are one list: four registers behind the first operand and
     * the others behind the second.  On other chips coordinates are behind the first and the rest behind the
     * second. */
    bool one_source_list;
    /* In a lookup with gradients: since GK104 texel offsets are the upper half of the layer's register
     * (before, they stand behind the coordinates); since GM107 the layer stands behind the coordinates. */
    bool offsets_in_layer, layer_is_last;
    /* Until GK110 loads and stores of surfaces name the surface before the coordinates, later ones last. */
    bool surface_slot_first;
};

const struct hw_kernel_abi *hw_kernel_abi_of(const struct hw_target *target);
/* Whether code for it is run. */
bool hw_kernel_abi_runs(const struct hw_kernel_abi *kernel_abi);

/* How a chip reads code that was made for `code` (sm_30): as its own; GK110 also runs GK104's code, as it was
 * encoded. */
hw_status hw_target_of_code(const struct hw_chip_info *chip, const char *code, struct hw_target *target,
                            struct hw_error *error);

/* The traits of a target's chip variant: in what its arithmetic differs from that of others. */
struct hw_chip_traits;
const struct hw_chip_traits *hw_traits_of(const struct hw_target *target);

/* The special registers of a generation (special_tesla.c, special_fermi.c, special_maxwell.c for Volta, too).
 */
void hw_special_tesla(const struct hw_warp *warp, unsigned number, uint32_t *reg);
void hw_special_fermi(const struct hw_warp *warp, unsigned number, uint32_t *reg);
void hw_special_maxwell(const struct hw_warp *warp, unsigned number, uint32_t *reg);
void hw_special_volta(const struct hw_warp *warp, unsigned number, uint32_t *reg);
enum hw_special_lifetime hw_special_lifetime_tesla(unsigned number);
enum hw_special_lifetime hw_special_lifetime_fermi(unsigned number);
enum hw_special_lifetime hw_special_lifetime_maxwell(unsigned number);
enum hw_special_lifetime hw_special_lifetime_volta(unsigned number);
/* Whether CS2R reads the register; others give 0. */
bool hw_special_is_coupled(unsigned number);

/* Bytes of local memory that a thread of the launch has. */
uint32_t hw_launch_local_bytes(const struct hw_launch *launch);

/* The offset in bank 0 at which the parameters of a launch begin. */
uint32_t hw_launch_param_base(const struct hw_launch *launch);

/* Memory for a bank that the launch fills. */
struct hw_filled_bank {
    uint8_t *data;
    uint32_t capacity; /* bytes */
};

/* A copy of the launch whose constant banks have the values that the kernel ABI asks for, in the memory of
 * filled[], which is reused and which the caller frees at the end.  False when the host has no memory. */
bool hw_launch_complete(const struct hw_launch *launch, struct hw_launch *complete,
                        struct hw_filled_bank filled[HW_FILLED_BANKS]);

/* Whether hw_launch_complete writes any of these bytes of a constant bank: sizes, parameters, textures. */
bool hw_launch_fills(const struct hw_launch *launch, unsigned bank, uint32_t offset, uint32_t bytes);

#endif
