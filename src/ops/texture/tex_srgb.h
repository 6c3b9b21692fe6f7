/* SPDX-License-Identifier: MIT */
/* Channels of sRGB as linear light: what a byte is worth.  (IEC 61966-2-1; OpenGL 4.6, 8.24: c / 12.92 up to
 * 0.04045, else ((c + 0.055) / 1.055) ^ 2.4) */
#ifndef HW_OPS_TEXTURE_TEX_SRGB_H
#define HW_OPS_TEXTURE_TEX_SRGB_H

extern const float hw_srgb_linear[256];

#endif
