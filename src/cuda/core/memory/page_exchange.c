/* SPDX-License-Identifier: MIT */
/* See page_exchange.h.  What is written to a page between its copy and its exchange is lost, so the exchange
 * runs on a stack of its own, without signals, and writes to memory of that stack only. */
#include "cuda/core/memory/page_exchange.h"

#include "machine/memory/page_freeze.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define STACK_BYTES ((size_t)256 << 10) /* sanitizers need much of it */
#define NEAR        ((uintptr_t)1 << 20)

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

struct exchange {
    uint8_t *first;
    size_t bytes;
    uint8_t *ours;       /* pages that come there */
    int file;            /* of them; -1: they are private */
    off_t skip;          /* where they are in the file */
    const uint8_t *held; /* what private pages get */
    bool writable;       /* the pages, as is known */
    bool own;            /* they are of this thread's stack, or beside its variables */
    bool copied, moved;
};

/* Copy what pages hold to the file, and back unless it is known that they can be written, by the host's
 * kernel, which tells when they cannot be read or written; it is asked without the C library, where
 * sanitizers would object to the neighbours on the pages. */
static bool copy_to_file(const struct exchange *exchange)
{
    for (size_t done = 0; done < exchange->bytes;) {
        uint8_t *from = exchange->first + done;
        const off_t at = exchange->skip + (off_t)done;
        const long put = syscall(SYS_pwrite64, exchange->file, from, exchange->bytes - done, at);
        if (put <= 0 || (!exchange->writable && syscall(SYS_pread64, exchange->file, from, put, at) != put))
            return false;
        done += (size_t)put;
    }
    return true;
}

static void run(struct exchange *exchange)
{
    const int flags = MREMAP_MAYMOVE | MREMAP_FIXED;
    const bool freeze = exchange->writable && !exchange->own;
    const int frozen = freeze ? hw_pages_freeze(exchange->first, exchange->bytes) : -1;

    if (exchange->file < 0)
        memcpy(exchange->ours, exchange->held, exchange->bytes);
    exchange->copied = exchange->file < 0 || copy_to_file(exchange);
    exchange->moved = exchange->copied && mremap(exchange->ours, exchange->bytes, exchange->bytes, flags,
                                                 exchange->first) == exchange->first;
    hw_pages_thaw(frozen);
}

static bool is_near(const struct exchange *exchange, const void *place)
{
    const uintptr_t here = (uintptr_t)place, first = (uintptr_t)exchange->first;

    return here + NEAR > first && here - NEAR < first + exchange->bytes;
}

/* Call a function on another stack, by the ABI of x86-64.  (AddressSanitizer warns of swapcontext.) */
static void call_on(uint8_t *stack_end, void (*function)(struct exchange *), struct exchange *argument)
{
    __asm__ volatile("movq %%rsp, %%rbx\n\t"
                     "movq %%rsi, %%rsp\n\t"
                     "callq *%%rax\n\t"
                     "movq %%rbx, %%rsp"
                     : "+a"(function), "+S"(stack_end), "+D"(argument)
                     :
                     : "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
                       "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
                       "xmm15", "cc", "memory");
}

/* Run it on a stack that holds what it writes to as well. */
static enum hw_page_exchange run_aside(struct exchange exchange)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    uint8_t *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);
    struct exchange *aside = (struct exchange *)stack;
    sigset_t all, before;

    if (stack == MAP_FAILED) {
        munmap(exchange.ours, exchange.bytes);
        return HW_PAGES_NO_MEMORY;
    }
    /* Who would thaw them must not write to frozen pages, nor errno. */
    exchange.own = is_near(&exchange, __builtin_frame_address(0)) || is_near(&exchange, &errno);
    *aside = exchange;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    call_on(stack + STACK_BYTES, run, aside);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    exchange = *aside;
    munmap(stack, STACK_BYTES);
    if (!exchange.moved)
        munmap(exchange.ours, exchange.bytes);
    return exchange.moved ? HW_PAGES_EXCHANGED : exchange.copied ? HW_PAGES_NO_MEMORY : HW_PAGES_NOT_WRITABLE;
}

enum hw_page_exchange hw_pages_to_file(uint8_t *first, size_t bytes, int file, uint64_t skip)
{
    uint8_t *ours = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)skip);

    if (ours == MAP_FAILED)
        return HW_PAGES_NO_MEMORY;
    return run_aside((struct exchange){.first = first,
                                       .bytes = bytes,
                                       .ours = ours,
                                       .file = file,
                                       .skip = (off_t)skip,
                                       .writable = madvise(first, bytes, MADV_POPULATE_WRITE) == 0});
}

enum hw_page_exchange hw_pages_to_private(uint8_t *first, size_t bytes, const uint8_t *held)
{
    uint8_t *ours = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (ours == MAP_FAILED)
        return HW_PAGES_NO_MEMORY;
    return run_aside((struct exchange){
        .first = first, .bytes = bytes, .ours = ours, .file = -1, .held = held, .writable = true});
}
