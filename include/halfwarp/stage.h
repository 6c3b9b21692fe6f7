/* SPDX-License-Identifier: MIT */
/* This is the old name of submit.h: it gives the old names of the submitter, too, and stays as long as
 * compatibility.h. */
#ifndef HALFWARP_STAGE_H
#define HALFWARP_STAGE_H

#include <halfwarp/compatibility.h>
#include <halfwarp/submit.h>

#endif
