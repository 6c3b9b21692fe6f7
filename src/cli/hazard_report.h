/* SPDX-License-Identifier: MIT */
/* A hazard report shows hazards, and pairs that issue apart, as text or JSON: cubin by cubin, kernel by
 * kernel. */
#ifndef HW_CLI_HAZARD_REPORT_H
#define HW_CLI_HAZARD_REPORT_H

#include <halfwarp/archive.h>
#include <halfwarp/module.h>
#include <halfwarp/sched.h>

#include <stdio.h>

struct json_object;

struct hw_hazard_report {
    FILE *out;
    struct json_object *json;    /* the whole; NULL for text */
    struct json_object *entries; /* JSON of several cubins; NULL: the whole is that of the only one */
    unsigned cubins, hazards, pairs;
    struct { /* the cubin at hand */
        struct hw_target target;
        struct json_object *json, *kernels;
        unsigned hazards, pairs;
        bool has_many; /* kernels, so that their names are printed */
    } cubin;
    struct { /* its kernel */
        const struct hw_kernel *kernel;
        struct json_object *hazards, *pairs; /* lists */
        bool is_named;
    } at;
};

/* `several`: cubins have headings, and an object each. */
void hw_hazard_report_begin(struct hw_hazard_report *report, FILE *out, bool json, bool several);
void hw_hazard_report_cubin(struct hw_hazard_report *report, const struct hw_module *module,
                            const struct hw_target *target, size_t index, const struct hw_entry *entry);
void hw_hazard_report_kernel(struct hw_hazard_report *report, const struct hw_kernel *kernel);
void hw_hazard_report_hazard(struct hw_hazard_report *report, const struct hw_hazard *hazard);
/* A pair that the bits state and that the chip issues one behind the other: slow, and no hazard. */
void hw_hazard_report_pair(struct hw_hazard_report *report, const char *reason, uint32_t first,
                           uint32_t second);
/* `complete`: nothing is left that could not be checked. */
void hw_hazard_report_cubin_end(struct hw_hazard_report *report, bool complete);
/* Write what there is and free it. */
void hw_hazard_report_end(struct hw_hazard_report *report, bool complete);
/* Free it unwritten. */
void hw_hazard_report_drop(struct hw_hazard_report *report);

#endif
