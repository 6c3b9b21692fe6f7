/* SPDX-License-Identifier: MIT */
/* Shared by CUDA's interfaces: devices, contexts, memory, modules of code, launches.
 *
 * libhalfwarp-cuda.so holds this state; the runtime (runtime/) and the driver interface (driver/) are thin
 * layers over it and take each other's handles: a context, module, kernel, texture, stream, event or array is
 * one structure under both.  Work is done in the call that asks for it, unless its stream waits for a host
 * function (stream_queue.h) or is captured; the error of a kernel, however, is kept for the next call that
 * uses the context, as asynchronous launches have it, and stays as long as the context lives.
 *
 * Every function that uses a context is called between hw_cuda_enter or hw_cuda_enter_current and
 * hw_cuda_leave or hw_cuda_unlock, which hold one lock: host threads take turns.  It uses the calling
 * thread's current context unless it is given something that belongs to another.  The rest need hw_cuda_lock.
 * Errors are the runtime's numbers, and from 1000 on those that only the driver interface tells apart.
 *
 * The rooms of cuda, each of which includes only those before it: base (messages, the clock), replay,
 * core, gl; then driver, runtime, fft, blas and rand, which are libraries of their own and do not include
 * each other. */
#ifndef HW_CUDA_CORE_CUDA_CORE_H
#define HW_CUDA_CORE_CUDA_CORE_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>

struct hw_chip_info;
struct hw_error;
struct hw_cuda_kernel;
struct hw_cuda_texture;
struct hw_cuda_surface;
struct hw_cuda_image;

#pragma GCC visibility push(default)

/* Errors that functions give the driver interface only. */
enum {
    HW_CUDA_ERROR_NO_CONTEXT = 1000, /* the thread has no current context */
    HW_CUDA_ERROR_CONTEXT_DESTROYED, /* it had one */
    HW_CUDA_ERROR_PTX_ONLY,          /* an image is PTX, or holds nothing else for the device's generation */
    HW_CUDA_ERROR_NOT_FOUND,         /* a module has nothing of that name */
    HW_CUDA_ERROR_CONTEXT_IN_USE,    /* more than one user is attached */
    HW_CUDA_ERROR_FILE_NOT_FOUND,
    HW_CUDA_ERROR_INVALID_PTX, /* the compiler refuses it */
    HW_CUDA_ERROR_NO_COMPILER  /* for what needs one */
};

/* --- calls (call.c) --- */

/* Only the lock, for a call that needs no context. */
void hw_cuda_lock(void);
/* Begin a call of the runtime: the thread's current context, or where it has none the primary context of its
 * device, which becomes current.  True when it may be used.  False, with the lock held as well:
 * hw_cuda_trouble says why. */
bool hw_cuda_enter(void);
/* The same for the driver interface: a thread without a current context gets none. */
bool hw_cuda_enter_current(void);
cudaError_t hw_cuda_trouble(void);
/* End a call of the runtime, and remember its error as the calling thread's last one.  It is logged, by the
 * name of the call unless that is NULL. */
cudaError_t hw_cuda_leave_call(const char *call, cudaError_t error);
#define hw_cuda_leave(error) hw_cuda_leave_call(__func__, error)
/* End a call of another interface: only the lock. */
cudaError_t hw_cuda_unlock(cudaError_t error);
/* Whether a call of the runtime has ended before. */
bool hw_cuda_runtime_used(void);
/* The calling thread's last error, which is forgotten where `forget` is set. */
cudaError_t hw_cuda_last_error(bool forget);
/* Tell the log, which decides whether anybody wants to know, of a call that ends.  Without the lock; a NULL
 * name of the error stands for the runtime's. */
void hw_cuda_log_call(const char *call, int error, const char *error_name);
/* The name of an error of cuda_abi.h. */
const char *hw_cuda_error_name(cudaError_t error);

/* --- devices (device.c, properties.c, attribute.c, pci.c) --- */

/* How many there are: one, or as many as HALFWARP_CHIP names; 0 where it names a chip that there is not.  Of
 * these, those that CUDA_VISIBLE_DEVICES names. */
int hw_cuda_device_count(void);
/* The identifier of a device, which follows it when CUDA_VISIBLE_DEVICES numbers devices anew. */
cudaError_t hw_cuda_uuid(int device, uint8_t id[16]);
cudaError_t hw_cuda_properties(int device, struct cudaDeviceProp *properties);
/* An attribute by the driver interface's number (attribute.c); cudaErrorInvalidValue: there is none of that
 * number. */
cudaError_t hw_cuda_attribute(int device, int attribute, int *value);
/* Write where a device is on its bus, as snprintf does; and the device at such a place, or one of the two. */
enum {
    HW_CUDA_PLACE_WRONG = -2 /* the text names none */,
    HW_CUDA_PLACE_EMPTY = -1 /* no device is there */
};
int hw_cuda_place(const struct cudaDeviceProp *device, char *text, size_t bytes);
int hw_cuda_device_placed(const char *text);
/* All devices, whatever CUDA_VISIBLE_DEVICES hides: what NVML shows. */
int hw_cuda_installed_count(void);
struct hw_cuda_installed {
    struct cudaDeviceProp properties;
    const struct hw_chip_info *chip;
    uint64_t used;      /* bytes of its memory that this process has allocated */
    char uuid_text[48]; /* "GPU-" and the identifier's digits in groups */
};
cudaError_t hw_cuda_installed(int number, struct hw_cuda_installed *about);
int hw_cuda_installed_placed(const char *text); /* as hw_cuda_device_placed */
/* The newest toolkit whose programs the driver is for, as 1000 * major + 10 * minor. */
#define HW_CUDA_DRIVER_VERSION 13000
/* The runtime's device of the calling thread, which is not used by setting it.  Where the thread has a
 * current context, the device's primary one takes its place. */
int hw_cuda_device(void);
cudaError_t hw_cuda_set_device(int device);
/* Make a device's primary context ready for use; and the runtime's device's the current one, where the thread
 * has none. */
cudaError_t hw_cuda_begin_device(int device);
cudaError_t hw_cuda_begin_set_device(void);
/* cudaDeviceBlockingSync and so on, of a device's primary context, which may be in use already where
 * `at_any_time`. */
unsigned hw_cuda_device_flags(int device);
cudaError_t hw_cuda_set_device_flags(int device, unsigned flags, bool at_any_time);
/* Of the current context's device. */
cudaError_t hw_cuda_memory_info(size_t *free_bytes, size_t *total_bytes);

/* --- contexts (context.c, limit.c, peer.c) --- */

struct hw_cuda_context;

/* Make a context and the calling thread's current one, above what it had. */
cudaError_t hw_cuda_context_create(struct hw_cuda_context **context, unsigned flags, int device);
/* Destroy one that hw_cuda_context_create made, on whatever stacks it is: cudaErrorInvalidResourceHandle for
 * any other. */
cudaError_t hw_cuda_context_destroy(struct hw_cuda_context *context);
/* Whether it is one and lives; any pointer may be asked about. */
bool hw_cuda_context_is_valid(const struct hw_cuda_context *context);
int hw_cuda_context_device(const struct hw_cuda_context *context);
unsigned hw_cuda_context_flags(const struct hw_cuda_context *context);
/* Counts of users, which the first one of hw_cuda_context_create is; a primary context begins with none, and
 * the runtime is one of its users from when it uses it until the context is taken down.
 * Detaching the last destroys what that function made. */
unsigned hw_cuda_context_users(const struct hw_cuda_context *context);
cudaError_t hw_cuda_context_attach(struct hw_cuda_context *context);
cudaError_t hw_cuda_context_detach(struct hw_cuda_context *context);

/* The calling thread's stack.  A destroyed context stays on it, and is not known. */
struct hw_cuda_context *hw_cuda_current(void); /* NULL: none */
cudaError_t hw_cuda_push(struct hw_cuda_context *context);
cudaError_t hw_cuda_pop(struct hw_cuda_context **context); /* HW_CUDA_ERROR_NO_CONTEXT: none */
/* Put it in place of the topmost, or take that away where it is NULL. */
cudaError_t hw_cuda_set_current(struct hw_cuda_context *context);

/* The runtime's context of a device, in use or not; NULL: there is no such device. */
struct hw_cuda_context *hw_cuda_primary(int device);
/* Whether it is in use. */
bool hw_cuda_active(const struct hw_cuda_context *context);
/* Take a device's primary context down: memory, arrays, variables, and the error of a kernel. */
void hw_cuda_reset(int device);

/* Of the current context. */
cudaError_t hw_cuda_set_limit(int limit, size_t value);
cudaError_t hw_cuda_get_limit(int limit, size_t *value);
cudaError_t hw_cuda_set_cache(int preference);
int hw_cuda_get_cache(void);
/* Width of shared memory's banks, in the numbers of cudaSharedMemConfig; chips before 3.0 have but one. */
cudaError_t hw_cuda_set_banks(int config);
int hw_cuda_get_banks(void);
/* From and to the current context. */
cudaError_t hw_cuda_can_access_peer(int *can, int device, int peer);
cudaError_t hw_cuda_enable_peer(struct hw_cuda_context *peer);
cudaError_t hw_cuda_disable_peer(struct hw_cuda_context *peer);

/* --- the profiler's switch (profiler_switch.c), which needs the lock only --- */

cudaError_t hw_cuda_profiler_initialize(const char *counters, const char *output, int format);
cudaError_t hw_cuda_profiler_start(void);
cudaError_t hw_cuda_profiler_stop(void);

/* --- the program's code (registered_fatbin.c) --- */

struct hw_cuda_fatbin;

/* NULL when there is no memory. */
struct hw_cuda_fatbin *hw_cuda_fatbin_add(const void *wrapper);
void hw_cuda_fatbin_remove(struct hw_cuda_fatbin *fatbin);
/* What it holds, by the address that host code knows it by. */
void hw_cuda_add_kernel(struct hw_cuda_fatbin *fatbin, const void *host, const char *name);
void hw_cuda_add_variable(struct hw_cuda_fatbin *fatbin, const void *host, const char *name, size_t bytes,
                          bool constant);
/* A managed variable, whose address goes to `place` when the code is loaded; and load it now where there are
 * such. */
void hw_cuda_add_managed(struct hw_cuda_fatbin *fatbin, void **place, const char *name, size_t bytes);
cudaError_t hw_cuda_begin_managed(const struct hw_cuda_fatbin *fatbin);
void hw_cuda_add_texture(struct hw_cuda_fatbin *fatbin, const struct textureReference *host, const char *name,
                         int read_mode);
void hw_cuda_add_surface(struct hw_cuda_fatbin *fatbin, const struct surfaceReference *host,
                         const char *name);

/* A kernel of the program in the current context, loaded; by its host address or by name. */
cudaError_t hw_cuda_find_kernel(const void *host, struct hw_cuda_kernel **kernel);
/* The host address by which a kernel was found; NULL: it was not. */
void *hw_cuda_kernel_host(const struct hw_cuda_kernel *kernel);
/* Texture and surface references of the program in the current context; NULL: not registered. */
struct hw_cuda_texture *hw_cuda_find_texture(const struct textureReference *host);
struct hw_cuda_surface *hw_cuda_find_surface(const struct surfaceReference *host);
/* The host's structure of the registered texture or surface of that name: an error when there is none, or
 * several. */
cudaError_t hw_cuda_texture_named(const char *name, const struct textureReference **host);
cudaError_t hw_cuda_surface_named(const char *name, const struct surfaceReference **host);

/* A variable, by its host address or by name. */
cudaError_t hw_cuda_symbol_address(const void *symbol, void **address);
cudaError_t hw_cuda_symbol_bytes(const void *symbol, size_t *bytes);
cudaError_t hw_cuda_symbol_write(const void *symbol, const void *data, size_t bytes, size_t offset, int kind,
                                 cudaStream_t stream);
cudaError_t hw_cuda_symbol_read(const void *symbol, void *data, size_t bytes, size_t offset, int kind,
                                cudaStream_t stream);

/* --- modules (loaded_module.c, kernel_image.c) --- */

struct hw_cuda_module;
struct hw_cuda_jit; /* fatbin_select.h */

/* Load code into the current context: a cubin, a fat binary, or text.  cudaErrorInvalidKernelImage: it is
 * none; cudaErrorNoKernelImageForDevice: none for the device; HW_CUDA_ERROR_PTX_ONLY.  The sentence is in
 * `error`, which may not be NULL; `jit` may. */
cudaError_t hw_cuda_module_load(struct hw_cuda_module **module, const void *image, size_t length,
                                struct hw_cuda_jit *jit, struct hw_error *error);
cudaError_t hw_cuda_module_unload(struct hw_cuda_module *module);
bool hw_cuda_module_is_valid(const struct hw_cuda_module *module);
/* By name.  HW_CUDA_ERROR_NOT_FOUND: there is none; cudaErrorNoKernelImageForDevice: its PTX could not be
 * compiled; a kernel is loaded. */
cudaError_t hw_cuda_module_kernel(struct hw_cuda_module *module, const char *name,
                                  struct hw_cuda_kernel **kernel);
cudaError_t hw_cuda_module_variable(struct hw_cuda_module *module, const char *name, void **address,
                                    size_t *bytes);
/* The same of those that are managed alone. */
cudaError_t hw_cuda_module_managed(struct hw_cuda_module *module, const char *name, void **address,
                                   size_t *bytes);
cudaError_t hw_cuda_module_texture(struct hw_cuda_module *module, const char *name,
                                   struct hw_cuda_texture **texture);
cudaError_t hw_cuda_module_surface(struct hw_cuda_module *module, const char *name,
                                   struct hw_cuda_surface **surface);

/* How many kernels it has, and those, loaded, in the file's order. */
size_t hw_cuda_module_kernel_count(const struct hw_cuda_module *module);
cudaError_t hw_cuda_module_kernel_at(struct hw_cuda_module *module, size_t index,
                                     struct hw_cuda_kernel **kernel);

/* --- libraries of code (code_library.c): an image that each context loads as a module when it uses it --- */

struct hw_cuda_library;
struct hw_cuda_library_kernel;

/* Load it where a context is current; else only look into it.  The image is the library's from then on.
 * Errors as hw_cuda_module_load has them. */
cudaError_t hw_cuda_library_load(struct hw_cuda_library **library, struct hw_cuda_image *image,
                                 struct hw_cuda_jit *jit, struct hw_error *error);
cudaError_t hw_cuda_library_unload(struct hw_cuda_library *library);
bool hw_cuda_library_is_valid(const struct hw_cuda_library *library);
/* Its module in the current context. */
cudaError_t hw_cuda_library_module(struct hw_cuda_library *library, struct hw_cuda_module **module);

/* A managed variable of it, in the current context or the first that has loaded it: HW_CUDA_ERROR_NOT_FOUND
 * for none of that name, or where no context has. */
cudaError_t hw_cuda_library_managed(struct hw_cuda_library *library, const char *name, void **address,
                                    size_t *bytes);

/* Its kernels, which belong to no context: by name (HW_CUDA_ERROR_NOT_FOUND), and all of them. */
cudaError_t hw_cuda_library_kernel(struct hw_cuda_library *library, const char *name,
                                   struct hw_cuda_library_kernel **kernel);
size_t hw_cuda_library_kernel_count(const struct hw_cuda_library *library);
struct hw_cuda_library_kernel *hw_cuda_library_kernel_at(struct hw_cuda_library *library, size_t index);
/* The handle, of no context, of a kernel that the program has registered; it is of no library. */
cudaError_t hw_cuda_program_kernel(const void *host, struct hw_cuda_library_kernel **kernel);
bool hw_cuda_library_kernel_is_valid(const struct hw_cuda_library_kernel *kernel);
const char *hw_cuda_library_kernel_name(const struct hw_cuda_library_kernel *kernel);
struct hw_cuda_library *hw_cuda_library_of(const struct hw_cuda_library_kernel *kernel);
/* On a device: in the current context if that is on the device, else in the device's primary one. */
cudaError_t hw_cuda_library_kernel_on(struct hw_cuda_library_kernel *kernel, int device,
                                      struct hw_cuda_kernel **found);
/* What a handle of a kernel means in the current context: the kernel itself, or that of a library.  Any
 * pointer may be given: cudaErrorInvalidResourceHandle for one that is neither. */
cudaError_t hw_cuda_kernel_of(const void *handle, struct hw_cuda_kernel **kernel);

/* --- launches (launch.c, configure.c) --- */

bool hw_cuda_kernel_is_valid(const struct hw_cuda_kernel *kernel);
const char *hw_cuda_kernel_name(const struct hw_cuda_kernel *kernel);
struct hw_cuda_module *hw_cuda_kernel_module(const struct hw_cuda_kernel *kernel);
cudaError_t hw_cuda_kernel_attributes(struct cudaFuncAttributes *attributes,
                                      const struct hw_cuda_kernel *kernel);
/* How many blocks of 1 or more threads of a kernel a multiprocessor holds at once.  The flag is
 * cudaOccupancyDisableCachingOverride. */
#define HW_CUDA_NO_CACHING_OVERRIDE 1u
int hw_cuda_occupancy(const struct hw_cuda_kernel *kernel, int threads, size_t dynamic_bytes, unsigned flags);
/* The most dynamic shared memory with which it still holds so many blocks; cudaErrorInvalidValue: it never
 * does. */
cudaError_t hw_cuda_dynamic_room(const struct hw_cuda_kernel *kernel, int blocks, int threads, size_t *bytes);
/* Bytes of shared memory that a launch may add. */
uint32_t hw_cuda_most_dynamic(const struct hw_cuda_kernel *kernel);
/* The attributes that toolkits since 9 added, and setting one, by CUDA's numbers from 7 on. */
#define HW_CUDA_MOST_DYNAMIC_BYTES 8
#define HW_CUDA_CARVEOUT           9
cudaError_t hw_cuda_kernel_setting(const struct hw_cuda_kernel *kernel, int attribute, int *value);
cudaError_t hw_cuda_kernel_set(struct hw_cuda_kernel *kernel, int attribute, int value);
/* Whether the kernel would rather have cache or shared memory (cudaFuncCachePrefer*): occupancy counts it. */
void hw_cuda_kernel_prefer(struct hw_cuda_kernel *kernel, int preference);
/* Parameter `index`: false when there are no more.  Files of sm_1x before CUDA 3 do not say. */
bool hw_cuda_kernel_parameter(const struct hw_cuda_kernel *kernel, unsigned index, size_t *offset,
                              size_t *bytes);
/* Put arguments, which are given as an address each, where the kernel has its parameters; *end is where the
 * last one ends. */
#define HW_CUDA_PARAMETER_BYTES 4096 /* the most that any device takes */
cudaError_t hw_cuda_kernel_gather(const struct hw_cuda_kernel *kernel, void **arguments,
                                  uint8_t parameters[HW_CUDA_PARAMETER_BYTES], size_t *end);
/* Whether the file says what parameters there are. */
bool hw_cuda_kernel_parameters_known(const struct hw_cuda_kernel *kernel);
/* Room that an interface may use for what it keeps of a kernel: made with malloc, freed with the kernel. */
void **hw_cuda_kernel_notes(struct hw_cuda_kernel *kernel);
/* Run a kernel in its context. */
cudaError_t hw_cuda_kernel_launch(struct hw_cuda_kernel *kernel, dim3 grid, dim3 block, size_t shared_bytes,
                                  cudaStream_t stream, const void *parameters, size_t parameter_bytes);

/* The runtime's: one stack of configurations a host thread. */
cudaError_t hw_cuda_configure(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream);
cudaError_t hw_cuda_argument(const void *argument, size_t bytes, size_t offset);
cudaError_t hw_cuda_launch(const void *host);

/* --- memory (allocation.c, copy.c, array.c) --- */

cudaError_t hw_cuda_alloc(void **address, size_t bytes);
cudaError_t hw_cuda_free(void *address);
/* Bytes that are allocated from an address on. */
size_t hw_cuda_bytes_from(const void *address);
/* Where device memory is in the host; NULL where the bytes are not there. */
void *hw_cuda_device_memory(const void *address, size_t bytes);
/* The allocation that holds an address: cudaErrorInvalidDevicePointer for none. */
cudaError_t hw_cuda_address_range(const void *address, void **first, size_t *bytes);
/* Fill `width` elements of 1, 2 or 4 bytes in each row with the low bytes of `value`; pitch counts bytes.
 * stream_work.h has fills of streams. */
cudaError_t hw_cuda_fill_elements(void *address, size_t pitch, uint32_t value, size_t element, size_t width,
                                  size_t height);

/* Page-locked memory of the host (page_locked.c).  All of it lies in device memory, too, so that kernels can
 * use it. Flags are kept and given back. */
cudaError_t hw_cuda_host_alloc(void **pointer, size_t bytes, unsigned flags);
cudaError_t hw_cuda_host_free(void *pointer);
/* Anywhere in it, for these. */
cudaError_t hw_cuda_host_device_pointer(void *pointer, void **address);
cudaError_t hw_cuda_host_flags(void *pointer, unsigned *flags);
/* Memory of the program's own, whose pages become shared with device memory until it is unregistered. */
cudaError_t hw_cuda_host_register(void *pointer, size_t bytes, unsigned flags);
cudaError_t hw_cuda_host_unregister(void *pointer);

/* What is known of an address: cudaErrorInvalidValue when it is neither the device's nor page-locked. */
struct hw_cuda_pointer {
    bool device; /* device memory; else the host's */
    bool managed;
    int ordinal;
    struct hw_cuda_context *context;
    void *device_pointer, *host_pointer; /* where it is for either; NULL: not */
    struct CUmemPoolHandle_st *pool;     /* that it was allocated from; NULL: none */
};
cudaError_t hw_cuda_pointer(const void *address, struct hw_cuda_pointer *about);

/* One end of a copy: memory of the host or device, or an array. */
struct hw_cuda_end {
    const void *memory; /* NULL: `array` */
    size_t pitch, rows; /* of memory: bytes from row to row, rows from slice to slice */
    const struct cudaArray *array;
    size_t x, y, z; /* where the box begins: bytes, rows, slices */
    bool device;    /* the memory is the device's */
};

/* Whether memory at both ends is the device's, by the kind of a copy; cudaMemcpyDefault asks the
 * addresses. */
cudaError_t hw_cuda_set_kind(struct hw_cuda_end *to, struct hw_cuda_end *from, int kind);
/* Copy a box of `width` bytes by rows by slices, in order of a stream. */
cudaError_t hw_cuda_copy(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                         size_t height, size_t depth, cudaStream_t stream);
/* For work of hw_cuda_copy_line (stream_work.h): a piece of a copy; and one of so many bytes between these
 * ends is complete. */
cudaError_t hw_cuda_copy_piece(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                               size_t height, size_t depth);
void hw_cuda_copied(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t bytes);

/* Bytes of a texel. */
static inline size_t hw_cuda_texel_bytes(const struct cudaChannelFormatDesc *format)
{
    return (size_t)(format->x + format->y + format->z + format->w) / 8;
}

cudaError_t hw_cuda_array_create(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                                 struct cudaExtent extent, unsigned flags);
cudaError_t hw_cuda_array_destroy(struct cudaArray *array);
bool hw_cuda_array_is_valid(const struct cudaArray *array);
const struct cudaChannelFormatDesc *hw_cuda_array_format(const struct cudaArray *array);
struct cudaExtent hw_cuda_array_extent(const struct cudaArray *array); /* as it was asked for */
unsigned hw_cuda_array_flags(const struct cudaArray *array);
/* Bytes of a texel and of a row, and the texels, which lie in the host's memory. */
size_t hw_cuda_array_texel(const struct cudaArray *array);
size_t hw_cuda_array_pitch(const struct cudaArray *array);
void *hw_cuda_array_data(const struct cudaArray *array, size_t *bytes);

/* --- textures and surfaces by reference (texture_reference.c, surface_reference.c) --- */

/* How a texture is sampled, in the numbers of struct textureReference. */
struct hw_cuda_sampling {
    struct cudaChannelFormatDesc format;
    int filter, address[3];
    bool normalized;      /* the coordinates */
    bool normalized_read; /* integers are read as 0.0 .. 1.0 or -1.0 .. 1.0 */
    bool srgb, seamless;
    float border[4]; /* for integers the same bits */
    /* Only kept: neighbours are not sampled for more than linear filtering, and levels as exactly as can be.
     */
    unsigned anisotropy;
    bool exact_levels;
    /* Of a mipmapped array: whether levels are blended, and which are read. */
    int level_filter;
    float level_bias, min_level, max_level;
};
/* What a texture is bound to: an array, or memory of `width` texels in `height` rows, 0 for one dimension. */
struct hw_cuda_binding {
    const struct cudaArray *array;
    const struct cudaMipmappedArray *mipmap; /* whose first level the array is; NULL: of none */
    const void *memory;
    size_t width, height, pitch;
};

/* A reference that belongs to no module; NULL: no memory.  Destroy only such. */
struct hw_cuda_texture *hw_cuda_texture_create(void);
cudaError_t hw_cuda_texture_destroy(struct hw_cuda_texture *texture);
bool hw_cuda_texture_is_valid(const struct hw_cuda_texture *texture);
/* To be read and written at any time; it counts at the next bind or launch. */
struct hw_cuda_sampling *hw_cuda_texture_sampling(struct hw_cuda_texture *texture);
/* What it is bound to; neither array nor memory: nothing. */
const struct hw_cuda_binding *hw_cuda_texture_binding(const struct hw_cuda_texture *texture);
/* Memory at an address that is not aligned begins before it, `offset` bytes, which lookups have to add; NULL:
 * refused. */
cudaError_t hw_cuda_texture_bind(struct hw_cuda_texture *texture, const struct hw_cuda_binding *binding,
                                 size_t *offset);
void hw_cuda_texture_unbind(struct hw_cuda_texture *texture);
/* Bytes in front of what it was bound to: the offset that bind gave. */
size_t hw_cuda_texture_offset(const struct hw_cuda_texture *texture);

bool hw_cuda_surface_is_valid(const struct hw_cuda_surface *surface);
/* The array must have been made with cudaArraySurfaceLoadStore. */
cudaError_t hw_cuda_surface_bind(struct hw_cuda_surface *surface, const struct cudaArray *array);
const struct cudaArray *hw_cuda_surface_array(const struct hw_cuda_surface *surface); /* NULL: none */

/* The runtime's, by the host's structure.  Its format is read when it is bound, the rest at every launch. */
cudaError_t hw_cuda_bind_array(const struct textureReference *host, const struct cudaArray *array,
                               const struct cudaChannelFormatDesc *format);
cudaError_t hw_cuda_bind_mipmap(const struct textureReference *host, const struct cudaMipmappedArray *mipmap,
                                const struct cudaChannelFormatDesc *format);
cudaError_t hw_cuda_bind_memory(const struct textureReference *host,
                                const struct cudaChannelFormatDesc *format, const void *memory, size_t width,
                                size_t height, size_t pitch, size_t *offset);
cudaError_t hw_cuda_unbind(const struct textureReference *host);
cudaError_t hw_cuda_bind_surface(const struct surfaceReference *host, const struct cudaArray *array);

/* --- streams and events (stream.c, stream_event.c); both belong to the context that they were made in --- */

/* `alone`: it neither waits for the default stream nor is waited for, which only the clock can see. */
cudaError_t hw_cuda_stream_create(cudaStream_t *stream, bool alone);
cudaError_t hw_cuda_stream_destroy(cudaStream_t stream);
/* The default streams always are some: 0 and 1 (cudaStreamLegacy), which are one, and 2
 * (cudaStreamPerThread), of which each host thread has its own. */
cudaError_t hw_cuda_stream_check(cudaStream_t stream);
/* Wait for the work of the stream, of an event, of the current context; or cudaErrorNotReady in place of
 * waiting.  Other threads may have the lock meanwhile. */
cudaError_t hw_cuda_stream_wait(cudaStream_t stream);
cudaError_t hw_cuda_stream_query(cudaStream_t stream);
cudaError_t hw_cuda_event_wait(cudaEvent_t event);
cudaError_t hw_cuda_event_query(cudaEvent_t event);
cudaError_t hw_cuda_device_wait(void);
/* Let a stream wait for an event; `external`, as below: as a node of its own where the stream is captured. */
cudaError_t hw_cuda_stream_wait_event(cudaStream_t stream, cudaEvent_t event, bool external);
cudaError_t hw_cuda_event_create(cudaEvent_t *event, unsigned flags);
cudaError_t hw_cuda_event_destroy(cudaEvent_t event);
cudaError_t hw_cuda_event_check(cudaEvent_t event);
cudaError_t hw_cuda_event_record(cudaEvent_t event, cudaStream_t stream, bool external);
cudaError_t hw_cuda_event_elapsed(float *milliseconds, cudaEvent_t from, cudaEvent_t to);
/* A handle, in 64 bytes of the program, of an event for other processes; and the event of such a handle. */
cudaError_t hw_cuda_event_share(void *handle, cudaEvent_t event);
cudaError_t hw_cuda_event_open(cudaEvent_t *event, const void *handle);

/* --- work of streams (stream_work.c) --- */

/* A piece of work of a stream that no call above does, such as a product of cuBLAS.  It runs with the lock
 * held and the stream's context current, and may write into `data`. */
typedef cudaError_t hw_cuda_work_fn(void *data);
/* Do it in order of the stream, which is known.  `data` is the caller's own, unless the work has to be kept
 * for later: then the work gets a copy of `bytes` of it, so it may not point to what the caller's return ends
 * (numbers that the host gives by pointer belong into it).  What the work returns is returned, or if it was
 * kept cudaSuccess. */
cudaError_t hw_cuda_work(cudaStream_t stream, hw_cuda_work_fn *work, void *data, size_t bytes);

#pragma GCC visibility pop
#endif
