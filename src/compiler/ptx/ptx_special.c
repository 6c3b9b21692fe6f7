/* SPDX-License-Identifier: MIT */
/* Names the special registers. */
#include "compiler/ptx/ptx_names.h"

#include <stdio.h>
#include <string.h>

static const char *const specials[] = {"%tid",
                                       "%ntid",
                                       "%laneid",
                                       "%warpid",
                                       "%nwarpid",
                                       "%ctaid",
                                       "%nctaid",
                                       "%smid",
                                       "%nsmid",
                                       "%gridid",
                                       "%is_explicit_cluster",
                                       "%clusterid",
                                       "%nclusterid",
                                       "%cluster_ctaid",
                                       "%cluster_nctaid",
                                       "%cluster_ctarank",
                                       "%cluster_nctarank",
                                       "%lanemask_eq",
                                       "%lanemask_le",
                                       "%lanemask_lt",
                                       "%lanemask_ge",
                                       "%lanemask_gt",
                                       "%clock",
                                       "%clock_hi",
                                       "%clock64",
                                       "%globaltimer",
                                       "%globaltimer_lo",
                                       "%globaltimer_hi",
                                       "%reserved_smem_offset_begin",
                                       "%reserved_smem_offset_end",
                                       "%reserved_smem_offset_cap",
                                       "%total_smem_size",
                                       "%aggr_smem_size",
                                       "%dynamic_smem_size",
                                       "%current_graph_exec"};

/* With a number after the name. */
static const struct {
    const char *name;
    unsigned count;
    const char *suffix;
} numbered[] = {{"%pm", 8, ""}, {"%pm", 8, "_64"}, {"%envreg", 32, ""}, {"%reserved_smem_offset_", 2, ""}};

static void add_name(struct hw_ptx_names *names, const char *name)
{
    hw_ptx_word(names, name, strlen(name), true)->is_special = true;
}

void hw_ptx_add_specials(struct hw_ptx_names *names)
{
    char name[40];

    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        add_name(names, specials[i]);
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++)
        for (unsigned number = 0; number < numbered[i].count; number++) {
            snprintf(name, sizeof name, "%s%u%s", numbered[i].name, number, numbered[i].suffix);
            add_name(names, name);
        }
}
