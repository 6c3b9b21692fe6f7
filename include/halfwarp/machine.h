/* SPDX-License-Identifier: MIT */
/* A launch runs a kernel: this header has launches, what they may report, and the fault that stops one.
 *
 * A launch is plain data: code, resources, constants, parameters, grid and block.  hw_launch_run checks
 * it against the chip, translates the code once and runs every block of the grid.
 *
 * What is guaranteed.  The same launch gives the same memory, statistics and fault every time and for
 * every number of workers, provided that blocks do not race with each other through plain loads and
 * stores.  Kernels whose result could depend on the order of blocks through atomic operations that return a
 * value run on one worker, whatever was asked for (enum hw_one_worker has all such rules), and reductions
 * that do not commute with each other come to memory in the order of blocks.  Blocks start in the order
 * (0,0,0), (1,0,0), ... x first; several workers take turns at runs of this order.  The fault that is
 * reported is that of the first block in this order; all blocks before it have run, and memory holds what
 * they and perhaps some later ones have left.
 *
 * Within a block, a warp runs until it reaches a barrier, ends, or has executed HW_WARP_BUDGET instructions
 * and jumps; then the next one runs (hw_launch.code.turn asks for other turns).  After a barrier the first
 * jump of a warp lets the next one run.  An instruction is finished for all 32 lanes before the next one
 * begins.
 *
 * With hw_launch_host.order, warps and blocks start and go on in an order that is drawn from this seed, with
 * time slices and quanta that are drawn, too; on one worker it is the same every time.  Blocks that wait for
 * blocks with lower numbers make progress in any of these orders.
 *
 * Blocks may wait for each other as on a chip: as many as the chip holds at once (its capacity for blocks,
 * warps, registers and shared memory) make progress together.  A worker runs a block until it ends or its
 * quantum is over; the first quantum is about a million warp instructions, further ones a quarter of that,
 * and a quantum ends early when the block only spins: all its warps that can run have used up a time slice
 * and are where they were before, with the same values in the registers of their lowest lanes.  Then the next
 * block of the grid begins if the chip has capacity for it, else the block that waits longest has a quantum.
 * Once a block of the launch has been found spinning, the time slices of warps begin with 32 instructions in
 * each quantum, and again where other warps of the block wait at a barrier, and double up to HW_WARP_BUDGET.
 * So a block that waits gives up its turn after a few dozens of instructions. A block that ends in its first
 * quantum runs as if it were alone.  On one worker all of this is the same every time; on several, a block
 * that waits for another one by plain loads may differ in the number of its instructions.
 *
 * Forward progress of the lanes of a warp, from Volta on.  A lane waits at BSYNC for the lanes of a
 * convergence barrier, at WARPSYNC for those of a mask, at BAR for its block, and at nothing else.  Lanes
 * that do not wait go on in turns.  A wait is over when those have come who are waited for and have neither
 * ended nor left (BREAK); at BSYNC also when all others have yielded (YIELD, NANOSLEEP) so often that they
 * seem to wait for the lanes there.  That is what these instructions mean.  There is one rule beyond it: a
 * wait is lifted only where a deadlock of the warp is proven and a named leniency allows it.
 *
 *   - Proven: no lane of the warp can go on, and some wait for each other in a circle, over BSYNC, WARPSYNC
 *     and barriers that need every thread of the block.  Nothing that another warp does can end it.
 *   - Allowed: HW_LENIENT_MASK lifts a WARPSYNC of the circle, the one that was come to last.  PTX leaves
 *     open what happens where lanes of a mask do not come; chips go on (numba's reductions end on
 *     hardware).  Circles without a WARPSYNC have no leniency.
 *
 * HW_LENIENT_SELF is no wait: a lane whose mask has not the lane itself waits as if it had.  Both are
 * counted in hw_stats.lenient; with hw_launch_limits.strict neither is given, and the launch is stopped
 * with HW_FAULT_DEADLOCK or HW_FAULT_OPERAND.
 *
 * A launch in which every resident block spins, while nothing changes any more in registers and memory, is
 * stopped with HW_FAULT_NO_PROGRESS.  That is a proof and no timeout: the machine would do the same forever
 * (livelock).  So a loop that counts something, reads the clock, or reads memory that the host shares is
 * never stopped (max_instructions stops those).
 *
 * Stability: will change. */
#ifndef HALFWARP_MACHINE_H
#define HALFWARP_MACHINE_H

#include <halfwarp/chip.h>
#include <halfwarp/isa.h>
#include <halfwarp/memory.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HW_BANKS         32 /* constant spaces c0 .. c31: all that code can name */
#define HW_SEGMENTS      16 /* global spaces g0 .. g15 */
#define HW_BARRIERS      16
#define HW_TEXTURES      128
#define HW_WARP_BUDGET   4096 /* instructions after which a warp that jumps lets the next one run */
#define HW_STACK_ENTRIES 4096 /* control-flow stack of a warp, unless the launch says otherwise */

/* One constant space.  Bytes beyond `bytes` do not exist: reading them is a fault. */
struct hw_bank {
    const void *data;
    uint32_t bytes; /* at most 65536 */
};

/* One global space: a linear area of device memory or a tiled two-dimensional surface. */
enum hw_segment_mode { HW_SEGMENT_NONE = 0, HW_SEGMENT_LINEAR, HW_SEGMENT_TILED };
struct hw_segment {
    uint8_t mode;      /* enum hw_segment_mode */
    uint8_t tile_mode; /* tiles are 64 bytes wide and 4 << tile_mode lines high; 0 .. 7 */
    bool read_only;
    uint64_t base;  /* device address of offset 0 */
    uint32_t limit; /* last valid offset; tiled: last line << 16 | last byte of a line */
    uint32_t pitch; /* tiled: distance between strips of tiles */
    uint64_t end;   /* tiled: device address of the first byte that may not be touched; 0: `limit` is all */
};

/* Device address of `offset` in a segment, or false when it is beyond the limit. */
bool hw_segment_address(const struct hw_segment *segment, uint32_t offset, uint64_t *address);

struct hw_listener; /* listener.h */
struct hw_texture;  /* texture.h */
struct hw_bindless; /* surface.h */
struct hw_graphics; /* graphics.h */
struct hw_image;    /* image.h */
struct hw_child;
struct hw_child_queue;

/* What went wrong in a kernel. */
enum hw_fault_kind {
    HW_FAULT_NONE = 0,
    HW_FAULT_ADDRESS,    /* an access to memory that is not there, in any space */
    HW_FAULT_MISALIGNED, /* an address that is no multiple of the access size */
    HW_FAULT_ILLEGAL,    /* no known instruction, or one that this chip or program type lacks */
    HW_FAULT_OPERAND,    /* a register pair or quad that begins at the wrong register, and the like */
    HW_FAULT_JUMP,       /* a jump to where no instruction begins, or running past the last one */
    HW_FAULT_TRAP,
    HW_FAULT_BREAKPOINT,
    HW_FAULT_DEADLOCK,       /* every warp waits at a barrier that nobody can complete */
    HW_FAULT_NO_PROGRESS,    /* all blocks on the chip spin for what none of them will do */
    HW_FAULT_STACK_OVERFLOW, /* of the control-flow stack, or of a thread's stack in local memory */
    HW_FAULT_STACK_UNDERFLOW,
    HW_FAULT_STACK_MISMATCH, /* the entry on top of the stack is not of the kind that the instruction takes */
    HW_FAULT_QUADON,         /* a thread ends while QUADON is in effect */
    HW_FAULT_UNBOUND, /* a constant bank, global segment or texture unit that the launch does not bind */
    HW_FAULT_ASSERT,  /* a kernel's assertion does not hold; its threads have ended, all others have run on */
    HW_FAULT_LIMIT    /* more instructions than max_instructions */
};

struct hw_fault {
    uint8_t kind;            /* enum hw_fault_kind */
    uint8_t space;           /* enum hw_operand_kind of the memory space, HW_OPERAND_NONE elsewhere */
    uint8_t size;            /* bytes accessed */
    uint8_t space_index;     /* which g[], c[] or texture unit */
    uint32_t pc;             /* byte offset of the instruction in the code */
    uint64_t address;        /* the address touched, or the jump's target */
    uint64_t memory_address; /* where that is in device memory, if global memory or an area was touched */
    uint32_t block[3];
    uint32_t thread[3];
    uint32_t warp, lane;
    char instruction[HW_TEXT_MAX]; /* its text */
    char sentence[256];            /* what happened, for people */
};

const char *hw_fault_name(unsigned kind);

/* Where chips let lanes go on although PTX leaves open what happens: "Forward progress", above. */
enum hw_leniency {
    HW_LENIENT_MASK = 0, /* WARPSYNC for lanes that cannot come */
    HW_LENIENT_SELF,     /* WARPSYNC with a mask that has not the lane itself */
    HW_LENIENCIES
};

struct hw_stats {
    uint64_t blocks, warps;
    uint64_t warp_instructions;   /* instructions issued, whether their predicate held or not; one at which
                                     paths join counts for each that comes to it */
    uint64_t thread_instructions; /* the same times the lanes that were active then */
    uint64_t divergent_branches;  /* jumps that split a warp */
    uint64_t barriers;            /* barrier instructions */
    uint64_t partial_barriers;    /* those at which a warp arrived with a part of the lanes that still ran */
    uint64_t misaligned; /* loads and stores whose address was no multiple of their size, see max_alignment */
    uint64_t behind_shared; /* accesses of lanes behind their block's own shared memory, to what the chip
                               gives it beyond (hw_launch_limits.strict) */
    uint64_t local_atomics; /* atomics of lanes at a generic address in local memory, from Volta on */
    uint64_t clock_reads;   /* instructions that read a clock or a timer */
    uint64_t lenient[HW_LENIENCIES]; /* by enum hw_leniency: how often lanes went on by it */
    uint64_t put_off;  /* asynchronous operations of warps that were not done where they were issued, */
    uint64_t unwaited; /* and of these, those that nothing had waited for when their block ended */
    uint64_t compiled; /* of warp_instructions, those that compiled code executed; depends on time */
    uint32_t workers;  /* host threads that ran blocks */
};

/* Why one worker runs a launch, or the rest of it, although there are more. */
enum hw_one_worker {
    HW_ONE_WORKER_NONE = 0,
    HW_ONE_WORKER_RETURNS,  /* an atomic returns its value, which the order of blocks decides */
    HW_ONE_WORKER_FENCE,    /* the same is so of reductions, and there is a fence or volatile load */
    HW_ONE_WORKER_LOCK,     /* of a word of global memory: the order of blocks decides who gets it */
    HW_ONE_WORKER_SURFACE,  /* an atomic on a surface */
    HW_ONE_WORKER_CALLS,    /* hw_launch_code.calls_out */
    HW_ONE_WORKER_CLOCK,    /* it reads a clock */
    HW_ONE_WORKER_ORDER,    /* hw_launch_host.order, and the order of blocks decides the result */
    HW_ONE_WORKER_LISTENER, /* hw_listener.one_worker */
    HW_ONE_WORKER_END,      /* hw_launch_host.block_end */
    HW_ONE_WORKER_AREA,     /* hw_launch_placement.local or .stack */
    /* Found out while it ran: */
    HW_ONE_WORKER_SUMS,   /* a block accessed memory that others add to, and their order decides the sums */
    HW_ONE_WORKER_QUANTUM /* there are such additions, and a block did not end in its first quantum */
};

/* That of a launch, for people. */
struct hw_serial {
    uint8_t reason;                /* enum hw_one_worker */
    uint64_t block;                /* from this one on */
    uint32_t pc;                   /* of the instruction that is the reason; `instruction` is its text, */
    char instruction[HW_TEXT_MAX]; /* empty where none is */
};

/* It as a sentence of at most HW_SENTENCE_MAX bytes; false, with none: HW_ONE_WORKER_NONE. */
bool hw_serial_text(const struct hw_serial *serial, char *text, size_t size);

/* A register that does not start as zero, in every thread. */
struct hw_preset {
    uint8_t kind; /* HW_OPERAND_REG, _PRED, _COND or _ADDR */
    uint8_t number;
    uint32_t value;
};

/* A texture or surface that a kernel's file names: which entry of `bindless` it is, and what bank 0 holds at
 * `offset`. */
enum hw_reference_kind {
    HW_REFERENCE_SLOT = 0,  /* nothing: its number stands in the code */
    HW_REFERENCE_HANDLE,    /* a word, the handle */
    HW_REFERENCE_DESCRIPTOR /* what hw_surface_describe says */
};
struct hw_reference {
    const char *name;
    uint32_t offset, entry;
    uint8_t kind;
};

/* Called when a block has ended without a fault, with its shared memory. */
typedef void hw_block_end_fn(void *context, const uint32_t block[3], const uint8_t *shared,
                             uint32_t shared_bytes);

/* Replaces the texture sampler, for textures that are a function and not texels: as hw_texture_sample, with
 * the unit's number. */
struct hw_texture_lookup;
typedef hw_status hw_sample_fn(void *context, unsigned unit, const struct hw_texture_lookup *lookup,
                               uint32_t exec, uint32_t out[4][32], struct hw_error *error);

/* Takes what a thread prints: one call of printf, or the line of an assertion that failed; `bytes` characters
 * of text. */
typedef void hw_output_fn(void *context, const char *text, size_t bytes);

/* How far a launch is. */
struct hw_progress_report {
    uint64_t begun, blocks;       /* the number of the block that begins now, and how many there are */
    uint64_t thread_instructions; /* executed by all blocks that have ended */
};
/* Called by one thread of the launch at a time, which at first is the one that called hw_launch_run, before
 * each block that it begins itself. */
typedef void hw_progress_fn(void *context, const struct hw_progress_report *report);

/* Whether nothing but a launch itself can write to what its blocks read: no other launch, no copy, no thread
 * of the host.  hw_launch_run asks when all blocks only wait, before it tries to prove that they will for
 * ever. */
typedef bool hw_quiet_fn(void *context);

/* Threads, memory and translated code that launches leave for the next one with the same runner, which makes
 * short ones cheap.  Any number of launches may use it at the same time, but only one has its threads. */
struct hw_execution_context;
hw_status hw_execution_context_create(struct hw_execution_context **runner, struct hw_error *error);
/* NULL is allowed. */
void hw_execution_context_destroy(struct hw_execution_context *runner);

/* The groups of a launch say what their members decide.  engine/launch/launch_key.c lists every member; the
 * library does not compile without one of them. */

/* A piece of a launch's code: a kernel or a function that it may call.  Nothing lies between two of them. */
struct hw_code_piece {
    uint32_t address; /* as jumps, calls and pointers name it; a multiple of 64 */
    uint32_t offset;  /* in hw_launch_code.data, likewise */
    uint32_t bytes;
};

#define HW_ASYNC_LATE UINT64_MAX /* hw_launch_code.async */

/* What code is translated, and how: a launch with the same code can use the translation again if it also
 * binds the same textures and banks of the same sizes. */
struct hw_launch_code {
    struct hw_target target; /* what it is decoded for */
    const struct hw_chip_info *chip;
    const void *data;
    size_t bytes;
    const struct hw_code_piece *piece; /* in the order of their addresses; NULL: all of it lies at 0 */
    uint32_t piece_count;
    uint32_t entry;     /* the address of the first instruction */
    uint32_t registers; /* per thread, as many as the chip has; those above read as 0 and keep nothing */
    /* Instructions after which a warp lets the next one run, wherever it is; 0: as said above.  1 is for
     * kernels whose warps touch the same memory without a barrier and go wrong unless they advance together,
     * as on a chip they more or less do. */
    uint32_t turn;
    /* When asynchronous operations are done (cp.async, and barriers that wait for it): 0: where they are
     * issued; HW_ASYNC_LATE: when the kernel waits for them, or can do nothing else; any other number is a
     * seed, from which two points between these are drawn for each operation, one at which it reads and one
     * at which it writes.  Launches with a listener that accesses are told of take it to be 0. */
    uint64_t async;
    bool calls_out; /* it calls functions that no file defines: one worker; see image.h */
    bool launches;  /* of them, those that launch kernels (struct hw_launch_children) */
    /* The file asks that loads of global memory use the first cache, where a chip leaves that to the compiler
     * (-Xptxas -dlcm=ca); only times depend on it. */
    bool caches_loads;
    /* For the text of a fault: a function that it may call and that nobody has, and whether there are
     * several. NULL: it is not known. */
    bool misses_more;
    const char *missing;
    const char *name; /* the kernel's, for profilers (HALFWARP_PERF_MAP); NULL: it is not known */
    /* Whose code it is: listings for profilers name its source lines (HALFWARP_JIT_SYMBOLS); NULL: it is not
     * known. */
    const struct hw_image *image;
};

/* How many pieces a launch's code has, and each of them. */
static inline uint32_t hw_code_pieces(const struct hw_launch_code *code)
{
    return code->piece_count ? code->piece_count : 1;
}
static inline struct hw_code_piece hw_code_piece(const struct hw_launch_code *code, uint32_t number)
{
    const struct hw_code_piece all = {0, 0, (uint32_t)code->bytes};

    return code->piece_count ? code->piece[number] : all;
}
/* The address behind all of it. */
static inline uint32_t hw_code_end(const struct hw_launch_code *code)
{
    const struct hw_code_piece last = hw_code_piece(code, hw_code_pieces(code) - 1);

    return last.address + last.bytes;
}

/* Textures and surfaces: the code decides which units it uses, the launch what they are. */
struct hw_launch_textures {
    const struct hw_texture *unit[HW_TEXTURES];
    hw_sample_fn *sample; /* NULL: hw_texture_sample on the bound textures */
    void *sample_context;
    /* By handle: the low 20 bits of a handle number an entry; entry 0 should be nothing.  On GF100 they are
     * numbered from 0 by the slots that code names. */
    const struct hw_bindless *bindless;
    uint32_t bindless_count;
    const struct hw_reference *references; /* with which bank 0 is filled */
    size_t reference_count;
};

/* What a kernel may do: a launch beyond a limit has another result, one within it has the same. */
#define HW_NO_STACK UINT32_MAX
#define HW_NO_CALLS UINT32_MAX
struct hw_launch_limits {
    uint32_t stack_entries; /* 0: HW_STACK_ENTRIES; HW_NO_STACK: none at all */
    uint32_t call_limit;    /* calls beyond which a limited call is skipped; 0: none; HW_NO_CALLS: each is */
    /* Loads and stores need an address that is a multiple of their size, but of no more than this; 0: of
     * their size. What the hardware does with the others is not known.  Atomics always need that of their
     * size. */
    uint32_t max_alignment;
    /* What a kernel does by mistake, and a chip lets pass, is a fault: what enum hw_leniency names, and
     * accesses between the end of a block's own shared memory and the end of what the chip gives it.  It is
     * counted otherwise. */
    bool strict;
    uint64_t max_instructions; /* warp instructions that one block may execute; 0: no limit */
};

/* What only the host sees: with others the launch has the same result. */
struct hw_launch_host {
    struct hw_execution_context *execution_context; /* what is kept for the next launch; NULL: nothing */
    uint32_t workers;   /* threads; 0: one for each processor that the caller may use */
    bool beside_others; /* other launches may run on the same memory meanwhile */
    /* Several workers run kernels with atomics that return a value, too; what these return, and so perhaps
     * what the launch leaves, is another each time. */
    bool any_order;
    uint64_t order;       /* a seed from which the turns of blocks and warps are drawn; 0: as said above */
    uint64_t log_bytes;   /* most memory for reductions that wait for their turn; 0: 64 MiB */
    hw_output_fn *output; /* what kernels print; NULL: to standard output */
    void *output_context;
    hw_output_fn *assertions; /* lines of assertions; NULL: to standard error */
    void *assertions_context;
    hw_progress_fn *progress; /* NULL: none */
    void *progress_context;
    hw_quiet_fn *is_quiet; /* NULL: it is */
    void *quiet_context;
    hw_block_end_fn *block_end; /* a look at each block's end, for debuggers; forces one worker */
    void *block_end_context;
};

/* Kernels that a kernel launches (dynamic parallelism).  hw_launch_run runs them after the grid, or
 * earlier while all its blocks only wait, each with its own children, and adds what they count to the
 * launch's statistics; the fault of one is the launch's. */
struct hw_launch_children {
    const struct hw_image *image; /* with the code; its file's kernels can be launched; NULL: none can */
    /* For those who run them otherwise (machine/device_launch/child_queue.h): where they are to go, and which
     * of them this launch is; NULL: hw_launch_run makes a queue, and the launch is no child. */
    struct hw_child_queue *queue;
    struct hw_child *self;
};

/* Memory in which a Tesla chip keeps something of every thread or warp that it can hold: local memory, and
 * what does not fit on the chip of the control-flow stacks.  A warp finds its part by its location on the
 * chip (machine/chip/sm_location.h has the formulas).
 * @see the NV50 CUDA page of the nouveau wiki, "Stack and local memory" */
struct hw_area {
    struct hw_memory *memory; /* NULL: there is no area, and only the machine sees what it keeps */
    uint64_t base;            /* address of the area's first byte */
    uint8_t warps_log;        /* bits of a warp's number that count: 0 .. 4; 7 means 5 */
    bool aliases;             /* warps with higher numbers run and share these parts; else there are none */
    bool read_only;           /* a store to local memory, and an entry that leaves the chip, is a fault */
    uint64_t end; /* address of the first byte that may not be touched; 0: there is no such bound */
};

/* Where a Tesla chip puts the launch. */
struct hw_launch_placement {
    /* The units that are active, as the chip's register 0x1540 says: a bit for each cluster in bits 0 to 15,
     * for each multiprocessor of a cluster in bits 24 to 27.  0: all that the chip has. */
    uint32_t units;
    struct hw_area local, stack; /* one worker runs a launch that uses them */
};

/* The grids of a launch on several devices: their barrier counts blocks, as that of a grid does. */
struct hw_multi_grid {
    uint32_t count; /* of grids, which have one shape */
    uint32_t arrived;
};

struct hw_launch {
    struct hw_launch_code code;

    /* The shape. */
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t threads;      /* of a block that exist; 0: all of block[] */
    uint32_t lanes;        /* threads per warp: 16 or 32; 0: 32, from Volta on always */
    uint32_t grid_id;      /* what a kernel sees as the launch's number */
    uint32_t shared_bytes; /* of a block: static and dynamic data; on Tesla with header and parameters */
    uint32_t dynamic_shared_bytes; /* how much of it the launch has added, for kernels that ask */
    uint32_t local_bytes;          /* per thread; from Fermi on the stack, which grows down from its end */

    /* What it computes with. */
    struct hw_memory *memory;
    const void *params; /* copied to s[0x10], or from Fermi on into constant bank 0 */
    uint32_t param_bytes;
    uint32_t param_base;   /* where they begin in bank 0; 0: at the place that the kernel ABI has for them */
    uint32_t preset_count; /* registers at the start, for debuggers and single instructions */
    const struct hw_preset *presets;
    /* From Fermi on the machine adds to banks 0 and 1 what a kernel reads there of its launch. */
    struct hw_bank bank[HW_BANKS];
    uint64_t constants; /* the device address of a module's constants, which bank 0 says; 0: they have none */
    /* The device address of 64 bytes in which blocks of a cooperative launch find each other, which bank 0
     * says; 0: the launch is none. */
    uint64_t grid_workspace;
    uint64_t
        graph; /* what the kernel knows the graph by that it is a node of (%current_graph_exec); 0: none */
    /* Of a launch on several devices: what its grids share, and which of them this is; NULL: it is none.  The
     * grids run at the same time, and wait for each other. */
    struct hw_multi_grid *multi_grid;
    uint32_t multi_rank;
    struct hw_segment segment[HW_SEGMENTS]; /* hw_launch_init makes g14 linear over all of device memory */
    uint64_t pm[8]; /* performance counters: on Tesla four of 32 bits, later eight of 40 */
    /* The device's clock, which launches move on; NULL: it begins at 0 with the launch. Where no listener
     * says otherwise, clock registers read it, and timers what it is in nanoseconds.  Launches whose code
     * reads it run on one worker. */
    uint64_t *ticks;
    uint32_t clock_khz; /* what clock registers count in a millisecond; 0: as the chip's clock */
    struct hw_launch_placement placement;
    const struct hw_graphics *graphics; /* of a graphics program (graphics.h); NULL: a compute program */
    struct hw_launch_textures textures;
    struct hw_launch_limits limits;

    struct hw_launch_children children;
    struct hw_launch_host host;
    const struct hw_listener *listeners; /* listener.h; they change no result but what clocks read */
    uint32_t listener_count;
};

struct hw_launch_result {
    struct hw_stats stats;
    struct hw_serial serial;
    bool once; /* it read a clock or its number (grid_id), so an equal launch may give another result */
    struct hw_fault fault; /* kind HW_FAULT_NONE unless HW_ERR_FAULT or HW_ERR_LIMIT was returned */
};

/* Let allocations lie where a target's code expects global memory.  Tesla's addresses have 32 bits.  Later
 * compilers take a generic address below 4 GiB for one of shared or local memory, and code that loses the
 * upper half of an address is found out.  `address_bits` is 32 for code of Fermi or Kepler whose pointers
 * have no more (a 32-bit ELF cubin), else 64. */
void hw_memory_fit(struct hw_memory *memory, const struct hw_target *target, unsigned address_bits);

/* Clear a launch and set what has a useful default: one block of one thread, all
 * registers that a thread may have, g14. */
void hw_launch_init(struct hw_launch *launch, const struct hw_target *target, const struct hw_chip_info *chip,
                    struct hw_memory *memory);

/* What runs kernels in this process, as people read it: "interpreter", or "interpreter and compiler (LLVM
 * 19.1.7)" where the program halfwarp-jit is found and runs, and the environment variable HALFWARP_ENGINE is
 * not `interpreter`.  Never freed. */
const char *hw_engine_name(void);

/* Why something that ran long, or was asked about (hw_engine_name), could not be compiled: the first reason
 * that has come up in this process, a sentence; NULL: none has.  Never freed. */
const char *hw_engine_lack(void);

/* Whether the chip can hold the launch: HW_ERR_LAUNCH with a sentence that names number and limit. */
hw_status hw_launch_check(const struct hw_launch *launch, struct hw_error *error);

/* Check, translate and run.  `result` may not be NULL.  HW_ERR_FAULT: the kernel went wrong, result->fault
 * says how; HW_ERR_LIMIT: it executed more than max_instructions. */
hw_status hw_launch_run(const struct hw_launch *launch, struct hw_launch_result *result,
                        struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
