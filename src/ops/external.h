/* Functions that code calls and no file defines: the machine serves them (printf, assert, malloc, free). */
#ifndef HW_OPS_EXTERNAL_H
#define HW_OPS_EXTERNAL_H

#include <stdint.h>

/* The code address that such a function is called at; 0 where there is none of that name. */
uint32_t hw_external_address(const char *name);

#endif
