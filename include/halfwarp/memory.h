/* SPDX-License-Identifier: MIT */
/* Device memory is a 64-bit address space of which only the allocated ranges exist.
 *
 * The space is one window in the host's address space: 1 TiB, which the 40 address bits of Tesla to Maxwell
 * reach; less if the host does not grant that.  It is reserved once and made accessible page by page as
 * ranges are added; a device address plus the window's start is a host address.  Bounds are exact to the
 * byte: every access, by a kernel or through these functions, is checked against the list of ranges, unless
 * hw_memory_map_pages asks for the pages of a chip.  New memory is zero.  Tesla's kernels see the first 4
 * GiB.
 *
 * Any thread may call these functions at any time, also while launches on the same memory run; only
 * hw_memory_destroy must be the last.  Kernels look addresses up without a lock:
 *
 * - What has been allocated or mapped is there for every kernel, also for those that run already.
 * - What has been freed is not there for launches that begin later.  A kernel that was already running may
 *   still read and write it: bytes of nobody's at first, then those of the allocation that comes to lie
 *   there, as on a chip.
 * - Bytes are copied as by memcpy, without regard to kernels that access the same bytes meanwhile.  Bytes
 *   that one thread frees while another one writes there need not be zero for the next owner.
 *
 * Stability: may change. */
#ifndef HALFWARP_MEMORY_H
#define HALFWARP_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <halfwarp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hw_memory;

/* Make an empty device memory; free it with hw_memory_destroy (NULL is allowed there). */
hw_status hw_memory_create(struct hw_memory **memory, struct hw_error *error);
void hw_memory_destroy(struct hw_memory *memory);

/* The windows of generic addresses for shared and local memory: 16 MiB each, at the top of the first 4 GiB
 * (where the nouveau driver puts them).  hw_memory_alloc leaves them free.  Memory that hw_memory_map puts
 * there can be reached by Tesla's code, and by loads and stores that name global memory. */
#define HW_SHARED_WINDOW        0xfe000000u
#define HW_LOCAL_WINDOW         0xff000000u
#define HW_GENERIC_WINDOW_BYTES 0x1000000u

/* From 9.0 on both windows are above this word, beyond all memory: that of shared memory begins at 0 below
 * it, with 16 MiB for each block of a cluster, that of local memory where it does on other chips. */
#define HW_CLUSTER_WINDOWS 0x300u

/* The end of the address space: nothing can be at or behind this address. */
uint64_t hw_memory_end(const struct hw_memory *memory);

/* Later allocations lie between these addresses, both included, and mappings end before `last`.  Without this
 * call they may be anywhere.  Code with 32-bit addresses reaches addresses up to UINT32_MAX. */
void hw_memory_alloc_within(struct hw_memory *memory, uint64_t first, uint64_t last);

/* Let kernels access memory beside allocations, as on a chip, which knows pages only.  From now on they may
 * read and write every page that has an allocated byte, and the page below such a page, because a program
 * rarely owns the lowest.  Later allocations leave the two lowest pages of the space free, and only an
 * allocation maps the first.  `bytes` is the size of a page, a power of 2 up to HW_MEMORY_PAGE_MAX; 0, the
 * default, makes bounds exact.  Memory of files has the host's pages of 4 KiB.  The functions of this header
 * check the exact bounds in any case.
 *
 * Sizes: hw_chip_info.memory_page has those of the chips, the largest that the nouveau driver gives memory of
 * the device (nvkm/subdev/mmu/vmmnv50.c, vmmgf100.c, vmmgm200.c, vmmgp100.c; the size of big pages in
 * nvkm/subdev/fb): 64 KiB on Tesla, 128 KiB from Fermi to Maxwell, 2 MiB on Pascal. */
#define HW_MEMORY_PAGE_MAX 0x200000u
hw_status hw_memory_map_pages(struct hw_memory *memory, uint32_t bytes, struct hw_error *error);

/* Allocate `bytes` (at least 1) at a multiple of 256 that is not 0: the lowest address where it fits with an
 * unallocated byte or more behind it, so that an access over the end is always a fault. HW_ERR_NO_MEMORY if
 * no address space is left. */
hw_status hw_memory_alloc(struct hw_memory *memory, uint64_t bytes, uint64_t *address,
                          struct hw_error *error);
/* The same without that byte, up to the next multiple of 256: the next such allocation follows at once.  On
 * chips, whose memory has pages, an access just over the end of an allocation hits its neighbour.  One of a
 * page or more begins with a page, if there are any (hw_memory_map_pages). */
hw_status hw_memory_alloc_close(struct hw_memory *memory, uint64_t bytes, uint64_t *address,
                                struct hw_error *error);

/* The same with memory that is a part of a file (such as memfd_create's), from `skip` bytes on, in whole
 * pages of its own.  Code that maps the file too shares the memory.  The address is as far behind the
 * beginning of a page as `skip` is. Freeing the allocation leaves the file as it is. */
hw_status hw_memory_alloc_file(struct hw_memory *memory, int file, uint64_t skip, uint64_t bytes,
                               uint64_t *address, struct hw_error *error);

/* Make memory at a given address, which may be anywhere in the space where nothing is yet. */
hw_status hw_memory_map(struct hw_memory *memory, uint64_t address, uint64_t bytes, struct hw_error *error);

/* The same with whole pages of a file, from `skip` bytes on.  Address, skip and bytes are multiples of
 * HW_MEMORY_FILE_PAGE.  The same pages may be mapped at several addresses.  Where `read_only` is set, kernels
 * can only read, and so can the functions of this header that check for allocated memory not find it. */
#define HW_MEMORY_FILE_PAGE 4096u
hw_status hw_memory_map_file(struct hw_memory *memory, uint64_t address, int file, uint64_t skip,
                             uint64_t bytes, bool read_only, struct hw_error *error);

/* Free an allocation or mapping that begins at exactly this address.  Its bytes become zero; those of a file
 * stay the file's. */
hw_status hw_memory_free(struct hw_memory *memory, uint64_t address, struct hw_error *error);

/* Give malloc and free of device code a range to work on, if they have none yet; a launch of code that calls
 * them makes one of HW_HEAP_BYTES.  Their allocations stay from launch to launch, and launches that run at
 * the same time share it. */
#define HW_HEAP_BYTES 0x800000u /* CUDA's default, 8 MiB */
hw_status hw_memory_make_heap(struct hw_memory *memory, uint64_t bytes, struct hw_error *error);

/* Copy into and out of the device, and fill with a byte.  The whole range must be allocated (it may
 * span neighbouring allocations), otherwise nothing is copied and HW_ERR_RANGE is returned. */
hw_status hw_memory_write(struct hw_memory *memory, uint64_t address, const void *data, uint64_t bytes,
                          struct hw_error *error);
hw_status hw_memory_read(const struct hw_memory *memory, uint64_t address, void *data, uint64_t bytes,
                         struct hw_error *error);
hw_status hw_memory_fill(struct hw_memory *memory, uint64_t address, uint8_t value, uint64_t bytes,
                         struct hw_error *error);

/* Whether every byte of a range is allocated. */
bool hw_memory_allocated(const struct hw_memory *memory, uint64_t address, uint64_t bytes);

/* The host address of an allocated range, for reading and writing in place until it is freed; NULL if a byte
 * of it is not allocated.  Where halfwarp recognises launches that it has run before, it takes what is
 * written there as written before the next launch begins. */
void *hw_memory_host(const struct hw_memory *memory, uint64_t address, uint64_t bytes);

/* A stretch of allocated bytes, as `first` and `last` address; neighbouring allocations are one stretch. */
struct hw_range {
    uint64_t first, last;
};

/* The stretch that holds `address`; false if it is not allocated. */
bool hw_memory_range(const struct hw_memory *memory, uint64_t address, struct hw_range *range);

#ifdef __cplusplus
}
#endif
#endif
