/* SPDX-License-Identifier: MIT */
/* The checks of one family of kernels each, and what they share. */
#ifndef MGPU_CHECK_H
#define MGPU_CHECK_H

#include <cuda.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where mgpu's clone is, and where the runner has put the rest. */
extern const char *checkout, *out;

/* "DIRECTORY/NAME", valid until the next call. */
const char *path_in(const char *directory, const char *name);

/* A number below `limit`; all numbers for 0. */
uint32_t next_random(uint32_t limit);

/* `count` random words below `limit`, to be freed. */
uint32_t *random_words(size_t count, uint32_t limit);

/* Memory of the device, with `bytes` at `data` unless that is NULL.  Behind it is room for the rest of a
 * tile, which some kernels read whole whatever the length. */
CUdeviceptr upload(const void *data, size_t bytes);
void download(void *to, CUdeviceptr from, size_t bytes);

/* One case more, right or wrong: where it is wrong the sentence says which. */
void verdict(bool right, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Launch a kernel of `module` with parameters of one word each, which is what a pointer is in 32-bit code. */
bool launch_words(CUmodule module, const char *kernel, unsigned blocks, unsigned threads, unsigned count,
                  const uint32_t *words);

void check_bwt(void);
void check_scan(void);
void check_sort(void);
void check_search(void);
void check_sparse(void);
void check_select(void);
void check_small(void);

#endif
