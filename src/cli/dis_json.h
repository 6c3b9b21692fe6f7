/* SPDX-License-Identifier: MIT */
/* This writer prints a module's code as JSON, for `dis --json`. */
#ifndef HW_CLI_DIS_JSON_H
#define HW_CLI_DIS_JSON_H

#include <halfwarp/listing.h>

/* {"target", "kernels": [{"name", "registers", "shared", "local", "barriers", "instructions": [{"address",
 * "encoding", "bytes", "text", "form"}]}]}.  *text is made with malloc for the caller to free. */
hw_status hw_dis_json(const struct hw_module *module, const struct hw_listing_options *options, char **text,
                      size_t *length, struct hw_error *error);

#endif
