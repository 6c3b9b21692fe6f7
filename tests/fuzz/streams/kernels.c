/* SPDX-License-Identifier: MIT */
/* See kernels.h.  The kernels are PTX, which our driver compiles for each chip up to sm_62; for later ones it
 * was compiled by ptxas: `check_streams --ptx > streams.ptx; ptxas -arch sm_80 streams.ptx -o ...`.
 *
 * Each goes over the words in steps of the grid's size.  In a body %i is the word's index, %to and %from are
 * its addresses in the two buffers, %base and %base2 those of the buffers, and %n is the number. */
#include "kernels.h"

#include "made_fatbin.h"

#include <string.h>

#define BEGIN(name)                                                                                         \
    ".visible .entry " name "(.param .u64 p0, .param .u64 p1, .param .u32 p2, .param .u32 p3)\n{\n"         \
    ".reg .pred %p, %q; .reg .u32 %i, %n, %words, %step, %t, %b, %c, %x, %y, %z; .reg .u64 %base, %base2, " \
    "%to, %from, %o, %s, %a;\n"                                                                             \
    "ld.param.u64 %base, [p0]; ld.param.u64 %base2, [p1]; ld.param.u32 %words, [p2];\n"                     \
    "ld.param.u32 %n, [p3]; cvta.to.global.u64 %base, %base; cvta.to.global.u64 %base2, %base2;\n"          \
    "mov.u32 %t, %tid.x; mov.u32 %b, %ntid.x; mov.u32 %c, %ctaid.x; mad.lo.u32 %i, %c, %b, %t;\n"           \
    "mov.u32 %step, %nctaid.x; mul.lo.u32 %step, %step, %b;\n"                                              \
    "NEXT: setp.ge.u32 %p, %i, %words; @%p bra DONE;\n"                                                     \
    "mul.wide.u32 %o, %i, 4; add.u64 %to, %base, %o; add.u64 %from, %base2, %o;\n"
#define END "add.u32 %i, %i, %step; bra NEXT;\nDONE: ret;\n}\n"
/* A 32-bit mix of %x, by %y. */
#define MIX                                                                    \
    "shr.u32 %y, %x, 16; xor.b32 %x, %x, %y; mul.lo.u32 %x, %x, 0x7feb352d;\n" \
    "shr.u32 %y, %x, 15; xor.b32 %x, %x, %y; mul.lo.u32 %x, %x, 0x846ca68b;\n" \
    "shr.u32 %y, %x, 16; xor.b32 %x, %x, %y;\n"
/* The address, in %a, of word %x of the buffer at `base`; the number of words is a power of two. */
#define WORD(base) \
    "sub.u32 %z, %words, 1; and.b32 %x, %x, %z; mul.wide.u32 %o, %x, 4; add.u64 %a, " base ", %o;\n"

const char kernels_ptx[] = ".version 4.0\n.target sm_30\n.address_size 64\n" BEGIN(
    "fill") "add.u32 %x, %i, %n;\n" MIX "st.global.u32 [%to], %x;\n" END
    BEGIN("add") "ld.global.u32 %x, [%from]; ld.global.u32 %y, [%to]; or.b32 %z, %n, 1;\n"
                 "mad.lo.u32 %x, %x, %z, %y; st.global.u32 [%to], %x;\n" END
                     BEGIN("copy") "add.u32 %x, %i, %n;\n" WORD(
                         "%base2") "ld.global.u32 %x, [%a]; st.global.u32 [%to], %x;\n" END
                         BEGIN("permute") "or.b32 %x, %n, 1; mul.lo.u32 %x, %x, %i;\n" WORD(
                             "%base") "ld.global.u32 %x, [%from]; st.global.u32 [%a], %x;\n" END
                             BEGIN("scatter") "ld.global.u32 %x, [%from];\n" WORD(
                                 "%base") "add.u32 %x, %i, %n;\n" MIX "red.global.add.u32 [%a], %x;\n" END
                                 BEGIN(
                                     "hash") "ld.global.u32 %x, [%from]; mov.u32 %z, 0;\n"
                                             "ROUND: setp.ge.u32 %q, %z, %n; @%q bra STORE; add.u32 %x, %x, "
                                             "%z;\n" MIX
                                             "add.u32 %z, %z, 1; bra ROUND;\nSTORE: st.global.u32 [%to], "
                                             "%x;\n" END BEGIN(
                                                 "diverge") "ld.global.u32 %z, [%from]; and.b32 %x, %z, 255; "
                                                            "mov.u32 %y, 0;\n"
                                                            "STEP: setp.eq.u32 %q, %x, 1; @%q bra STORE; "
                                                            "setp.ge.u32 %q, %y, 300; @%q bra STORE;\n"
                                                            "add.u32 %y, %y, 1; and.b32 %t, %x, 1; "
                                                            "setp.eq.u32 %q, %t, 1; @%q bra ODD;\n"
                                                            "shr.u32 %x, %x, 1; bra STEP;\nODD: mad.lo.u32 "
                                                            "%x, %x, 3, 1; bra STEP;\n"
                                                            "STORE: mad.lo.u32 %x, %y, %n, %z; st.global.u32 "
                                                            "[%to], %x;\n" END
                                                            ".shared .align 4 .b8 tile[512];\n" BEGIN(
                                                                "reverse") "mov.u64 %s, tile; mul.wide.u32 "
                                                                           "%o, %t, 4; add.u64 %a, %s, %o; "
                                                                           "ld.global.u32 %x, [%from];\n"
                                                                           "st.shared.u32 [%a], %x; bar.sync "
                                                                           "0; sub.u32 %y, %b, 1; sub.u32 "
                                                                           "%y, %y, %t;\n"
                                                                           "mul.wide.u32 %o, %y, 4; add.u64 "
                                                                           "%a, %s, %o; ld.shared.u32 %x, "
                                                                           "[%a]; add.u32 %x, %x, %n;\n"
                                                                           "st.global.u32 [%to], %x; "
                                                                           "bar.sync 0;\n" END;

static struct fatbin fatbin;
static void **handle;
static char stubs[FUNCTIONS];

void kernels_register(void)
{
    static const char *const cubins[] = {"tests/data/beside/streams.sm_75.cubin",
                                         "tests/data/beside/streams.sm_80.cubin", NULL};

    fatbin_make_ptx(&fatbin, kernels_ptx, cubins);
    handle = __cudaRegisterFatBinary(&fatbin.wrapper);
    for (unsigned i = 0; i < FUNCTIONS; i++)
        __cudaRegisterFunction(handle, &stubs[i], NULL, function_names[i], -1, NULL, NULL, NULL, NULL, NULL);
}

void kernels_unregister(void)
{
    __cudaUnregisterFatBinary(handle);
    fatbin_free(&fatbin);
}

const void *kernel_stub(enum function function)
{
    return &stubs[function];
}

void kernel_arguments_set(struct kernel_arguments *arguments, uint32_t *to, const uint32_t *from,
                          uint32_t number)
{
    *arguments = (struct kernel_arguments){.to = to, .from = from, .words = WORDS, .number = number};
    arguments->list[0] = &arguments->to;
    arguments->list[1] = &arguments->from;
    arguments->list[2] = &arguments->words;
    arguments->list[3] = &arguments->number;
}
