/* SPDX-License-Identifier: MIT */
/* This file assigns and finds names in the text of streams. */
#include "channel/trace/stream_text.h"

#include "generated/method_numbers.h"

const struct hw_stream_word hw_stream_linear_targets[] = {{"vram", HW_LINEAR_VRAM},
                                                          {"host", HW_LINEAR_HOST},
                                                          {"host-no-snoop", HW_LINEAR_HOST_NO_SNOOP},
                                                          {NULL, 0}};
const struct hw_stream_word hw_stream_dma_classes[] = {{"read", HW_DMA_CLASS_READ},
                                                       {"write", HW_DMA_CLASS_WRITE},
                                                       {"read-write", HW_DMA_CLASS_READ_WRITE},
                                                       {NULL, 0}};
const struct hw_stream_word hw_stream_dma_targets[] = {{"vm", HW_DMA_TARGET_VM},
                                                       {"vram", HW_DMA_TARGET_VRAM},
                                                       {"host", HW_DMA_TARGET_HOST},
                                                       {"host-no-snoop", HW_DMA_TARGET_HOST_NO_SNOOP},
                                                       {NULL, 0}};
const struct hw_stream_word hw_stream_dma_access[] = {{"access-pages", HW_DMA_ACCESS_PAGES},
                                                      {"access-read", HW_DMA_ACCESS_READ_ONLY},
                                                      {"access-read-write", HW_DMA_ACCESS_READ_WRITE},
                                                      {NULL, 0}};

const char *hw_stream_word_of(const struct hw_stream_word *list, uint32_t value)
{
    while (list->name && list->value != value)
        list++;
    return list->name;
}

void hw_stream_names_note(struct hw_stream_names *names, const struct hw_method_stream *stream, size_t count,
                          unsigned subchannel, uint32_t method, uint32_t data)
{
    if (method != HW_CHANNEL_OBJECT)
        return;
    names->bound[subchannel] = NULL;
    for (size_t i = 0; i < count; i++)
        if (stream->item[i].kind == HW_STREAM_OBJECT && stream->item[i].handle == data)
            names->bound[subchannel] = hw_object_class_of(stream->item[i].number);
}
