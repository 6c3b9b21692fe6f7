/* SPDX-License-Identifier: MIT */
/* Processes that begin, end and share memory while kernels run. */
#include "beside.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The program ends with a kernel that waits for ever. */
bool exit_while_waiting(void)
{
    volatile uint32_t *box = mapped_box();

    start(KERNEL_AWAIT, 1, 1, new_stream(), (const void *)box, (const void *)(box + 1),
          (const void *)(box + 2), 1);
    puts("right");
    exit(0);
}

/* The same, as some programs end. */
bool end_at_once_while_waiting(void)
{
    volatile uint32_t *box = mapped_box();

    start(KERNEL_AWAIT, 1, 1, new_stream(), (const void *)box, (const void *)(box + 1),
          (const void *)(box + 2), 1);
    usleep(10000);
    puts("right");
    fflush(stdout);
    _exit(0);
}

/* A process that begins meanwhile, and uses no device, ends; the kernel goes on. */
bool fork_while_waiting(void)
{
    uint32_t *box = device_box();
    const cudaStream_t first = new_stream();
    int status = -1;

    start(KERNEL_AWAIT, 1, 1, first, box, box + 1, box + 2, 1);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
        _exit(7);
    MUST(waitpid(child, &status, 0) != child);
    start(KERNEL_STORE, 1, 1, new_stream(), box, NULL, NULL, 1);
    MUST(cudaStreamSynchronize(first));
    return is_right((uint32_t)WEXITSTATUS(status), 7, "the child's status") &&
           is_right(device_word(box + 2), 1, "what the kernel stored");
}

/* --- two processes, each with a kernel that meets the other's in the first one's memory --- */

#define ROUNDS 20u

static int other_process(int from)
{
    cudaIpcMemHandle_t handle;
    uint32_t *box;

    MUST(prctl(PR_SET_PDEATHSIG, SIGKILL)); /* it may wait for what the first process never does */
    MUST(read(from, &handle, sizeof handle) != sizeof handle);
    MUST(cudaIpcOpenMemHandle((void **)&box, handle, 1));
    start(KERNEL_MEET, 1, 1, new_stream(), box + 1, box, NULL, ROUNDS);
    MUST(cudaDeviceSynchronize());
    return 0;
}

bool two_processes(void)
{
    int pipes[2], status = -1;
    cudaIpcMemHandle_t handle;

    MUST(pipe(pipes));
    const pid_t child = fork(); /* before either uses a device */
    if (child == 0)
        _exit(other_process(pipes[0]));
    uint32_t *box = device_box();
    MUST(cudaIpcGetMemHandle(&handle, box));
    start(KERNEL_MEET, 1, 1, new_stream(), box, box + 1, NULL, ROUNDS);
    MUST(write(pipes[1], &handle, sizeof handle) != sizeof handle);
    MUST(cudaDeviceSynchronize());
    MUST(waitpid(child, &status, 0) != child);
    return is_right((uint32_t)status, 0, "the other process's status") &&
           is_right(device_word(box + 1), ROUNDS, "the other process's count");
}
