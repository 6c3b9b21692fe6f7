/* SPDX-License-Identifier: MIT */
/* Captured work does what uncaptured work does: random scripts of fills, copies, kernels, calls of cuBLAS and
 * functions of the program in streams that fork and join.  Each script runs twice as it is, and as a graph
 * that is launched twice; memory must be the same afterwards.  Scripts have no races: a step that needs what
 * another stream does waits for an event, and for nothing else. */
#include "cuda/cublas/cublas.h"
#include "cuda/runtime/runtime.h"
#include "cuda_graphs.h"

#include <pthread.h>
#include <time.h>

enum {
    STREAMS = 3,
    REGIONS = 6,
    PLACES = 2 * REGIONS /* of the device, then of the host */,
    STEPS = 40,
    SEEDS = 12
};

enum step_kind { FILL, FILL_ROWS, DEVICE_COPY, UP, DOWN, KERNEL, AXPY, FUNCTION, STEP_KINDS };

struct step {
    enum step_kind kind;
    int stream;
    unsigned to, from; /* regions */
    unsigned value;
    uint32_t reads, writes; /* places */
};

/* What plays scripts: a thread's own streams and memory. */
struct player {
    cudaStream_t streams[STREAMS];
    cudaEvent_t events[STREAMS];
    cublasHandle_t blas;  /* NULL: the host has none */
    float *device, *host; /* COUNT floats a region */
    int errors;
    /* How many steps each stream has, and how many of which others it has waited for. */
    unsigned done[STREAMS], knows[STREAMS][STREAMS];
    unsigned written[PLACES], writer[PLACES], read[PLACES][STREAMS];
    bool joined[STREAMS];
    uint32_t seed;
};

static void check(struct player *player, bool right)
{
    player->errors += !right;
}

static unsigned below(struct player *player, unsigned limit)
{
    player->seed = player->seed * 1664525u + 1013904223u;
    return (player->seed >> 10) % limit;
}

/* --- scripts --- */

static uint32_t host_place(unsigned region)
{
    return UINT32_C(1) << (REGIONS + region);
}

static uint32_t device_place(unsigned region)
{
    return UINT32_C(1) << region;
}

static struct step make_step(struct player *player)
{
    struct step step = {.kind = (enum step_kind)below(player, STEP_KINDS),
                        .stream = (int)below(player, STREAMS),
                        .to = below(player, REGIONS),
                        .value = below(player, 3)};

    step.from = (step.to + 1 + below(player, REGIONS - 2)) % REGIONS; /* another one */
    if (step.kind == KERNEL) {                                        /* reads two in a row */
        step.from = step.to < 2 ? REGIONS - 2 : 0;
        step.reads = device_place(step.from) | device_place(step.from + 1);
    }
    if (step.kind == DEVICE_COPY || step.kind == DOWN || step.kind == AXPY)
        step.reads = device_place(step.from);
    if (step.kind == UP)
        step.reads = host_place(step.from);
    step.writes = step.kind == DOWN || step.kind == FUNCTION ? host_place(step.to) : device_place(step.to);
    return step;
}

static void function(void *region)
{
    float *values = region;

    for (unsigned i = 0; i < COUNT; i++)
        values[i] = values[i] * 0.5f + (float)i;
}

static void act(struct player *player, const struct step *step)
{
    static const float half = 0.5f;
    float *to = player->device + step->to * COUNT, *from = player->device + step->from * COUNT;
    float *host_to = player->host + step->to * COUNT, *host_from = player->host + step->from * COUNT;
    const cudaStream_t stream = player->streams[step->stream];
    uint32_t count = COUNT - step->value;
    void *arguments[] = {&from, &to, &count};
    cudaError_t error = cudaSuccess;

    switch (step->kind) {
    case FILL: error = cudaMemsetAsync(to + step->value, (int)step->value, BYTES / 2, stream); break;
    case FILL_ROWS: error = cudaMemset2DAsync(to, 32, 0x40, 8 + step->value, 4, stream); break;
    case UP: error = cudaMemcpyAsync(to, host_from, BYTES, H2D, stream); break;
    case DOWN: error = cudaMemcpyAsync(host_to, from, BYTES, D2H, stream); break;
    case KERNEL:
        error = cudaLaunchKernel(&saxpy_stub, (dim3){2, 1, 1}, (dim3){COUNT / 2, 1, 1}, arguments, 0, stream);
        break;
    case FUNCTION: error = cudaLaunchHostFunc(stream, function, host_to); break;
    case AXPY:
        if (player->blas) {
            check(player, cublasSetStream_v2(player->blas, stream) == CUBLAS_STATUS_SUCCESS);
            check(player,
                  cublasSaxpy_v2(player->blas, COUNT, &half, from, 1, to, 1) == CUBLAS_STATUS_SUCCESS);
            break;
        }
        __attribute__((fallthrough));
    default: error = cudaMemcpyAsync(to, from, BYTES, D2D, stream); break;
    }
    check(player, error == cudaSuccess);
}

/* --- playing --- */

static void wait_for(struct player *player, int stream, int other)
{
    check(player, cudaEventRecord(player->events[other], player->streams[other]) == cudaSuccess);
    check(player, cudaStreamWaitEvent(player->streams[stream], player->events[other], 0) == cudaSuccess);
    for (int i = 0; i < STREAMS; i++)
        if (player->knows[stream][i] < player->knows[other][i])
            player->knows[stream][i] = player->knows[other][i];
    player->knows[stream][other] = player->done[other];
    player->joined[stream] = true;
}

static void wait_for_place(struct player *player, const struct step *step, int place)
{
    const int own = step->stream, writer = (int)player->writer[place];

    if (writer != own && player->written[place] > player->knows[own][writer])
        wait_for(player, own, writer);
    for (int i = 0; step->writes >> place & 1 && i < STREAMS; i++)
        if (i != own && player->read[place][i] > player->knows[own][i])
            wait_for(player, own, i);
}

static void note(struct player *player, const struct step *step)
{
    const unsigned now = ++player->done[step->stream];

    for (int place = 0; place < PLACES; place++) {
        if (step->reads >> place & 1)
            player->read[place][step->stream] = now;
        if (step->writes >> place & 1) {
            player->written[place] = now;
            player->writer[place] = (unsigned)step->stream;
        }
    }
}

static void play(struct player *player, uint32_t seed)
{
    memset(player->done, 0, sizeof player->done);
    memset(player->knows, 0, sizeof player->knows);
    memset(player->written, 0, sizeof player->written);
    memset(player->writer, 0, sizeof player->writer);
    memset(player->read, 0, sizeof player->read);
    memset(player->joined, 0, sizeof player->joined);
    player->seed = seed;
    player->joined[0] = true;
    for (int i = 0; i < STEPS; i++) {
        const struct step step = make_step(player);
        if (!player->joined[step.stream])
            wait_for(player, step.stream, 0);
        for (int place = 0; place < PLACES; place++)
            if ((step.reads | step.writes) >> place & 1)
                wait_for_place(player, &step, place);
        act(player, &step);
        note(player, &step);
    }
    for (int stream = 1; stream < STREAMS; stream++)
        if (player->joined[stream])
            wait_for(player, 0, stream);
}

#define MEMORY_BYTES (REGIONS * BYTES)

struct memory {
    uint8_t device[MEMORY_BYTES], host[MEMORY_BYTES];
};

static void reset(struct player *player, uint32_t seed)
{
    float values[REGIONS * COUNT];

    player->seed = seed;
    for (unsigned i = 0; i < REGIONS * COUNT; i++)
        player->host[i] = values[i] = (float)below(player, 1000) * 0.125f;
    check(player, cudaMemcpy(player->device, values, sizeof values, H2D) == cudaSuccess);
}

static void look(struct player *player, struct memory *memory)
{
    check(player, cudaStreamSynchronize(player->streams[0]) == cudaSuccess);
    check(player, cudaMemcpy(memory->device, player->device, MEMORY_BYTES, D2H) == cudaSuccess);
    memcpy(memory->host, player->host, MEMORY_BYTES);
}

static hw_exec capture(struct player *player, uint32_t seed)
{
    hw_graph graph = NULL;
    hw_exec exec = NULL;

    check(player, cudaStreamBeginCapture(player->streams[0], HW_CAPTURE_THREAD) == cudaSuccess);
    play(player, seed);
    check(player, cudaStreamEndCapture(player->streams[0], &graph) == cudaSuccess);
    check(player, cudaGraphInstantiateWithFlags(&exec, graph, 0) == cudaSuccess);
    check(player, cudaGraphDestroy(graph) == cudaSuccess);
    return exec;
}

static void nap(void *nothing)
{
    const struct timespec little = {.tv_nsec = 100000};

    (void)nothing;
    nanosleep(&little, NULL);
}

/* As a graph; where the stream waits for a function first, all of it is kept. */
static void launch_twice(struct player *player, hw_exec exec, bool kept)
{
    for (int i = 0; i < 2; i++) {
        if (kept)
            check(player, cudaLaunchHostFunc(player->streams[0], nap, NULL) == cudaSuccess);
        check(player, cudaGraphLaunch(exec, player->streams[0]) == cudaSuccess);
    }
}

static void compare(struct player *player, uint32_t seed)
{
    struct memory before, captured, plain, graph;

    reset(player, seed);
    look(player, &before);
    const hw_exec exec = capture(player, seed);
    look(player, &captured);
    check(player, memcmp(&before, &captured, sizeof before) == 0);
    play(player, seed);
    play(player, seed);
    look(player, &plain);
    check(player, memcmp(&before, &plain, sizeof before) != 0);
    for (int kept = 0; kept < 2; kept++) {
        reset(player, seed);
        launch_twice(player, exec, kept);
        look(player, &graph);
        check(player, memcmp(&plain, &graph, sizeof plain) == 0);
    }
    check(player, cudaGraphExecDestroy(exec) == cudaSuccess);
}

static void *play_scripts(void *data)
{
    struct player *player = data;
    const uint32_t first = player->seed;
    void *memory[2];

    check(player, cudaMalloc(&memory[0], MEMORY_BYTES) == cudaSuccess);
    check(player, cudaMallocHost(&memory[1], MEMORY_BYTES) == cudaSuccess);
    player->device = memory[0];
    player->host = memory[1];
    if (cublasCreate_v2(&player->blas) != CUBLAS_STATUS_SUCCESS)
        player->blas = NULL;
    for (int i = 0; i < STREAMS; i++) {
        check(player, cudaStreamCreateWithFlags(&player->streams[i], 1) == cudaSuccess);
        check(player, cudaEventCreateWithFlags(&player->events[i], cudaEventDisableTiming) == cudaSuccess);
    }
    for (uint32_t seed = first; seed < first + SEEDS && player->errors == 0; seed++)
        compare(player, seed);
    if (player->blas)
        cublasDestroy_v2(player->blas);
    return NULL;
}

static void scripts(void **state)
{
    struct player player = {.seed = 1};

    (void)state;
    play_scripts(&player);
    assert_int_equal(player.errors, 0);
}

static void four_threads(void **state)
{
    struct player players[4] = {{.seed = 100}, {.seed = 200}, {.seed = 300}, {.seed = 400}};
    pthread_t threads[4];

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, play_scripts, &players[i]), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(players[i].errors, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(scripts, fresh_device),
        cmocka_unit_test_setup(four_threads, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_program);
}
