/* The names and numbers that make an ELF file a cubin of sm_10 to sm_13.
 *
 * Found in 74 cubins of CUDA 4.2 inside public programs, all of the 64-bit class; that the 32-bit class is
 * the same in ELF's other layout is a guess.
 *
 *   .text.K            flags bits 20..26: barriers; info: symbol of the section, registers in bits 24..31
 *   .nv.constantB.K    literals of kernel K in bank B (1); info: section of .text.K
 *   .nv.shared.K       no contents; size: shared memory with the 16-byte header and the parameters
 *   .nv.local.K        no contents; size: local memory of a thread; absent where it is 0
 *   .nv.info.K         records, see elf_info.h; .nv.info holds those of the module
 *   .nv.constantB      the module's variables in bank B (0), an OBJECT symbol each
 *   .nv.constant14     a 32-bit address each, with .rel.nv.constant14 of type 1 against OBJECT symbols
 *                      in .nv.global (no contents) or .nv.global.init
 *   symbols            FUNC for kernels (value 0, size 0, other 0x10), type 10 without section for textures
 *
 * That 7 bits hold the barriers is a guess too: only the values 0 and 1 were seen. */
#ifndef HW_MODULE_ELF_CUBIN_H
#define HW_MODULE_ELF_CUBIN_H

#define CUBIN_OSABI 0x33
#define CUBIN_CHIP_MASK 0xffu        /* of e_flags */
#define CUBIN_FLAGS_TEXMODE 0x100u   /* set in all; later tools say EF_CUDA_TEXMODE_UNIFIED */
#define CUBIN_FLAGS_VIRTUAL_SHIFT 16 /* the chip that the PTX was for */
#define CUBIN_CHIP_FIRST 10
#define CUBIN_CHIP_LAST 13

#define CUBIN_TEXT ".text."
#define CUBIN_CONSTANT ".nv.constant"
#define CUBIN_SHARED ".nv.shared."
#define CUBIN_LOCAL ".nv.local."
#define CUBIN_INFO ".nv.info"
#define CUBIN_GLOBAL ".nv.global"
#define CUBIN_GLOBAL_INIT ".nv.global.init"
#define CUBIN_REL ".rel"
#define CUBIN_NOTE ".note.halfwarp"

#define CUBIN_BARRIER_SHIFT 20
#define CUBIN_BARRIER_MAX 0x7fu
#define CUBIN_REGISTER_SHIFT 24
#define CUBIN_REGISTER_MAX 0xffu
#define CUBIN_SYMBOL_TEXTURE 10 /* symbol type */
#define CUBIN_SYMBOL_OTHER 0x10 /* st_other of kernels and textures */
#define CUBIN_REL_ADDRESS 1     /* relocation: the low 32 bits of the symbol's address */

#endif
