/* SPDX-License-Identifier: MIT */
/* beside NAME: run one of the programs of beside.h; without a name: their names; --ptx: the kernels. */
#include "beside.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    bool (*run)(void);
} programs[] = {
    {"two_streams", two_streams},
    {"mailbox_mapped", mailbox_mapped},
    {"mailbox_managed", mailbox_managed},
    {"queue_of_host", queue_of_host},
    {"two_streams_ring", two_streams_ring},
    {"two_devices_ring", two_devices_ring},
    {"four_devices", four_devices},
    {"ticket_lock", ticket_lock},
    {"values_of_streams", values_of_streams},
    {"graph_branches", graph_branches},
    {"host_function", host_function},
    {"flag_by_copy", flag_by_copy},
    {"two_threads", two_threads},
    {"flag_by_copy_now", flag_by_copy_now},
    {"flag_by_fill", flag_by_fill},
    {"many_waiters", many_waiters},
    {"objects_while_waiting", objects_while_waiting},
    {"exit_while_waiting", exit_while_waiting},
    {"end_at_once_while_waiting", end_at_once_while_waiting},
    {"fork_while_waiting", fork_while_waiting},
    {"two_processes", two_processes},
    {"counting_waiter", counting_waiter},
    {"exit_while_counting", exit_while_counting},
};

static int run(bool (*program)(void))
{
    kernels_register();
    const bool right = program();
    if (right)
        puts("right");
    kernels_unregister();
    return !right;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--ptx") == 0)
        return fputs(kernels_ptx, stdout) == EOF;
    setenv("HALFWARP_CHIP", "gp104,gp104,gp104,gp104", 0);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        if (argc == 1)
            puts(programs[i].name);
        else if (strcmp(argv[1], programs[i].name) == 0)
            return run(programs[i].run);
    }
    return argc > 1 && (strcmp(argv[1], "costs") != 0 || run(costs));
}
