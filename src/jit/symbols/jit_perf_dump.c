/* SPDX-License-Identifier: MIT */
/* A process has one perf dump.  `perf record` notes that it exists because a page of it is mapped as if it
 * were executed; a child of fork has a dump of its own.  Times are those of `perf record -k 1`
 * (CLOCK_MONOTONIC). */
#include "jit/symbols/jit_perf_dump.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clock.h"
#include "jit/request/jit_protocol.h"
#include "jit/symbols/jit_code_name.h"
#include "jit/symbols/jit_publish_lock.h"
#include "module/module_internal.h"
#include "write_all.h"
#include "own_descriptor.h"

#define MAGIC   0x4a695444u
#define VERSION 1u
enum { CODE_LOAD = 0, CODE_DEBUG_INFO = 2 };

struct dump_header {
    uint32_t magic, version, size, machine, unused, process;
    uint64_t time, flags;
};

struct record_header {
    uint32_t kind, size;
    uint64_t time;
};

struct code_load {
    uint32_t process, thread;
    uint64_t address, code, size, number;
};

struct debug_info {
    uint64_t code, rows;
};

/* Under hw_jit_publish_lock. */
static int file = -1;
static pid_t owner; /* the process whose dump it is */
static uint64_t number;

/* --- the file --- */

static void close_dump(void)
{
    if (file >= 0)
        close(file);
    file = -1;
}

/* Under the lock: the dump of this process is open. */
static bool open_dump(const char *folder)
{
    const struct dump_header header = {.magic = MAGIC,
                                       .version = VERSION,
                                       .size = sizeof header,
                                       .machine = EM_X86_64,
                                       .process = (uint32_t)getpid(),
                                       .time = hw_nanoseconds()};
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char path[PATH_MAX];

    if (owner == getpid())
        return file >= 0;
    close_dump();
    owner = getpid();
    number = 0;
    if (snprintf(path, sizeof path, "%s/jit-%d.dump", folder, (int)owner) >= (int)sizeof path)
        return false;
    file = hw_own_descriptor(open(path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (file < 0)
        return false;
    /* The mapping stays: nothing else tells perf of the file. */
    if (!hw_write_all(file, &header, sizeof header) ||
        mmap(NULL, page, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) == MAP_FAILED)
        close_dump();
    return file >= 0;
}

/* --- records --- */

/* Begin a record whose size is known at its end. */
static size_t begin_record(struct hw_buffer *out, uint32_t kind)
{
    const struct record_header header = {.kind = kind, .time = hw_nanoseconds()};
    const size_t start = out->length;

    hw_buffer_add(out, &header, sizeof header);
    return start;
}

static void end_record(struct hw_buffer *out, size_t start)
{
    if (!out->failed)
        hw_put32(out->bytes + start + offsetof(struct record_header, size), (uint32_t)(out->length - start));
}

static void add_lines(struct hw_buffer *out, uint64_t code, const struct hw_compile_input *source,
                      const struct hw_jit_symbols *symbols, const struct hw_jit_listing *listing)
{
    const struct debug_info info = {.code = code, .rows = symbols->row_count};
    const size_t start = begin_record(out, CODE_DEBUG_INFO);

    hw_buffer_add(out, &info, sizeof info);
    for (size_t i = 0; i < symbols->row_count; i++) {
        const uint64_t address = code + symbols->row[i].offset;
        hw_buffer_add(out, &address, sizeof address);
        hw_buffer_u32(out, hw_jit_listing_line(source->program, &symbols->row[i]));
        hw_buffer_u32(out, 0); /* discriminator */
        hw_buffer_add(out, listing->path,
                      strlen(listing->path) + 1); /* of perf's readers some know no other */
    }
    end_record(out, start);
}

static void add_code(struct hw_buffer *out, const struct hw_jit_loaded *loaded,
                     const struct hw_compile_input *source)
{
    const uint64_t address = (uint64_t)(uintptr_t)loaded->memory;
    const struct code_load load = {.process = (uint32_t)owner,
                                   .thread = (uint32_t)syscall(SYS_gettid),
                                   .address = address,
                                   .code = address,
                                   .size = loaded->code_size,
                                   .number = number++};
    const size_t start = begin_record(out, CODE_LOAD);
    char name[HW_JIT_CODE_NAME];

    hw_jit_code_symbol(source, HW_JIT_FUNCTION, name);
    hw_buffer_add(out, &load, sizeof load);
    hw_buffer_add(out, name, strlen(name) + 1);
    hw_buffer_add(out, loaded->memory, loaded->code_size);
    end_record(out, start);
}

void hw_jit_perf_dump_add(const char *folder, const struct hw_jit_loaded *loaded,
                          const struct hw_compile_input *source, const struct hw_jit_symbols *symbols,
                          const struct hw_jit_listing *listing)
{
    struct hw_buffer out = {.bytes = NULL};

    hw_jit_publish_lock();
    if (open_dump(folder)) {
        if (listing->path[0] && symbols->row_count)
            add_lines(&out, (uint64_t)(uintptr_t)loaded->memory, source, symbols, listing);
        add_code(&out, loaded, source);
        if (!out.failed &&
            !hw_write_all(file, out.bytes, out.length)) /* what follows would be read as its end */
            close_dump();
    }
    hw_jit_publish_unlock();
    free(out.bytes);
}
