/* SPDX-License-Identifier: MIT */
/* The line of the source that a fault's instruction was compiled from, for reports of faults. */
#ifndef HW_ENGINE_LAUNCH_FAULT_SOURCE_H
#define HW_ENGINE_LAUNCH_FAULT_SOURCE_H

#include <halfwarp/image.h>
#include <halfwarp/machine.h>

/* Behind the name of a kernel that was launched by another, in the sentence of its fault. */
#define HW_FAULT_OF_CHILD ", which a kernel has launched: "

#define HW_FAULT_SOURCE_BYTES 512
/* "saxpy.cu:8", with the folder as the compiler was told, of a fault of the image's kernel; false: it is not
 * known.  That of a child is not: its code is in another image. */
bool hw_fault_source(const struct hw_image *image, const struct hw_fault *fault,
                     char text[HW_FAULT_SOURCE_BYTES]);

#endif
