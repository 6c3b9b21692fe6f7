/* SPDX-License-Identifier: MIT */
/* See clock_wish.h. */
#include "cuda/clock/clock_wish.h"

#include "cuda/base/say.h"
#include "cuda/base/words.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define CLOCK_MHZ_MAX 100000ul

static struct hw_clock_wish wish;
static pthread_once_t wish_once = PTHREAD_ONCE_INIT;

static uint32_t clock_of(const char *variable)
{
    const char *text = getenv(variable);
    char *end;

    if (!text || !*text)
        return 0;
    const unsigned long mhz = strtoul(text, &end, 10);
    if (text[0] >= '0' && text[0] <= '9' && !*end && mhz <= CLOCK_MHZ_MAX)
        return (uint32_t)mhz * 1000;
    hw_cuda_say("%s is `%s`; expected MHz up to %lu; it is the card's", variable, text, CLOCK_MHZ_MAX);
    return 0;
}

static void read_environment(void)
{
    enum { NOTHING, ON, TRACE, CSV, JSON, REUSE, COUNT };
    static const struct hw_cuda_word words[] = {{"0", NOTHING}, {"1", ON},      {"trace", TRACE},
                                                {"csv", CSV},   {"json", JSON}, {"reuse", REUSE}};
    const char *file = getenv("HALFWARP_TIME_FILE"), *metrics = getenv("HALFWARP_TIME_METRICS"),
               *events = getenv("HALFWARP_TIME_EVENTS");
    bool seen[COUNT] = {false};

    hw_cuda_words("HALFWARP_TIME", words, sizeof words / sizeof *words, "1, trace, csv, json, reuse", seen);
    wish = (struct hw_clock_wish){
        .on = seen[ON] || seen[TRACE] || seen[CSV] || seen[JSON] || seen[REUSE],
        .trace = seen[TRACE],
        .csv = seen[CSV],
        .json = seen[JSON],
        .reuse = seen[REUSE],
    };
    wish.metrics = metrics && *metrics ? strdup(metrics) : NULL;
    wish.events = events && *events ? strdup(events) : NULL;
    if (wish.metrics || wish.events) {
        wish.on = true;
        wish.reuse = false; /* each launch is counted */
    }
    if (!wish.on)
        return;
    wish.file = file && *file ? strdup(file) : NULL;
    wish.clock_khz = clock_of("HALFWARP_TIME_CLOCK");
    wish.memory_clock_khz = clock_of("HALFWARP_TIME_MEMORY_CLOCK");
}

const struct hw_clock_wish *hw_clock_wish(void)
{
    pthread_once(&wish_once, read_environment);
    return &wish;
}
