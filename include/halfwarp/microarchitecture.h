/* SPDX-License-Identifier: MIT */
/* The microarchitecture of a chip is what the timing model needs: units and rates, latencies, caches, memory.
 *
 * The numbers stand in chips/ with their sources, like the limits of chip.h, and `halfwarp chips NAME` shows
 * them. Clocks are those of the multiprocessors: on Tesla and Fermi the shader clock.  Rates are lanes a
 * clock of a whole multiprocessor, sizes are bytes.  Boards decide the rest (struct hw_card).
 *
 * Stability: grows. */
#ifndef HALFWARP_MICROARCHITECTURE_H
#define HALFWARP_MICROARCHITECTURE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hw_microarchitecture {
    /* How a multiprocessor issues. */
    uint32_t schedulers;    /* warp schedulers of a multiprocessor */
    uint32_t fixed_warps;   /* 1: warp w belongs to scheduler w modulo schedulers */
    uint32_t issue_cycles;  /* clocks between two issues of a scheduler */
    uint32_t issue_width;   /* instructions of a warp that it issues together, at most */
    uint32_t own_units;     /* 1: each scheduler has its share of the units; 0: all share them */
    uint32_t control_port;  /* 1: jumps and barriers issue beside arithmetic; 0: in its place */
    uint32_t branch_cycles; /* clocks until a warp issues behind a jump */
    uint32_t active_warps; /* warps that a scheduler chooses from, until one waits for a scoreboard; 0: all */
    uint32_t replay_cycles; /* clocks until an instruction that came too early is tried again; 0: the hardware
                               waits */

    /* Lanes that a multiprocessor begins a clock; 0: it lacks the unit. */
    uint32_t rate_fp32;     /* additions, multiplications, and both, in single precision */
    uint32_t rate_fp64;     /* the same in double precision */
    uint32_t rate_half;     /* the same on packed halves */
    uint32_t rate_int;      /* additions of integers */
    uint32_t rate_logic;    /* and, or, exclusive or */
    uint32_t rate_move;     /* moves and selections */
    uint32_t rate_shift;    /* shifts */
    uint32_t rate_compare;  /* comparisons, minimum, maximum */
    uint32_t rate_multiply; /* multiplications of integers by the instruction that has the most bits */
    uint32_t
        rate_multiply16; /* multiplications of 16 or 24 bits: XMAD of Maxwell, IMUL24 and IMUL.U16 of Tesla */
    uint32_t rate_bits;  /* bit fields, reversal, sums of absolute differences */
    uint32_t rate_count; /* population count, leading zeros */
    uint32_t rate_sfu;   /* approximations of functions */
    uint32_t rate_convert;      /* conversions within 32 bits */
    uint32_t rate_convert_wide; /* conversions from and to 64 bits */
    uint32_t rate_video;        /* video instructions */
    uint32_t rate_shuffle;      /* exchange between lanes */
    uint32_t rate_special;      /* reads of special registers */
    uint32_t rate_control;      /* jumps and other control flow */
    uint32_t rate_memory;       /* addresses of loads and stores */
    uint32_t rate_texture;      /* texels that are looked up and filtered */
    uint32_t rate_barrier;      /* arrivals of threads at a barrier */

    /* Clocks from the issue of an instruction to that of one that needs its result. */
    uint32_t latency_fp32;       /* single precision */
    uint32_t latency_fp64;       /* double precision */
    uint32_t latency_half;       /* packed halves */
    uint32_t latency_int;        /* integers, logic, moves, shifts */
    uint32_t latency_multiply;   /* multiplications of integers */
    uint32_t latency_multiply16; /* those of 16 or 24 bits */
    uint32_t latency_bits;       /* bit fields, reversal, sums of absolute differences */
    uint32_t latency_count;      /* population count, leading zeros */
    uint32_t latency_sfu;        /* approximations of functions */
    uint32_t latency_convert;    /* conversions */
    uint32_t latency_video;      /* video instructions */
    uint32_t latency_predicate;  /* a result in a predicate */
    uint32_t latency_special;    /* special registers */
    uint32_t latency_shuffle;    /* exchange between lanes */
    uint32_t latency_barrier;    /* a barrier, from the last arrival on */
    uint32_t latency_operands; /* until a memory instruction has read its operands, which scoreboards tell */
    uint32_t memory_queue;     /* clocks of work that may wait for a unit of memory */

    /* Registers. */
    uint32_t register_banks; /* banks of a scheduler's part of the register file; 0: conflicts cost nothing */
    uint32_t register_bank_bits; /* the bits of a register's number that choose its bank; 2 are set */
    uint32_t operand_clocks; /* clocks that an instruction has to read its operands; more hold up others */
    uint32_t reuse_cache;    /* 1: two collectors keep operands for reuse, and read beside each other; 0: each
                                instruction reads by itself */

    /* Shared memory. */
    uint32_t shared_banks;       /* banks */
    uint32_t shared_bank_bytes;  /* bytes of a word of a bank */
    uint32_t shared_bank_cycles; /* clocks that a bank needs for a word */
    uint32_t shared_lanes;       /* lanes whose accesses are served together */
    uint32_t shared_broadcasts;  /* words of a pass that more than one lane may get */
    uint32_t shared_wide_passes; /* passes that 16 bytes a lane cost in addition, for each part of a warp */
    uint32_t shared_wide_lanes;  /* lanes whose accesses of 16 bytes are served together */
    uint32_t shared_store_words; /* 1: a store has a pass for each word of a lane, however few lanes store */
    uint32_t shared_operand_cycles; /* clocks that a multiply-add with a word of it takes its unit longer */
    uint32_t latency_shared;        /* clocks from the issue of a load to that of its user */
    uint32_t shared_atomics;        /* 1: atomics are executed by the shared memory; 0: code locks words */
    uint32_t latency_shared_atomic; /* clocks from issue to use */

    /* Constant memory: two levels of caches, on Tesla a third, and what is behind them. */
    uint32_t constant_bytes;    /* size of the cache beside the multiprocessor */
    uint32_t constant_line;     /* bytes */
    uint32_t constant_ways;     /* associativity */
    uint32_t latency_constant;  /* clocks of a load with an address from a register that hits */
    uint32_t constant2_bytes;   /* size of the next level */
    uint32_t constant2_line;    /* bytes */
    uint32_t constant2_ways;    /* associativity */
    uint32_t latency_constant2; /* clocks when that hits */
    uint32_t constant3_bytes;   /* size of a third level, which code shares; 0: the second cache of data */
    uint32_t constant3_line;    /* bytes */
    uint32_t constant3_ways;    /* associativity */
    uint32_t latency_constant3; /* clocks when the third level hits, whichever it is */

    /* Code. */
    uint32_t code_bytes;    /* size of the first instruction cache */
    uint32_t code_line;     /* bytes */
    uint32_t code_ways;     /* associativity */
    uint32_t code_ahead;    /* lines that are fetched before a warp comes to them */
    uint32_t code2_bytes;   /* size of the second */
    uint32_t latency_code2; /* clocks that a hit there costs */
    uint32_t latency_code;  /* clocks that a miss in both costs */

    /* Global memory: how the words of a warp come together in requests. */
    uint32_t coalesce_lanes; /* lanes of a warp whose words of 4 bytes come together */
    uint32_t coalesce_lines; /* 1: in lines of 128 bytes; 0: in transactions of 32, 64 or 128 bytes, for words
                                of any size */
    uint32_t coalesce_order; /* 1: only if lane k wants word k; otherwise each lane has a transaction */

    /* The first cache of global and local memory. */
    uint32_t l1_bytes;   /* size, at the largest; 0: there is none */
    uint32_t l1_line;    /* bytes */
    uint32_t l1_sector;  /* bytes that a miss fetches */
    uint32_t l1_ways;    /* associativity */
    uint32_t l1_parts;   /* equal parts that it consists of; a block uses one */
    uint32_t l1_global;  /* 1: loads of global memory use it; 0: only those marked read-only, where it is the
                            texture cache */
    uint32_t l1_local;   /* 1: local memory uses it */
    uint32_t l1_texture; /* 1: it is the texture cache */
    uint32_t l1_clock_bytes; /* bytes that it delivers a clock */
    uint32_t latency_l1;     /* clocks from issue to use */

    /* The texture cache. */
    uint32_t texture_bytes;    /* size */
    uint32_t texture_line;     /* bytes */
    uint32_t texture_ways;     /* associativity */
    uint32_t texture_mps;      /* multiprocessors that share it */
    uint32_t latency_texture;  /* clocks of a lookup that hits */
    uint32_t texture2_bytes;   /* size of a second one, which all multiprocessors share; 0: that of data */
    uint32_t texture2_line;    /* bytes */
    uint32_t texture2_ways;    /* associativity */
    uint32_t latency_texture2; /* clocks of a lookup that hits there, whichever it is */

    /* From multiprocessors to the second cache, and that cache. */
    uint32_t mp_read_bytes;   /* bytes that a multiprocessor receives a clock */
    uint32_t mp_write_bytes;  /* bytes that it sends a clock */
    uint32_t mp_misses;       /* requests of a multiprocessor that can be in flight */
    uint32_t send_queue;      /* clocks of data that may wait to leave a multiprocessor */
    uint32_t l2_queue;        /* clocks of work that may wait for a part before those who write are held up */
    uint32_t l2_bytes;        /* size on the best-known card; 0: there is none for data */
    uint32_t l2_line;         /* bytes */
    uint32_t l2_sector;       /* bytes that a miss fetches */
    uint32_t l2_ways;         /* associativity */
    uint32_t l2_slices;       /* parts, which work side by side */
    uint32_t l2_slice_bytes;  /* bytes that a part moves a clock */
    uint32_t l2_write_bytes;  /* of them those that are written, at most */
    uint32_t l2_clock;        /* its clock, in percent of that of the multiprocessors */
    uint32_t latency_l2;      /* clocks from the issue of a load that hits there to its use */
    uint32_t l2_atomic_bytes; /* bytes of atomics that a part executes a clock at one address */

    /* Memory. */
    uint32_t dram_channel_bits; /* width of a channel */
    uint32_t fill_bytes;      /* bytes that move between a channel and its parts of the second cache in one of
                                 their clocks */
    uint32_t dram_burst;      /* bytes that it moves at least */
    uint32_t dram_efficiency; /* percent of the rate of the pins that requests in order reach */
    uint32_t dram_row;        /* bytes of an open row of a channel */
    uint32_t dram_row_cycles; /* clocks of the memory that another row costs */
    uint32_t latency_dram;    /* clocks from the issue of a load to its use, nothing being busy */

    /* Launches. */
    uint32_t block_cycles;       /* clocks between the starts of two blocks on the chip */
    uint32_t block_start_cycles; /* clocks from the start of a block to its first issue */
    uint32_t kernel_cycles;      /* clocks from the start of a launch to that of its first block */
    uint32_t kernel_end_cycles;  /* clocks from the end of the last block to that of the launch */

    /* What its performance counters take into account. */
    uint32_t count_barriers;  /* how often a warp's BAR counts among the instructions executed */
    uint32_t count_constants; /* 1: loads of constants by LDC count as control flow */

    /* The host's side of a program. */
    uint32_t call_ns;         /* nanoseconds that a call of the host takes which gives the device work */
    uint32_t kernels_at_once; /* kernels that can run side by side */
    uint32_t kernel_queues;   /* queues of work; what shares one begins in the order of its calls */
    uint32_t copy_engines;    /* engines that copy while kernels run; 0: copies and kernels take turns */
    uint32_t link_mbps;       /* millions of bytes a second, each way, of copies of page-locked memory */
    uint32_t pageable_mbps;   /* of other memory of the host */
    uint32_t link_ns;         /* nanoseconds that a copy takes beside that of its bytes */
};

#ifdef __cplusplus
}
#endif
#endif
