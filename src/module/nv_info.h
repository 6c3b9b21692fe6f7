/* SPDX-License-Identifier: MIT */
/* Records of .nv.info sections (EIATTR attributes) have two bytes of format and attribute, a 16-bit value,
 * and for format 4 that many bytes of data.  The meanings were found in public cubins with known sources;
 * other records are carried along.
 *
 *   03 18 n            n bytes of parameters (Tesla); 03 19 n later, absent where there are none; ptxas 12.9
 *                      and later have it always, and 0a behind it, both apart from the parameters
 *   04 0a 8 bytes      the symbol of bank 0's section; where parameters begin in it, their bytes (16 bits
 *                      each)
 *   04 17 12 bytes     a parameter: 0 (all ones before CUDA 4.2), ordinal and offset (16 bits each), flags
 *                      (18 bits) and bytes (14 bits)
 *   04 45 12 bytes     the same of a kernel of sm_70 and later whose parameters have more than 4352 bytes in
 *                      all (ptxas from CUDA 12.1 on): bytes and flags (16 bits each)
 *   04 0c 4n bytes     the parameters' offsets once more (before CUDA 4.2)
 *   04 02 8 bytes      a texture that this kernel reads: its symbol, its texture unit (to sm_20)
 *   04 06 12 bytes     a surface of sm_20: its symbol, 0xffff0000, its slot
 *   04 07 16 bytes     (of the module) a texture's or surface's symbol, and three words of ones
 *   02 15, 02 16 b     sm_30: handles of textures, descriptors of surfaces are in bank b
 *   04 05 12 bytes     the launch bounds' block size
 *   04 0d 8 bytes      control-flow stack of a warp: bytes, entries (16 bits each), and depth; an entry has 8
 *                      bytes on sm_1x and 12 on sm_20; on sm_30 both halves are bytes, 16 an entry
 *   04 2f, 12 8 bytes  (of the module) a function's symbol; its registers, its bytes of stack
 *   04 1e 4 bytes      bytes of a warp's control-flow stack (from CUDA 5 on)
 *   02 4c n            n barriers (OS ABI 0x41, where sections of code say 0)
 *   04 10 12 bytes     PTX's .reqntid, as 05 is .maxntid; 04 3d .reqnctapercluster
 *   04 3f 4 bytes      .maxclusterrank; 01 3e is .explicitcluster, 01 5b .blocksareclusters
 *   02 6d n            1: griddepcontrol.launch_dependents; 01 54 setmaxnreg; 01 51 and 01 52 tcgen05.alloc
 *                      of one block and of two, 01 62 clusterlaunchcontrol.try_cancel
 *   04 39 16 bytes     for each instruction with an mbarrier: its offset, the general register and the
 *                      constant of the address, then a byte each: kind, stride, uniform register, 0
 *   04 55              marks: 1 and the offset of an instruction that spills or refills; 3, length, text
 *
 * A record and the code's section both have a number of registers, and of barriers.  The larger one counts;
 * registers differ in debug code.  A record whose number is also in struct hw_kernel stays in the list, and
 * the number in struct hw_kernel is written into it.  The record of the stack is the exception: ptxas 12
 * writes several for one function, and hw_kernel has the largest. */
#ifndef HW_MODULE_NV_INFO_H
#define HW_MODULE_NV_INFO_H

#include "module/elf_file.h"
#include "module/name_index.h"

enum {
    HW_ATTRIBUTE_TEXTURE = 0x02,
    HW_ATTRIBUTE_SURFACE = 0x06,
    HW_ATTRIBUTE_TEXTURE_STATE = 0x07,
    HW_ATTRIBUTE_PARAM_CBANK = 0x0a,
    HW_ATTRIBUTE_THREADS_MOST = 0x05,
    HW_ATTRIBUTE_THREADS = 0x10,
    HW_ATTRIBUTE_FRAME = 0x11,
    HW_ATTRIBUTE_STACK = 0x12,
    HW_ATTRIBUTE_PARAM = 0x17,
    HW_ATTRIBUTE_PARAM_BYTES_SHARED = 0x18,
    HW_ATTRIBUTE_PARAM_BYTES_BANK = 0x19,
    HW_ATTRIBUTE_REGISTERS_MAX = 0x1b,
    HW_ATTRIBUTE_CRS = 0x1e,
    HW_ATTRIBUTE_REGISTERS = 0x2f,
    HW_ATTRIBUTE_BRANCH_TARGETS = 0x34,
    HW_ATTRIBUTE_CLUSTER = 0x3d,
    HW_ATTRIBUTE_CLUSTER_EXPLICIT = 0x3e,
    HW_ATTRIBUTE_CLUSTER_MOST = 0x3f,
    HW_ATTRIBUTE_WIDE_PARAM = 0x45,
    HW_ATTRIBUTE_BARRIERS = 0x4c,
    HW_ATTRIBUTE_TENSOR_MEMORY_1 = 0x51,
    HW_ATTRIBUTE_TENSOR_MEMORY_2 = 0x52,
    HW_ATTRIBUTE_REGISTERS_CHANGE = 0x54,
    HW_ATTRIBUTE_BLOCKS_ARE_CLUSTERS = 0x5b,
    HW_ATTRIBUTE_CLUSTER_CONTROL = 0x62,
    HW_ATTRIBUTE_PREEXIT = 0x6d
};
enum { HW_FORMAT_BYTE = 2, HW_FORMAT_HALF = 3, HW_FORMAT_DATA = 4 };
#define HW_PARAM_FLAG_BITS      18
#define HW_WIDE_PARAM_FLAG_BITS 16
#define HW_TEXTURE_BYTES        8 /* of a record IMAGE_SLOT */

/* What records are read from, and what they may name. */
struct hw_nv_info_source {
    const struct hw_elf_file *file;
    struct hw_module *module;
    const struct hw_name_index *items; /* on Tesla: the items that have symbols */
    const struct hw_name_index
        *functions; /* later: kernels and functions, with their indices in the module */
};

/* Read the records of `section` into `infos`; a kernel's parameters go into `kernel`.  With NULL they are the
 * module's records, whose numbers of functions go into these. */
hw_status hw_nv_info_read(const struct hw_nv_info_source *source, const struct hw_elf_section *section,
                          struct hw_kernel *kernel, struct hw_nv_infos *infos, struct hw_error *error);

/* Append the records of a kernel, or with NULL those of the module.  `symbols` has the symbol numbers; a
 * record of a symbol that has none is an error. */
hw_status hw_nv_info_write(const struct hw_module *module, const struct hw_kernel *kernel,
                           const struct hw_name_index *symbols, struct hw_buffer *out,
                           struct hw_error *error);

/* Whether there is a record of that attribute in `infos`, and whether one is for the symbol `name`. */
bool hw_nv_infos_have(const struct hw_nv_infos *infos, uint8_t attribute);
bool hw_nv_info_has(const struct hw_nv_infos *infos, uint8_t attribute, const char *name);

/* Whether a record of the module or of a kernel says the unit of that sampler (assign_texture_units.c). */
bool hw_sampler_has_unit(const struct hw_module *module, const char *name);

/* Whether a record of a kernel is its number of barriers, and whether one of several is; whether its file
 * says them in a record, as all of OS ABI 0x41 do, and not in the header of its code. */
bool hw_nv_info_is_barriers(const struct hw_nv_info *info);
bool hw_nv_info_has_barriers(const struct hw_nv_infos *infos);
bool hw_nv_info_states_barriers(const struct hw_module *module, const struct hw_kernel *kernel);

/* Give the samplers the units that the records say, those of later kernels over those of earlier ones; a
 * texture that a record assigns is read. */
hw_status hw_samplers_assign_units(struct hw_module *module, struct hw_error *error);

/* The first unit above all that records and samplers say. */
uint32_t hw_samplers_free_unit(const struct hw_module *module);

#endif
