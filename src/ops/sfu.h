/* The special functions of the G80: table interpolation and range reduction, one lane at a time. */
#ifndef HW_OPS_SFU_H
#define HW_OPS_SFU_H

#include <stdint.h>

uint32_t hw_sfu_rcp_of(uint32_t x);
uint32_t hw_sfu_rsq_of(uint32_t x);
uint32_t hw_sfu_lg2_of(uint32_t x);

/* Range reduction: the fixed-point operand of sin and cos (a number of quarter turns), and of ex2. */
uint32_t hw_sfu_reduce_sin(uint32_t x);
uint32_t hw_sfu_reduce_ex2(uint32_t x);

/* These take what the range reduction prepared. */
uint32_t hw_sfu_sin_of(uint32_t p);
uint32_t hw_sfu_cos_of(uint32_t p);
uint32_t hw_sfu_ex2_of(uint32_t p);

#endif
