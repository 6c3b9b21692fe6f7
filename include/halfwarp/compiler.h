/* SPDX-License-Identifier: MIT */
/* The compiler translates PTX to machine code (docs/compiler.md), and CUDA C++ to PTX by a clang of this
 * machine (docs/compiler-headers.md).
 *
 * A text of PTX is of version 1.0 to 8.x, as compilers write it or by hand; it need not end with a NUL, and
 * is not changed.  Nothing here keeps state: different threads may compile at once.
 *
 * Stability: may change. */
#ifndef HALFWARP_COMPILER_H
#define HALFWARP_COMPILER_H

#include <halfwarp/module.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hw_kernel_usage;

struct hw_compile_options {
    const char *target;       /* sm_52; sm_10 to sm_62 */
    unsigned level;           /* of optimisation, 0 to 3 */
    unsigned most_registers;  /* of a thread; 0: what there are */
    const char *library;      /* PTX of functions in place of those for what no chip has; NULL: ours */
    bool lines;               /* keep which line of the source each instruction comes from */
    const char *const *entry; /* kernels that are wanted; the others are omitted */
    size_t entries;           /* 0: all are wanted */
    /* Told for each kernel, and each function that stays one, what it takes.  NULL: nobody wants to know. */
    void (*used)(void *context, const struct hw_kernel_usage *usage);
    /* Told of each kernel or function that the target or the compiler cannot do, and of those that need such
     * a function, with the reason; the module is made without them.  NULL: the first is the error of all. */
    void (*refused)(void *context, const char *name, const struct hw_error *reason);
    void *context;       /* of both */
    bool is_relocatable; /* for hw_linker: names that are not defined stay, others may use what is visible */
};

/* A module with all kernels of the text; hw_module_free frees it, hw_module_write makes a cubin of it in
 * module->container.
 *
 * HW_ERR_SYNTAX, HW_ERR_FORMAT, HW_ERR_RANGE: the text is wrong; HW_ERR_UNSUPPORTED, HW_ERR_LIMIT: the target
 * or the compiler lacks something, or registers, and nobody is told, or no kernel is left; HW_ERR_NOT_FOUND:
 * no chip is called so, or a function is called that the text only declares; HW_ERR_NO_MEMORY.  *error has
 * line and column if a position in the text is to blame.  *module is NULL then. */
hw_status hw_compile_ptx(const char *text, size_t length, const struct hw_compile_options *options,
                         struct hw_module **module, struct hw_error *error);

/* The same as a listing (docs/listing.md), made with malloc for the caller to free. */
hw_status hw_compile_listing(const char *text, size_t length, const struct hw_compile_options *options,
                             char **listing, struct hw_error *error);

/* The chip that a text says it is for: 61 is sm_61; 0: it says none, or is no PTX.  It may be later than the
 * target: what that has not is refused where it is used. */
unsigned hw_ptx_target(const char *text, size_t length);

/* Whether code can be made for a target, sm_61 for one. */
bool hw_compile_makes(const char *target);

/* --- what kernels take of a multiprocessor --- */

#define HW_USAGE_BANKS 32

struct hw_kernel_usage {
    const char *name;
    bool is_function; /* that kernels call */
    uint32_t registers, stack, shared, barriers;
    uint32_t constant[HW_USAGE_BANKS];  /* bytes, by bank */
    uint64_t spill_stores, spill_loads; /* bytes, for want of registers */
};

/* All but what spilled, which only the compiler knows: hw_compile_options.used. */
void hw_kernel_usage(const struct hw_module *module, const struct hw_kernel *kernel,
                     struct hw_kernel_usage *usage);

/* The same in the words of NVIDIA's assembler, four lines; as snprintf. */
int hw_kernel_usage_text(const struct hw_kernel_usage *usage, const char *target, char *text, size_t size);

/* --- CUDA C++ --- */

#define HW_CLANG_PATH_MAX 4096

/* A clang of this machine, and our headers for it.  It is run as a process. */
struct hw_clang {
    char path[HW_CLANG_PATH_MAX];    /* of the program */
    char headers[HW_CLANG_PATH_MAX]; /* of the folder halfwarp-cuda */
    unsigned version;                /* 14 and later */
};

/* HALFWARP_CLANG names the program, or it is clang-19 to clang-14 or clang of PATH; HALFWARP_CUDA_HEADERS
 * names the folder, or it is where this library was built or installed.  HW_ERR_NOT_FOUND: one of them is not
 * there; HW_ERR_UNSUPPORTED: clang is too old. */
hw_status hw_clang_find(struct hw_clang *clang, struct hw_error *error);

struct hw_cuda_file {
    const char *name;
    const char *text; /* NULL: that of the file of this name */
    size_t length;    /* of the text */
};

/* All may be omitted but the target. */
struct hw_cuda_options {
    const char *target;  /* sm_35; below sm_20 clang writes for sm_20, and __CUDA_ARCH__ says the target */
    unsigned level;      /* of optimisation, 0 to 3 */
    bool debug, lines;   /* information for a debugger; only about lines */
    bool flush;          /* denormal floats are zero */
    bool rough_divide;   /* of floats, with an error of 2 units in the last place */
    bool rough_root;     /* of floats, too */
    bool separate;       /* no product and sum become one operation */
    bool fast_math;      /* flush, both rough ones, and functions as __sinf in place of sinf */
    bool at_run_time;    /* as NVRTC compiles: __CUDACC_RTC__, no header of the host */
    bool all_for_device; /* functions that say nothing else are for the device */
    const char *const *arguments; /* of clang, behind ours: "-I", "folder", "-std=c++17" */
    size_t argument_count;
    const char *const *definitions; /* "NAME" or "NAME=VALUE"; our headers do not see them, other files do */
    size_t definition_count;
    const struct hw_cuda_file *headers; /* #include finds them by their names, before all files */
    size_t header_count;
    unsigned seconds; /* after which clang is ended; 0: there is no limit */
};

/* CUDA C++ to PTX.  *ptx, and in *messages what clang says, which may be much or nothing, have a NUL behind
 * them and are the caller's to free; *messages is also set where there are errors, else NULL.
 *
 * HW_ERR_SYNTAX: clang found errors; HW_ERR_NOT_FOUND, HW_ERR_UNSUPPORTED: as hw_clang_find, or the target is
 * none; HW_ERR_IO: a file or process; HW_ERR_RANGE: the name of a header leads out of its folder;
 * HW_ERR_LIMIT: it took too long; HW_ERR_NO_MEMORY. */
hw_status hw_compile_cuda(const struct hw_cuda_file *source, const struct hw_cuda_options *options,
                          char **ptx, char **messages, struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
