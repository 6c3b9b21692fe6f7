/* SPDX-License-Identifier: MIT */
/* A channel is the host interface of a Tesla chip: push buffers go in, memory and errors come out.
 *
 * A channel has objects that the driver names by 32-bit handles: engine objects, which it binds to
 * subchannels, and DMA objects, which say what memory a method's addresses mean.  It executes what push
 * buffers send to the compute object (0x50c0, 0x85c0) and to M2MF (0x5039), and the channel's own methods
 * (semaphores, reference counter).  Methods of the 2D and 3D objects are checked and kept, and do nothing.
 *
 * Memory. A linear address is an address in video memory or in the host's.  A DMA object leads to linear
 * addresses at once, or by the channel's page tables (hw_channel_map).  Kernels run on what they lead to, so
 * memory after a launch is that of the card: local memory, spilled stacks, queries and semaphores included.
 *
 * Errors.  The card reports an error by an interrupt with codes, and most often goes on with the next method.
 * A channel reports each of them to `report`, with the method, its data and its offset in the stream.  A
 * strict channel stops at the first.
 *
 * @see the NV50 CUDA page of the nouveau wiki; envytools, docs/hw and rnndb
 *
 * Stability: may change. */
#ifndef HALFWARP_CHANNEL_H
#define HALFWARP_CHANNEL_H

#include <halfwarp/machine.h>
#include <halfwarp/methods.h>
#include <halfwarp/push.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- memory --- */

enum hw_linear_target {
    HW_LINEAR_VRAM = 0,
    HW_LINEAR_HOST = 2,         /* SYSRAM: memory of the host */
    HW_LINEAR_HOST_NO_SNOOP = 3 /* the same memory here */
};

/* What a page table entry says of a page.
 * @see envytools, docs/hw/memory/g80-vm.rst */
struct hw_page {
    uint8_t target;  /* enum hw_linear_target */
    uint8_t storage; /* storage type: 0 pitch, which is linear; 0x70 blocklinear; ... */
    bool read_only, supervisor;
    uint64_t linear; /* address */
};

/* Why an address cannot be translated, by the number that the card reports.
 * @see envytools, rnndb/memory/g80_vm.xml, G80_VM_FAULT */
enum hw_vm_fault {
    HW_VM_PT_NOT_PRESENT = 0,
    HW_VM_PT_TOO_SHORT = 1,
    HW_VM_PAGE_NOT_PRESENT = 2,
    HW_VM_PAGE_SUPERVISOR_ONLY = 3,
    HW_VM_PAGE_READ_ONLY = 4,
    HW_VM_NO_CHANNEL = 5,
    HW_VM_NULL_DMAOBJ = 6,
    HW_VM_WRONG_MEMTYPE = 7,
    HW_VM_VRAM_LIMIT = 0xb,
    HW_VM_DMAOBJ_LIMIT = 0xf,
    HW_VM_FINE = 0xff,         /* no fault */
    HW_VM_GLOBAL_LIMIT = 0x100 /* no fault of pages: beyond a global segment's GLOBAL_LIMIT */
};
const char *hw_vm_fault_name(unsigned fault); /* "PAGE_NOT_PRESENT" */

/* A DMA object. */
enum hw_dma_class { HW_DMA_CLASS_READ = 0x02, HW_DMA_CLASS_WRITE = 0x03, HW_DMA_CLASS_READ_WRITE = 0x3d };
enum hw_dma_target {
    HW_DMA_TARGET_VM = 0,
    HW_DMA_TARGET_VRAM = 1,
    HW_DMA_TARGET_HOST = 2,
    HW_DMA_TARGET_HOST_NO_SNOOP = 3
};
enum hw_dma_access { HW_DMA_ACCESS_PAGES = 0, HW_DMA_ACCESS_READ_ONLY = 1, HW_DMA_ACCESS_READ_WRITE = 2 };
#define HW_DMA_STORAGE_PAGES 0x7f /* the pages say the storage type */
struct hw_dma_object {
    uint16_t number; /* enum hw_dma_class */
    uint8_t target;  /* enum hw_dma_target */
    uint8_t access;  /* enum hw_dma_access */
    uint8_t storage; /* storage type, or HW_DMA_STORAGE_PAGES */
    bool supervisor; /* methods of a user's channel may not bind it */
    uint64_t base;   /* that is added to addresses; 40 bits */
    uint64_t limit;  /* the last sum that is allowed */
};
/* As the card keeps it in memory: six words. */
void hw_dma_object_pack(const struct hw_dma_object *object, uint32_t word[6]);
void hw_dma_object_unpack(const uint32_t word[6], struct hw_dma_object *object);

/* --- reports --- */

enum hw_report_kind {
    HW_REPORT_DMA_PUSHER = 0, /* the push buffer; code is enum hw_pusher_error */
    HW_REPORT_CACHE_ERROR,    /* the puller; code is enum hw_puller_error */
    HW_REPORT_SEMAPHORE,      /* code is enum hw_semaphore_error */
    HW_REPORT_ILLEGAL_CLASS,
    HW_REPORT_ILLEGAL_MTHD,
    HW_REPORT_DATA_ERROR, /* code is enum hw_data_error */
    HW_REPORT_DOUBLE_NOTIFY,
    HW_REPORT_TRAP, /* of a unit; code is enum hw_vm_fault, or for HW_UNIT_MP bits of enum hw_mp_error */
    /* Interrupts that a driver asks for are no errors. */
    HW_REPORT_NOTIFY,
    HW_REPORT_QUERY,
    HW_REPORT_NOTIFY_INTR,
    HW_REPORT_KINDS
};
const char *hw_report_kind_name(unsigned kind); /* "DATA_ERROR" */
bool hw_report_is_error(unsigned kind);

enum hw_pusher_error {
    HW_PUSHER_CALL_SUBR_ACTIVE = 1,
    HW_PUSHER_INVALID_MTHD,
    HW_PUSHER_RET_SUBR_INACTIVE,
    HW_PUSHER_INVALID_CMD,
    HW_PUSHER_IB_EMPTY,
    HW_PUSHER_MEM_FAULT
};
enum hw_puller_error { HW_PULLER_NO_HASH = 1, HW_PULLER_EMPTY_SUBCHANNEL };
enum hw_semaphore_error {
    HW_SEMAPHORE_ADDRESS_UNALIGNED = 1,
    HW_SEMAPHORE_INVALID_STATE,
    HW_SEMAPHORE_ADDRESS_TOO_LARGE,
    HW_SEMAPHORE_MEM_FAULT
};

/* The units that trap. */
enum hw_trap_unit {
    HW_UNIT_DISPATCH = 0, /* notify, query, condition */
    HW_UNIT_M2MF,
    HW_UNIT_CCACHE,  /* code, constants, TIC, TSC */
    HW_UNIT_TEXTURE, /* texels */
    HW_UNIT_MP,
    HW_UNIT_PROP, /* global and local memory, the stack */
    HW_UNITS
};
const char *hw_trap_unit_name(unsigned unit);

enum hw_mp_error {
    HW_MP_STACK_UNDERFLOW = 1 << 0,
    HW_MP_STACK_MISMATCH = 1 << 1,
    HW_MP_QUADON_ACTIVE = 1 << 2,
    HW_MP_TIMEOUT = 1 << 3, /* the watchdog */
    HW_MP_DECODE_ERROR = 1 << 4,
    HW_MP_PM_OVERFLOW = 1 << 5,
    HW_MP_BREAKPOINT = 1 << 6
};

struct hw_channel_report {
    uint8_t kind; /* enum hw_report_kind */
    uint8_t unit; /* enum hw_trap_unit */
    uint8_t subchannel;
    uint16_t object; /* number of the class; 0: none */
    uint32_t code;   /* see the kinds */
    uint32_t method; /* and its data */
    uint32_t data;
    uint64_t offset;       /* of the command in the stream: bytes from its start, or an address */
    uint64_t address;      /* that could not be translated */
    struct hw_fault fault; /* of the kernel; kind HW_FAULT_NONE where none ran */
    char sentence[512];    /* what happened, for people */
};

typedef void hw_channel_report_fn(void *context, const struct hw_channel_report *report);

/* Called before each method is executed. */
typedef void hw_channel_method_fn(void *context, unsigned subchannel, uint16_t object, uint32_t method,
                                  uint32_t data, uint64_t offset);

/* --- a channel --- */

struct hw_channel_setup {
    const struct hw_chip_info *chip; /* a Tesla chip */
    /* What a driver reads from the chip's register 0x1540: a bit for each active TP in bits 0 to 15, and for
     * each active MP of a TP in bits 24 to 27.  0: those of the chip. */
    uint32_t units;
    uint64_t vram_bytes, host_bytes; /* 0: 256 MiB, and 64 MiB */
    struct hw_memory *vram; /* memory to use as video memory; it must outlive the channel.  NULL: own */
    struct hw_execution_context *execution_context; /* for launches; NULL: own */
    uint32_t workers;                               /* as in a launch */
    /* Warp instructions of a block, as in a launch; warps of a launch; words that M2MF copies at once; 0: no
     * limit. */
    uint64_t max_instructions;
    uint64_t max_methods;         /* commands and methods that a call may execute; 0: no limit */
    bool strict;                  /* stop at the first error */
    hw_channel_report_fn *report; /* may be NULL */
    hw_channel_method_fn *method; /* may be NULL */
    void *context;                /* of both */
};

struct hw_channel;
hw_status hw_channel_create(const struct hw_channel_setup *setup, struct hw_channel **channel,
                            struct hw_error *error);
/* NULL is allowed. */
void hw_channel_destroy(struct hw_channel *channel);

/* What the channel was made with, `units`, sizes and memory filled in. */
const struct hw_channel_setup *hw_channel_setup_of(const struct hw_channel *channel);

/* Give a handle to an engine object or a DMA object. HW_ERR_ARGUMENT: the handle is taken, the class is not
 * one of this chip. */
hw_status hw_channel_object(struct hw_channel *channel, uint32_t handle, uint32_t number,
                            struct hw_error *error);
hw_status hw_channel_dma(struct hw_channel *channel, uint32_t handle, const struct hw_dma_object *object,
                         struct hw_error *error);

/* Map `bytes` from the virtual `address` on to linear addresses, in pages of 4 KiB; `page` is the first one.
 * Pages that were mapped there are replaced. */
hw_status hw_channel_map(struct hw_channel *channel, uint64_t address, uint64_t bytes,
                         const struct hw_page *page, struct hw_error *error);
hw_status hw_channel_unmap(struct hw_channel *channel, uint64_t address, uint64_t bytes,
                           struct hw_error *error);

/* The page of a virtual address: enum hw_vm_fault. */
enum hw_vm_fault hw_channel_page(const struct hw_channel *channel, uint64_t address, struct hw_page *page);

/* The memory of virtual addresses as kernels see it: what is mapped, except pages for supervisors. */
struct hw_memory *hw_channel_memory(const struct hw_channel *channel);

/* Read and write virtual addresses as a driver would by its own mapping: rights do not matter.
 * HW_ERR_RANGE: not all of it is mapped. */
hw_status hw_channel_read(const struct hw_channel *channel, uint64_t address, void *data, uint64_t bytes,
                          struct hw_error *error);
hw_status hw_channel_write(struct hw_channel *channel, uint64_t address, const void *data, uint64_t bytes,
                           struct hw_error *error);
/* The same with linear addresses. */
hw_status hw_channel_read_linear(const struct hw_channel *channel, unsigned target, uint64_t linear,
                                 void *data, uint64_t bytes, struct hw_error *error);
hw_status hw_channel_write_linear(struct hw_channel *channel, unsigned target, uint64_t linear,
                                  const void *data, uint64_t bytes, struct hw_error *error);

/* How a call ended. */
enum hw_channel_state {
    HW_CHANNEL_DONE = 0, /* all was executed */
    HW_CHANNEL_WAITS,    /* an acquired semaphore has not got its value: the same call again goes on there */
    HW_CHANNEL_STOPPED   /* an error in a strict channel, or one after which the card would hang */
};
struct hw_channel_result {
    uint8_t state;                       /* enum hw_channel_state */
    uint64_t methods, launches, reports; /* executed, and errors reported, by this call */
    uint64_t offset;                     /* where the next word would have been read */
    uint32_t missing;      /* words that the last command still lacks: the next call brings them */
    struct hw_stats stats; /* of the launches */
};

/* Execute one method.  The status is HW_OK whatever the card would report; errors are only of the host (no
 * memory) or a limit. */
hw_status hw_channel_method(struct hw_channel *channel, unsigned subchannel, uint32_t method, uint32_t data,
                            struct hw_channel_result *result, struct hw_error *error);

/* Execute commands that lie in memory of the caller, as the piece of a push buffer that an IB entry names: no
 * jumps. */
hw_status hw_channel_push(struct hw_channel *channel, const uint32_t *word, size_t count,
                          struct hw_channel_result *result, struct hw_error *error);

/* Execute commands that lie in the channel's memory, by the DMA object `handle`, from `get` until the address
 * is `put`: jumps, calls and returns are allowed. */
hw_status hw_channel_run(struct hw_channel *channel, uint32_t handle, uint64_t get, uint64_t put,
                         struct hw_channel_result *result, struct hw_error *error);

/* Execute the entries of an IB: pairs of words at `ib` in the memory of the DMA object `handle`, from entry
 * `get` on until `put`; there are 1 << order of them. */
hw_status hw_channel_run_ib(struct hw_channel *channel, uint32_t handle, uint64_t ib, unsigned order,
                            uint32_t get, uint32_t put, struct hw_channel_result *result,
                            struct hw_error *error);

/* The reference counter, which the method REF_CNT sets. */
uint32_t hw_channel_reference(const struct hw_channel *channel);

#ifdef __cplusplus
}
#endif
#endif
