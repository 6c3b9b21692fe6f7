/* SPDX-License-Identifier: MIT */
/* The compatibility header gives names their old spelling: include it to compile a program that was written
 * before the names of 0.1 became final.
 *
 * It stays for one minor version: 0.1.x has it, 0.2 does not.  It may be included before or behind the other
 * headers, or by the compiler (-include halfwarp/compatibility.h).  The names are macros, so a program cannot
 * use them for something of its own.
 *
 * Members of structures have no second name; a program has to change these itself:
 *
 *   hw_launch.place                            hw_launch.placement
 *   hw_launch_host.runner                      hw_launch_host.execution_context
 *   hw_channel_setup.runner                    hw_channel_setup.execution_context
 *   hw_launch_limits.most_alignment            hw_launch_limits.max_alignment
 *   hw_occupancy.most_warps                    hw_occupancy.max_warps
 *   hw_texture.least_level, .most_level        hw_texture.min_level, .max_level
 *   hw_texture.place, hw_surface.place         hw_texture.origin, hw_surface.origin
 *   hw_reference.place                         hw_reference.offset
 *   hw_channel_report.place                    hw_channel_report.offset
 *   hw_channel_result.place                    hw_channel_result.offset
 *   hw_reloc_kind.apart                        hw_reloc_kind.high_bit
 *   hw_chip_range.least, .most                 hw_chip_range.min, .max */
#ifndef HALFWARP_COMPATIBILITY_H
#define HALFWARP_COMPATIBILITY_H

#include <halfwarp/version.h>

#if HW_VERSION_MAJOR != 0 || HW_VERSION_MINOR != 1
#error "halfwarp/compatibility.h was for version 0.1: use the new names"
#endif

/* insn.h, effects.h, scheduling_bits.h */
#define hw_view           hw_semantics
#define hw_insn_view      hw_insn_semantics
#define hw_view_written   hw_semantics_written
#define hw_code_place     hw_code_next_offset
#define HW_SCHED_BARRIERS HW_SCOREBOARD_COUNT

/* operations.h */
#define HW_ISSUE_SLOW_USUAL    HW_ISSUE_SLOW_SOFT
#define HW_ISSUE_COMPARE_USUAL HW_ISSUE_COMPARE_SOFT

/* module.h */
#define hw_info               hw_nv_info
#define hw_infos              hw_nv_infos
#define hw_infos_add          hw_nv_infos_add
#define hw_info_word          hw_nv_info_word
#define hw_item               hw_declaration
#define hw_item_kind          hw_declaration_kind
#define HW_ITEM_CONST         HW_DECLARATION_CONST
#define HW_ITEM_VARIABLE      HW_DECLARATION_VARIABLE
#define HW_ITEM_SAMPLER       HW_DECLARATION_SAMPLER
#define HW_ITEM_KERNEL        HW_DECLARATION_KERNEL
#define HW_ITEM_EXTRA         HW_DECLARATION_EXTRA
#define hw_module_keep_kernel hw_module_extract_kernel

/* machine.h, listener.h, counters.h */
#define HW_SLICE          HW_WARP_BUDGET
#define hw_launch_place   hw_launch_placement
#define hw_runner         hw_execution_context
#define hw_runner_create  hw_execution_context_create
#define hw_runner_destroy hw_execution_context_destroy
#define HW_TEXELS_MOST    HW_TEXELS_MAX
#define HW_METRICS_MOST   HW_METRICS_MAX

/* occupancy.h */
#define hw_occupancy_most_shared hw_occupancy_max_shared
#define hw_occupancy_room        hw_occupancy_headroom

/* submit.h, which was stage.h; recording.h */
#define hw_stage            hw_submitter
#define hw_stage_create     hw_submitter_create
#define hw_stage_destroy    hw_submitter_destroy
#define hw_stage_run        hw_submitter_run
#define hw_stage_stream     hw_submitter_stream
#define hw_recording_assume hw_recording_infer

#endif
