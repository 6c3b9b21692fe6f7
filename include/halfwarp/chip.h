/* SPDX-License-Identifier: MIT */
/* A chip has the limits of a launch and other numbers, each with its source.
 *
 * A chip is a file in chips/ that names a source for every number, and its provenance (standing.h).  The
 * build turns those files into the table behind this header; no fact about a chip is in code.
 *
 * Stability: grows. */
#ifndef HALFWARP_CHIP_H
#define HALFWARP_CHIP_H

#include <stdbool.h>
#include <stdint.h>

#include <halfwarp/microarchitecture.h>
#include <halfwarp/standing.h>
#include <halfwarp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One number of a chip with its origin. */
struct hw_chip_number {
    const char *key; /* "registers_per_mp" */
    uint32_t value;
    const char *unit;   /* "bytes"; "": a name, a choice or a plain number */
    const char *group;  /* what it belongs to: "limits", "latencies"; numbers of a group stand together */
    const char *source; /* the document that states it, who measured it, or why it is assumed */
    enum hw_standing standing; /* of that source */
    bool recalled;             /* the source is cited from memory: its text was not at hand */
};

/* A card that the chip was sold on: what the board decides. */
struct hw_card {
    const char *name;          /* "GeForce GTX 280" */
    const char *others;        /* what else it is called, separated by ", "; or "" */
    const char *note;          /* what the name does not tell, such as another chip sold under it; or "" */
    uint32_t mps;              /* multiprocessors that are enabled; launches use all that the chip has */
    uint32_t core_clock_khz;   /* without boost */
    uint32_t shader_clock_khz; /* of multiprocessors; from Kepler on the same */
    uint32_t memory_clock_khz; /* half the rate of data, whatever the type: twice that, times the width, is
                                  the bandwidth */
    const char *memory_type;   /* "GDDR3" */
    uint32_t memory_bits;      /* width of its bus */
    uint32_t memory_mib;       /* size */
    uint32_t rate_fp64; /* lanes of double precision a clock that multiprocessors are held to, as those of
                           GeForces are; 0: all that the chip has */
    const char *source;
    enum hw_standing standing;
};

/* What the model of a chip under the clock was held against: measurements of a card. */
struct hw_comparison {
    const char *what;     /* "27 real kernels on a GTX 980"; NULL: nothing */
    const char *page;     /* that shows it: "docs/time-model.md" */
    uint32_t mean, worst; /* errors, in tenths of a per cent */
};

#define HW_BLOCK_BARRIERS 16 /* that the code of a block can name, on every chip */

struct hw_chip_info {
    const char *name;    /* "g80": how the command line calls it */
    const char *aliases; /* other names, separated by blanks: "nv50 sm_10" */
    const char *isa;     /* the file in isa/: "tesla" */
    const char *variant; /* the variant within that ISA: "g80" */
    uint32_t id;         /* chip id as the device reports it: 0x50 */
    uint32_t capability; /* compute capability * 10: 10, 52, 61 */
    uint32_t tps;        /* clusters: texture processors of Tesla, graphics processors (GPC) of later chips */
    uint32_t mps_per_tp; /* multiprocessors in each */
    uint32_t sps_per_mp; /* scalar processors in each of those */
    uint32_t warp_size;
    uint32_t warps_per_mp;
    uint32_t blocks_per_mp;
    uint32_t threads_per_block;
    uint32_t block_x, block_y, block_z; /* largest block */
    uint32_t grid_x, grid_y, grid_z;    /* largest grid */
    uint32_t registers_per_mp;
    uint32_t registers_per_block;
    uint32_t registers_per_block_calculator; /* what NVIDIA's occupancy calculator says instead */
    uint32_t registers_per_thread;           /* that code can name */
    uint32_t registers_compiled;             /* that CUDA's compilers use at most */
    uint32_t register_unit;  /* registers are given out in multiples of this: to a warp, or to a block, */
    uint32_t register_warps; /* of which so many warps at a time count; 0: they are given to a warp */
    uint32_t register_parts; /* parts of the register file; a warp's registers lie in one */
    uint32_t shared_per_mp;  /* bytes */
    uint32_t shared_per_block;
    uint32_t shared_unit;           /* the launch rounds a block's shared memory up to this */
    uint32_t shared_block_unit;     /* a multiprocessor gives it out in multiples of this */
    uint32_t shared_reserved;       /* bytes of each block that the system takes */
    uint32_t cluster_blocks;        /* in a cluster at most; 0: there are none */
    uint32_t cluster_blocks_opt_in; /* where the kernel allows a cluster that is not portable */
    uint32_t barriers_per_mp;       /* of all blocks; 0: each may have all that a block can name */
    uint32_t local_per_thread;      /* bytes */
    uint32_t parameter_bytes;
    uint32_t memory_page;         /* bytes: how memory is mapped (hw_memory_map_pages) */
    uint32_t shader_clock_khz;    /* of a typical board; 0: unknown */
    const char *register_doubled; /* counts of registers for which register_unit counts twice: "21 22" */
    const char *register_doubled_source;
    enum hw_standing register_doubled_standing;
    const char *shared_sizes; /* KiB of shared memory that a multiprocessor can have, ascending: "16 48" */
    const char *shared_sizes_source;
    enum hw_standing shared_sizes_standing;
    struct hw_microarchitecture micro;    /* what the clock needs to know */
    const struct hw_chip_number *numbers; /* every number above again, in file order, with its source */
    unsigned number_count;
    const struct hw_card *cards; /* the best known first */
    unsigned card_count;
    struct hw_comparison compared;
};

/* The chips in the order of their age; NULL past the last. */
const struct hw_chip_info *hw_chip_at(unsigned index);

/* Find a chip by its name, by an alias, by a compute capability ("sm_10", "sm_90a": the chip that introduced
 * it), or by a card ("GTX 280", "gtx480", "titan-x-pascal", "NVIDIA Tesla K40"): of those, letters, digits
 * and + count, and NVIDIA, GeForce, Tesla, Quadro and Jetson in front may be missing.  Case does not matter.
 * HW_ERR_NOT_FOUND says which names are nearest. */
hw_status hw_chip_find(const char *name, const struct hw_chip_info **chip, struct hw_error *error);

/* The same, and the card that was named; NULL where the name is a chip's. */
hw_status hw_card_find(const char *name, const struct hw_chip_info **chip, const struct hw_card **card,
                       struct hw_error *error);

/* Whether its code is run; else it is read and written only.  The check is HW_ERR_UNSUPPORTED for such a
 * chip, and the sentence says what to do. */
bool hw_chip_runs(const struct hw_chip_info *chip);
hw_status hw_chip_check_runs(const struct hw_chip_info *chip, struct hw_error *error);

/* What a compute capability can do beyond 1.0. */
#define HW_FEATURE_ATOMICS_GLOBAL_32 0x01u
#define HW_FEATURE_BREAKPOINTS       0x02u
#define HW_FEATURE_ATOMICS_GLOBAL_64 0x04u
#define HW_FEATURE_ATOMICS_SHARED    0x08u
#define HW_FEATURE_VOTE              0x10u
#define HW_FEATURE_FP64              0x20u
#define HW_FEATURE_ATOMICS_FP32      0x40u
#define HW_FEATURE_FP16              0x80u
#define HW_FEATURE_ATOMICS_FP64      0x100u
#define HW_FEATURE_DOT               0x200u /* dot products of bytes and halves */

/* HW_FEATURE_* of a capability (chip.h: 10, 11, 52); each has those of the ones before. */
unsigned hw_capability_features(unsigned capability);

#ifdef __cplusplus
}
#endif
#endif
