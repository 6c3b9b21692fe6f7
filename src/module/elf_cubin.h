/* SPDX-License-Identifier: MIT */
/* The names and numbers that make an ELF file a cubin.
 *
 * sm_10 to sm_13, found in 74 cubins of CUDA 4.2 inside public programs, all of the 64-bit class; that the
 * 32-bit class is the same in ELF's other layout is inferred from sm_20's:
 *
 *   .text.K            flags bits 20..26: barriers; info: symbol of the section, registers in bits 24..31
 *   .nv.constantB.K    literals of kernel K in bank B (1); info: section of .text.K
 *   .nv.shared.K       no contents; size: shared memory with the 16-byte header and the parameters
 *   .nv.local.K        no contents; size: local memory of a thread; absent where it is 0
 *   .nv.info.K         records, see nv_info.h; .nv.info holds those of the module
 *   .nv.constantB      the module's variables in bank B (0), an OBJECT symbol each
 *   .nv.constant14     a 32-bit address each, with .rel.nv.constant14 of type 1 against OBJECT symbols
 *                      in .nv.global (no contents) or .nv.global.init
 *   symbols            FUNC for kernels (value 0, size 0, other 0x10), type 10 without section for textures
 *
 * sm_20 and sm_30, seen in 256 cubins of CUDA 3.2 to 4.2 inside public programs and repositories, 85 of them
 * of the 32-bit class:
 *
 *   .text.K            as above; functions that K calls stand behind it in its code (FUNC, other 0)
 *   .nv.constantB.K    bank 0: nothing, then parameters from 0x20 (sm_20) or 0x140; literals in bank 16
 *                      (sm_20) or 2
 *   .nv.constantB      the module's __constant__ variables in bank 2 (sm_20) or 3; bank 14 of sm_20 holds
 *                      addresses, with .rel.nv.constant14 of type 1 or 2
 *   .rel.text.K        addresses in instructions
 *   .rel.nv.constant0.K  sm_30: where textures (type 6) and surfaces (8) of K stand in bank 0; on sm_20
 *                      records say it
 *   .nv.info           of type PROGBITS, allocated; its records do not speak of all kernels
 *   symbols            sections' have no name, those of code a size; type 10 is a texture, 12 a surface
 *
 * sm_32 to sm_37 (CUDA 5 on) are as sm_50 to sm_62 except for positions in instructions (relocs.c).
 *
 * sm_50 to sm_62, seen in cubins of CUDA 8 (openai-gemm) and of ptxas 11.8 and 12.4:
 *
 *   .text.K            as above, but info: symbol of the kernel; .text.F for functions of relocatable cubins
 *   .nv.constantB.K    bank 0: nothing, then room for parameters; bank 2: literals and jump tables
 *   .nv.constant3      the module's __constant__ variables
 *   .nv.global[.init]  variables, an OBJECT symbol each; .rel.nv.global.init puts addresses into them
 *   .rel.text.K        addresses in instructions; .rela.text.K the same with the addend beside it
 *   symbols            FUNC with its size; other 0x10 for kernels, 0 for functions in a kernel's code
 *
 * sm_70 to sm_89, seen in cubins of CUDA 11.8 and 12.4 (OS ABI 0x33) and 13.0 (0x41): as sm_50, but code is
 * aligned to 128, functions that kernels call stand in .text.F of their own in relocatable files only, and
 *
 *   .nv.rel.action     a table, the same in all files of a toolkit; kept, as .note.nv.* and .nv.compat are
 *   .nv.constant4      addresses of variables and of functions that the loader supplies, 8 bytes each
 *
 * sm_90 and later, seen in cubins of ptxas 12.9, 13.0 and 13.5, in FlashInfer's, PyTorch's and Triton's: as
 * sm_70, but relocations are of the kind RELA, .text.K says 0 registers (.nv.info has them), shared memory of
 * kernels that have some includes 1024 bytes for CUDA, and
 *
 *   .nv.compat         what a loader has to know of the code; kept (elf_compat.c reads one of its records)
 *   .nv.capmerc.text.K from sm_100 on: the code once more, in another form, which is not public;
 *                      .nv.merc.* is the data of the file once more, for that form, with a symbol table
 *                      of its own whose names stand in .strtab.  All kept
 *
 * e_flags hold the chip in the low byte.  OS ABI 0x41 has it in the second byte, and in the fourth the number
 * of the section .note.nv.cuinfo (of ptxas 12: .note.nv.cuver); it is that of sm_100 and later, and from CUDA
 * 13 on of all.  Barriers are then in a record, and the flags of code say 0.
 * That 7 bits hold the barriers is a guess: the values 0, 1, 3, 4 and 16 were seen. */
#ifndef HW_MODULE_ELF_CUBIN_H
#define HW_MODULE_ELF_CUBIN_H

#define CUBIN_OSABI                 0x33
#define CUBIN_OSABI_NEW             0x41 /* from sm_100 on, and from CUDA 13 on */
#define CUBIN_CHIP_NEW              100
#define CUBIN_ABI_DEFAULT           7 /* ABI version from CUDA 5 to 12 */
#define CUBIN_ABI_NEW               8
#define CUBIN_CHIP_MASK             0xffu  /* of e_flags */
#define CUBIN_CHIP_SHIFT_NEW        8      /* where the chip stands in those of OS ABI 0x41 */
#define CUBIN_FLAGS_TEXMODE         0x100u /* set in all; later tools say EF_CUDA_TEXMODE_UNIFIED */
#define CUBIN_FLAGS_VIRTUAL_SHIFT   16     /* the chip that the PTX was for */
#define CUBIN_FLAGS_64BIT           0x400u /* set in cubins of the 64-bit class from sm_20 on */
#define CUBIN_FLAGS_64BIT_NEW       0x4u   /* the same of OS ABI 0x41, in files without capsules */
#define CUBIN_FLAGS_CAPSULE         0x2u   /* in those with capsules */
#define CUBIN_FLAGS_ACCELERATED     0x800u /* sm_90a */
#define CUBIN_FLAGS_ACCELERATED_NEW 0x8u   /* sm_100a of ptxas 12; that of CUDA 13 says it in .nv.compat */
#define CUBIN_CHIP_FIRST            10
#define CUBIN_NO_REGISTERS_SINCE    90 /* from this chip on code says 0 registers */
#define CUBIN_TESLA_LAST            13

#define CUBIN_TEXT         ".text."
#define CUBIN_CONSTANT     ".nv.constant"
#define CUBIN_SHARED       ".nv.shared."
#define CUBIN_LOCAL        ".nv.local."
#define CUBIN_INFO         ".nv.info"
#define CUBIN_GLOBAL       ".nv.global"
#define CUBIN_GLOBAL_INIT  ".nv.global.init"
#define CUBIN_REL          ".rel"
#define CUBIN_RELA         ".rela"
#define CUBIN_SYMTAB       ".symtab"
#define CUBIN_STRTAB       ".strtab"
#define CUBIN_CALLGRAPH    ".nv.callgraph"
#define CUBIN_PROTOTYPE    ".nv.prototype"
#define CUBIN_CAPSULE      ".nv.capmerc"
#define CUBIN_CAPSULE_DATA ".nv.merc."
#define CUBIN_COMPAT       ".nv.compat"
#define CUBIN_NOTE_INFO    ".note.nv.cuinfo"
#define CUBIN_NOTE_VERSION ".note.nv.cuver"
#define CUBIN_NOTE         ".note.halfwarp"

#define CUBIN_BARRIER_SHIFT     20
#define CUBIN_BARRIER_MAX       0x7fu
#define CUBIN_REGISTER_SHIFT    24
#define CUBIN_REGISTER_MAX      0xffu
#define CUBIN_SYMBOL_TEXTURE    10          /* symbol type */
#define CUBIN_SYMBOL_OTHER      0x10        /* st_other of kernels and textures */
#define CUBIN_REL_ADDRESS       1           /* relocation: the low 32 bits of the symbol's address */
#define CUBIN_TYPE_INFO         0x70000000u /* section type of .nv.info from sm_20 on */
#define CUBIN_TYPE_CAPSULE      0x70000016u /* .nv.capmerc.text.K */
#define CUBIN_TYPE_MERC_SYMBOLS 0x70000085u /* .nv.merc.symtab */

#include "module/elf_file.h"

/* What stands in `name` behind `prefix`; NULL where it does not begin so. */
const char *hw_cubin_skip_prefix(const char *name, const char *prefix);

/* Take ".nv.constant3.NAME" apart: *kernel is NAME, or NULL for a bank of the module. */
bool hw_cubin_is_constant(const char *name, uint32_t *bank, const char **kernel);

/* A size or offset as 32 bits; what is larger becomes UINT32_MAX, which no limit lets pass. */
uint32_t hw_cubin_clamp32(uint64_t value);

/* Whether the field `info` of a section of that type is a number of symbols of .nv.merc.symtab, or of one,
 * and not of a section: struct hw_section has it as a number, then. */
bool hw_cubin_info_is_number(uint32_t type);

/* The number of a target's name, "sm_52" or "sm_100a"; 0 where it is none. */
uint32_t hw_cubin_chip(const char *target);

/* Add the kernel whose code a section holds: code, registers and barriers, which the section's header
 * says. */
hw_status hw_cubin_add_code(struct hw_module *module, const struct hw_elf_section *section, const char *name,
                            struct hw_kernel **kernel, struct hw_error *error);

/* A reader and a writer for each of the two layouts; hw_cubin_elf_read and hw_cubin_elf_write choose. */
hw_status hw_cubin_tesla_read(struct hw_elf_file *file, struct hw_module *module, struct hw_error *error);
hw_status hw_cubin_later_read(struct hw_elf_file *file, struct hw_module *module, struct hw_error *error);
hw_status hw_cubin_tesla_write(const struct hw_module *module, bool wide, uint32_t flags,
                               struct hw_buffer *out, struct hw_error *error);
hw_status hw_cubin_later_write(const struct hw_module *module, bool wide, uint32_t flags,
                               struct hw_buffer *out, struct hw_error *error);

#endif
