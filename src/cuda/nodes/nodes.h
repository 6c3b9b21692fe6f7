/* SPDX-License-Identifier: MIT */
/* The functions of the C library by which programs look for a file: declared once more, so that they are
 * exported; and those that the headers do not declare. */
#ifndef HW_CUDA_NODES_NODES_H
#define HW_CUDA_NODES_NODES_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#pragma GCC visibility push(default)
int access(const char *path, int mode);
int faccessat(int folder, const char *path, int mode, int flags);
int stat(const char *path, struct stat *about);
int stat64(const char *path, struct stat64 *about);
int lstat(const char *path, struct stat *about);
int lstat64(const char *path, struct stat64 *about);
int fstatat(int folder, const char *path, struct stat *about, int flags);
int fstatat64(int folder, const char *path, struct stat64 *about, int flags);
int statx(int folder, const char *path, int flags, unsigned mask, struct statx *about);
int open(const char *path, int flags, ...);
int open64(const char *path, int flags, ...);
int openat(int folder, const char *path, int flags, ...);
int openat64(int folder, const char *path, int flags, ...);
int creat(const char *path, mode_t mode);
int creat64(const char *path, mode_t mode);
FILE *fopen(const char *path, const char *mode);
FILE *fopen64(const char *path, const char *mode);
FILE *freopen(const char *path, const char *mode, FILE *file);
FILE *freopen64(const char *path, const char *mode, FILE *file);
int euidaccess(const char *path, int mode);
int eaccess(const char *path, int mode);
ssize_t readlink(const char *path, char *text, size_t bytes);
ssize_t readlinkat(int folder, const char *path, char *text, size_t bytes);
char *realpath(const char *path, char *place);
char *canonicalize_file_name(const char *path);
ssize_t getxattr(const char *path, const char *name, void *value, size_t bytes);
ssize_t lgetxattr(const char *path, const char *name, void *value, size_t bytes);

/* Of programs that were built with _FORTIFY_SOURCE. */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int folder, const char *path, int flags);
int __openat64_2(int folder, const char *path, int flags);
char *__realpath_chk(const char *path, char *place, size_t bytes);

/* Of programs that were built before glibc 2.33; there is one version of the structure on x86-64. */
int __xstat(int version, const char *path, struct stat *about);
int __xstat64(int version, const char *path, struct stat64 *about);
int __lxstat(int version, const char *path, struct stat *about);
int __lxstat64(int version, const char *path, struct stat64 *about);
int __fxstatat(int version, int folder, const char *path, struct stat *about, int flags);
int __fxstatat64(int version, int folder, const char *path, struct stat64 *about, int flags);
#pragma GCC visibility pop

#endif
