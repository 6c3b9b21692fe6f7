/* SPDX-License-Identifier: MIT */
/* A log of a program's calls and launches, written on request.
 *
 * HALFWARP_LOG has words with commas between them: `launches` (or 1) for a line a launch, `calls` for a line
 * a call of the interface as well, `errors` for a line a call that fails, `ptx` for a line a text of PTX,
 * `json` for a JSON object a line instead of text.  HALFWARP_SUMMARY=1 (or json) asks for sums when the
 * program ends.  HALFWARP_LOG_FILE names a file that all of this is appended to; without it, it goes to
 * standard error.  The environment is read once, at the first call.
 *
 * A line is written at once and whole, so host threads do not mix theirs.  A kernel's fault is
 * not part of the log: launch.c reports it on standard error in any case.
 *
 * log.c reads the environment and writes lines and calls, log_launch.c launches, log_chip.c the choice of a
 * chip, summary.c the sums. */
#ifndef HW_CUDA_CORE_LOG_LOG_H
#define HW_CUDA_CORE_LOG_LOG_H

#include "cuda/core/cuda_core.h"

#include <halfwarp/machine.h>
#include <halfwarp/module.h>

/* A launch that has run, or was replayed. */
struct hw_cuda_ran {
    const struct hw_kernel *kernel;
    const struct hw_launch *launch;
    const struct hw_launch_result *result;
    double seconds;
    bool replayed;
    cudaError_t error; /* what it returned, or left to be returned */
};
void hw_cuda_log_launch(const struct hw_cuda_ran *ran);

/* A text of PTX has been compiled, or its code was found in the cache. */
void hw_cuda_log_ptx(const char *target, size_t bytes, double seconds, bool found);

/* A chip that nobody has named, and the code that it was chosen for. */
struct hw_code_count;
void hw_cuda_log_chip(const char *name, const struct hw_code_count *count);

/* Whether the log has the reasons of calls that fail (reason.h). */
bool hw_cuda_log_reasons(void);

/* Whether copies are summed up, so that they need to be timed; and add one to the sums. */
bool hw_cuda_log_sums(void);
void hw_cuda_log_copy(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t bytes,
                      double seconds);

/* --- among the files of the log --- */

enum hw_cuda_log_form { HW_CUDA_LOG_NONE = 0, HW_CUDA_LOG_TEXT, HW_CUDA_LOG_JSON };
/* The forms that are asked for. */
enum hw_cuda_log_form hw_cuda_log_launches(void);
enum hw_cuda_log_form hw_cuda_log_summary(void);

/* The form of the log, whatever it is to have besides sums. */
enum hw_cuda_log_form hw_cuda_log_any(void);

/* Write lines of text. */
void hw_cuda_log_write(const char *text, size_t bytes);

/* An object, of which the first value says what it is about; values; writing it as a line.  What the host has
 * no memory for is left out. */
struct json_object;
struct json_object *hw_cuda_log_begin(const char *event);
void hw_cuda_log_text(struct json_object *object, const char *key, const char *text);
void hw_cuda_log_number(struct json_object *object, const char *key, uint64_t number);
void hw_cuda_log_bool(struct json_object *object, const char *key, bool truth);
void hw_cuda_log_list(struct json_object *object, const char *key, struct json_object *list);
void hw_cuda_log_seconds(struct json_object *object, double seconds);
void hw_cuda_log_error(struct json_object *object, int error, const char *name);
void hw_cuda_log_end(struct json_object *object);

void hw_cuda_summary_launch(const struct hw_cuda_ran *ran);

#endif
