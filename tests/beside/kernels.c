/* SPDX-License-Identifier: MIT */
/* The kernels of beside.h in PTX: all of them wait by loads in a loop.  %a, %b, %c are the addresses.
 *
 * For chips from sm_70 on ptxas compiled them: `beside --ptx > beside.ptx; ptxas -arch sm_80 beside.ptx -o
 * ...`. */
#include "beside.h"

#include "made_fatbin.h"

#include <stdlib.h>
#include <string.h>

#define BEGIN(name)                                                                                 \
    ".visible .entry " name "(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u32 pn)\n{\n" \
    ".reg .pred %p; .reg .u64 %a, %b, %c, %d; .reg .u32 %n, %i, %x, %y, %z, %t;\n"                  \
    "ld.param.u64 %a, [pa]; ld.param.u64 %b, [pb]; ld.param.u64 %c, [pc]; ld.param.u32 %n, [pn];\n" \
    "mov.u32 %i, 0; mov.u32 %t, %tid.x;\n"
#define END   "DONE: ret;\n}\n"
#define LOAD  "ld.volatile.global.u32 "
#define STORE "st.volatile.global.u32 "
#define EACH  "NEXT: setp.ge.u32 %p, %i, %n; @%p bra DONE;\n"
#define UP    "add.u32 %i, %i, 1;\n"
#define AGAIN "bra NEXT;\n"
#define FENCE "membar.sys;\n"
/* Until the word at `address` compares with `with`. */
#define WAIT(address, compare, with) \
    "WAIT: " LOAD "%x, [" address "]; setp." compare ".u32 %p, %x, " with "; @!%p bra WAIT;\n"
#define SLOT "and.b32 %z, %i, 7; mul.wide.u32 %d, %z, 4; add.u64 %d, %a, %d;\n"

const char kernels_ptx[] = ".version 4.0\n.target sm_30\n.address_size 64\n"
    /* a: number of the request, request, number of the answer, answer */
    BEGIN("echo") EACH UP WAIT("%a", "eq", "%i") LOAD
    "%y, [%a+4]; mad.lo.u32 %y, %y, 3, %i; " STORE "[%a+12], %y;\n" FENCE STORE "[%a+8], %i;\n" AGAIN END
    /* a: how many there are, stop, and from 64 on what is to be done; b: how many are taken; c: results */
    ".shared .align 4 .u32 ticket;\n" BEGIN(
        "serve") "NEXT: setp.ne.u32 %p, %t, 0; @%p bra SHARE; atom.global.add.u32 %x, [%b], 1;\n"
                 "WAIT: " LOAD "%z, [%a+4]; " LOAD "%y, [%a]; setp.gt.u32 %p, %y, %x; @%p bra TAKE;\n"
                 "setp.eq.u32 %p, %z, 0; @%p bra WAIT; mov.u32 %x, 0xffffffff;\n"
                 "TAKE: st.shared.u32 [ticket], %x;\n"
                 "SHARE: bar.sync 0; ld.shared.u32 %x, [ticket]; setp.eq.u32 %p, %x, 0xffffffff; @%p bra "
                 "DONE;\n"
                 "mul.wide.u32 %d, %x, 4; add.u64 %d, %a, %d; " LOAD "%y, [%d+64]; add.u32 %y, %y, %t;\n"
                 "mov.u32 %z, %ntid.x; mad.lo.u32 %x, %x, %z, %t; mul.wide.u32 %d, %x, 4; add.u64 %d, %c, "
                 "%d;\n"
                 "st.global.u32 [%d], %y; bar.sync 0;\n" AGAIN END
                     /* a: how many are written, how many are read, eight slots */
                     BEGIN("produce") EACH
    "WAIT: " LOAD "%x, [%a+4]; sub.u32 %y, %i, %x; setp.ge.u32 %p, %y, 8; @%p bra WAIT;\n" SLOT
    "mad.lo.u32 %y, %i, 7, 3; " STORE "[%d+8], %y;\n" FENCE UP STORE "[%a], %i;\n" AGAIN END BEGIN("consume")
        EACH WAIT("%a", "gt", "%i") SLOT LOAD
    "%y, [%d+8]; mul.wide.u32 %d, %i, 4; add.u64 %d, %b, %d; " STORE "[%d], %y;\n" FENCE UP STORE
    "[%a+4], %i;\n" AGAIN END
        /* a, b: the token and a number, of this one and of the next; c: whether this one begins */
        BEGIN("pass") "cvt.u32.u64 %t, %c;\n" EACH UP "setp.ne.u32 %p, %t, 0; @%p bra GIVE;\n" WAIT(
            "%a", "ge", "%i") "GIVE: " LOAD "%y, [%a+4]; add.u32 %y, %y, 1; " STORE
                              "[%b+4], %y;\n" FENCE STORE "[%b], %i;\n"
                              "setp.eq.u32 %p, %t, 0; @%p bra NEXT;\n"
                              "BACK: " LOAD "%x, [%a]; setp.ge.u32 %p, %x, %i; @!%p bra BACK;\n" AGAIN END
                                  /* a: the next ticket, the ticket that is served, a counter */
                                  BEGIN("lock") EACH UP
    "atom.global.add.u32 %y, [%a], 1;\n" WAIT("%a+4", "eq", "%y") LOAD
    "%z, [%a+8]; add.u32 %z, %z, 1; " STORE "[%a+8], %z;\n" FENCE "add.u32 %y, %y, 1; " STORE
    "[%a+4], %y;\n" AGAIN END BEGIN("meet") EACH UP STORE "[%a], %i;\n" FENCE WAIT("%b", "ge", "%i")
        AGAIN END BEGIN("await") WAIT("%a", "eq", "%n") FENCE LOAD
    "%y, [%b]; add.u32 %y, %y, 1; " STORE "[%c], %y;\n" END BEGIN("store") STORE "[%a], %n;\n" END
        /* c: a result of each thread */
        BEGIN("busy") "mov.u32 %x, %t;\n" EACH UP "shl.b32 %y, %x, 13; xor.b32 %x, %x, %y; shr.u32 %y, %x, "
                      "17; xor.b32 %x, %x, %y; shl.b32 %y, %x, 5;\n"
                      "xor.b32 %x, %x, %y; add.u32 %x, %x, %i;\n" AGAIN
                      "DONE: mul.wide.u32 %d, %t, 4; add.u64 %d, %c, %d; st.global.u32 [%d], %x; ret;\n}\n"
    /* a: a word that is waited for; c: how often it was looked at, so that no two looks are alike */
    BEGIN("count") "WAIT: add.u32 %i, %i, 1; " LOAD "%x, [%a]; setp.eq.u32 %p, %x, %n; @!%p bra WAIT;\n" STORE
                   "[%c], %i;\n" END;

static const char *const names[KERNELS] = {"echo", "serve", "produce", "consume", "pass", "lock",
                                           "meet", "await", "store",   "busy",    "count"};
static char stubs[KERNELS];
static struct fatbin fatbin;
static void **handle;

void kernels_register(void)
{
    static const char *const cubins[] = {"tests/data/beside/beside.sm_75.cubin",
                                         "tests/data/beside/beside.sm_80.cubin", NULL};

    fatbin_make_ptx(&fatbin, kernels_ptx, cubins);
    handle = __cudaRegisterFatBinary(&fatbin.wrapper);
    for (unsigned i = 0; i < KERNELS; i++)
        __cudaRegisterFunction(handle, &stubs[i], NULL, names[i], -1, NULL, NULL, NULL, NULL, NULL);
}

void kernels_unregister(void)
{
    __cudaUnregisterFatBinary(handle);
    fatbin_free(&fatbin);
}

void start(enum kernel kernel, unsigned blocks, unsigned threads, cudaStream_t stream, const void *a,
           const void *b, const void *c, uint32_t n)
{
    void *arguments[] = {&a, &b, &c, &n};

    MUST(cudaLaunchKernel(&stubs[kernel], (dim3){blocks, 1, 1}, (dim3){threads, 1, 1}, arguments, 0, stream));
}

/* --- what the programs share --- */

void must(int error, const char *call)
{
    if (error == 0)
        return;
    printf("%s gave %d\n", call, error);
    fflush(stdout);
    _Exit(1);
}

bool is_right(uint32_t got, uint32_t wanted, const char *what)
{
    if (got != wanted)
        printf("%s is %u, not %u\n", what, got, wanted);
    return got == wanted;
}

volatile uint32_t *mapped_box(void)
{
    void *box;

    MUST(cudaHostAlloc(&box, BOX_BYTES, 1 | cudaHostAllocMapped));
    memset(box, 0, BOX_BYTES);
    return box;
}

volatile uint32_t *managed_box(void)
{
    void *box;

    MUST(cudaMallocManaged(&box, BOX_BYTES, 1));
    memset(box, 0, BOX_BYTES);
    return box;
}

uint32_t *device_box(void)
{
    void *box;

    MUST(cudaMalloc(&box, BOX_BYTES));
    MUST(cudaMemset(box, 0, BOX_BYTES));
    MUST(cudaDeviceSynchronize());
    return box;
}

cudaStream_t new_stream(void)
{
    cudaStream_t stream;

    MUST(cudaStreamCreateWithFlags(&stream, 1));
    return stream;
}

uint32_t device_word(const uint32_t *address)
{
    uint32_t word = 0;

    MUST(cudaMemcpy(&word, address, sizeof word, cudaMemcpyDeviceToHost));
    return word;
}
