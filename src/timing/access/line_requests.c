/* SPDX-License-Identifier: MIT */
/* See line_requests.h. */
#include "timing/access/line_requests.h"
void hw_line_requests(const struct hw_chip_info *chip, const struct hw_access_event *event, struct hw_line_requests *r)
{
    (void)chip; r->count=0; r->parts=1;
    for (unsigned i=0;i<32;i++) { if(!(event->lanes>>i&1)) continue; uint64_t a=event->address[i];
      for(uint64_t b=a; b<a+event->bytes; b+=32){ uint64_t l=b/128*128; uint32_t k=0; while(k<r->count&&r->item[k].line!=l)k++; if(k==r->count){ if(k==HW_LINES_MAX)continue; r->item[r->count++]=(struct hw_line_request){.line=l};} r->item[k].sectors|=(uint8_t)(1u<<(b/32%4)); } }
}
