/* SPDX-License-Identifier: MIT */
/* FUNCTION(name, parameters, work) of lists of functions that runtime and driver have alike, see
 * graph_calls.h: where HW_INTERFACE_CALL is the body of a function it defines one, else it declares one. */
#ifdef HW_INTERFACE_CALL
#define FUNCTION(name, parameters, work)                   \
    HW_INTERFACE_RESULT HW_INTERFACE_NAME(name) parameters \
    {                                                      \
        HW_INTERFACE_CALL(work);                           \
    }
#else
#define FUNCTION(name, parameters, work) \
    __attribute__((visibility("default"))) HW_INTERFACE_RESULT HW_INTERFACE_NAME(name) parameters;
#endif
