/* SPDX-License-Identifier: MIT */
/* These functions show the contents of files: as a table (info_table.c) or as JSON (info_json.c). */
#ifndef HW_CLI_INFO_H
#define HW_CLI_INFO_H

#include <halfwarp/archive.h>
#include <halfwarp/module.h>

struct json_object;

/* How many instructions the code holds: -1 where the target is not one that can be decoded. */
long hw_info_instructions(const char *target_name, const struct hw_kernel *kernel);

/* A thread's local memory: -1 if calls are recursive, so that no compiler can compute it. */
int64_t hw_info_local_bytes(const struct hw_kernel *kernel);

/* A module under a heading, `label` being its file or its entry; of it only the kernel of this symbol, where
 * it is not NULL. */
void hw_info_table(const char *label, const struct hw_module *module, const char *kernel);
/* The beginning of a line of what a kernel's launch has to be; false, and no output, where the file demands
 * nothing.  The same in JSON. */
bool hw_info_launch(const struct hw_kernel *kernel);
void hw_info_launch_json(struct json_object *json, const struct hw_kernel *kernel);
/* One line about an entry of an archive; its module follows where it has one. */
void hw_info_entry(size_t index, const struct hw_entry *entry);

/* Fill an object with what a module holds, and one with what an entry says of itself. */
void hw_info_json(struct json_object *json, const struct hw_module *module, const char *kernel);
void hw_info_entry_json(struct json_object *json, size_t index, const struct hw_entry *entry);

/* What each function needs, as cuobjdump -res-usage prints it; of them only `kernel`, where it is not NULL.
 */
void hw_info_usage(const struct hw_module *module, const char *kernel);
void hw_info_usage_json(struct json_object *json, const struct hw_module *module, const char *kernel);

#endif
