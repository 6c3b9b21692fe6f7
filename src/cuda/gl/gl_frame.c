/* SPDX-License-Identifier: MIT */
/* Renderbuffers shared with CUDA.  OpenGL neither gives nor takes their pixels like a texture's, but it
 * copies between them and a texture of the same format, the twin, as between two framebuffers. */
#include "cuda/gl/gl_state.h"

#define GL_SCISSOR_TEST                 0x0c11u
#define GL_FRAMEBUFFER_SRGB             0x8db9u
#define GL_READ_FRAMEBUFFER             0x8ca8u
#define GL_DRAW_FRAMEBUFFER             0x8ca9u
#define GL_READ_FRAMEBUFFER_BINDING     0x8caau
#define GL_DRAW_FRAMEBUFFER_BINDING     0x8ca6u
#define GL_RENDERBUFFER_BINDING         0x8ca7u
#define GL_RENDERBUFFER_WIDTH           0x8d42u
#define GL_RENDERBUFFER_HEIGHT          0x8d43u
#define GL_RENDERBUFFER_INTERNAL_FORMAT 0x8d44u
#define GL_RENDERBUFFER_SAMPLES         0x8cabu
#define GL_COLOR_ATTACHMENT0            0x8ce0u
#define GL_COLOR_BUFFER_BIT             0x4000u
#define GL_NEAREST                      0x2600u
#define GL_TEXTURE_MIN_FILTER           0x2801u
#define GL_TEXTURE_BINDING_2D           0x8069u

static int property(const struct hw_gl *gl, unsigned name)
{
    int value = 0;

    gl->GetRenderbufferParameteriv(GL_RENDERBUFFER, name, &value);
    return value;
}

/* A texture like the renderbuffer. */
static void create_twin(const struct hw_gl *gl, struct cudaGraphicsResource *image, int internal, int width,
                        int height)
{
    int bound = 0;

    gl->GetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    gl->GenTextures(1, &image->twin);
    gl->BindTexture(GL_TEXTURE_2D, image->twin);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (int)GL_NEAREST);
    gl->TexImage2D(GL_TEXTURE_2D, 0, internal, width, height, 0, image->format.format, image->format.type,
                   NULL);
    gl->BindTexture(GL_TEXTURE_2D, (unsigned)bound);
}

bool hw_gl_frame_open(const struct hw_gl *gl, struct cudaGraphicsResource *image)
{
    int bound = 0;

    if (!gl->frames || !gl->IsRenderbuffer(image->name))
        return false;
    gl->GetIntegerv(GL_RENDERBUFFER_BINDING, &bound);
    gl->BindRenderbuffer(GL_RENDERBUFFER, image->name);
    const int internal = property(gl, GL_RENDERBUFFER_INTERNAL_FORMAT),
              width = property(gl, GL_RENDERBUFFER_WIDTH), height = property(gl, GL_RENDERBUFFER_HEIGHT),
              samples = property(gl, GL_RENDERBUFFER_SAMPLES);
    gl->BindRenderbuffer(GL_RENDERBUFFER, (unsigned)bound);
    if (width > 0 && height > 0 && samples == 0 && hw_gl_format_of(internal, &image->format))
        create_twin(gl, image, internal, width, height);
    return true;
}

void hw_gl_frame_copy(const struct hw_gl *gl, const struct cudaGraphicsResource *image, bool to_twin,
                      int width, int height)
{
    const unsigned target[2] = {GL_READ_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER};
    const unsigned switches[2] = {GL_SCISSOR_TEST, GL_FRAMEBUFFER_SRGB}; /* which change what is copied */
    const unsigned twins = to_twin ? 1 : 0;
    unsigned frame[2];
    int bound[2] = {0, 0};
    bool on[2];

    gl->GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &bound[0]);
    gl->GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound[1]);
    gl->GenFramebuffers(2, frame);
    for (unsigned i = 0; i < 2; i++) {
        on[i] = gl->IsEnabled(switches[i]);
        if (on[i])
            gl->Disable(switches[i]);
        gl->BindFramebuffer(target[i], frame[i]);
    }
    gl->FramebufferTexture2D(target[twins], GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, image->twin, 0);
    gl->FramebufferRenderbuffer(target[!twins], GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, image->name);
    gl->BlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    for (unsigned i = 0; i < 2; i++) {
        gl->BindFramebuffer(target[i], (unsigned)bound[i]);
        if (on[i])
            gl->Enable(switches[i]);
    }
    gl->DeleteFramebuffers(2, frame);
}
