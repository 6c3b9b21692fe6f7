/* SPDX-License-Identifier: MIT */
/* This table has nvprof's metrics and events that are offered, and what each is computed from (tally.h).
 *
 * M(name, needs, unit, definition, sum, of, scale): scale x sum / of; of NONE: the sum.
 * E(name, needs, definition, sum): an event.
 * needs: COUNT comes from listening, CLOCK from the model.  docs/metrics.md is written from this table. */
#ifndef HW_TIMING_COUNTERS_METRIC_TABLE_H
#define HW_TIMING_COUNTERS_METRIC_TABLE_H

/* clang-format off */
#define HW_METRICS(M, E) \
    /* instructions */ \
    M("inst_executed",      COUNT, "instructions", "instructions issued to warps; on GP100 a barrier counts three times", INSTRUCTIONS, NONE, 1) \
    M("inst_issued",        COUNT, "instructions", "the same, each once: what Kepler issues again is in inst_issued1", ISSUED, NONE, 1) \
    M("inst_per_warp",      COUNT, "instructions", "instructions executed by a warp, on average", INSTRUCTIONS, WARPS, 1) \
    M("cf_executed",        COUNT, "instructions", "control flow, without barriers; from Maxwell on loads of constants by LDC, too", CONTROL, NONE, 1) \
    M("cf_issued",          COUNT, "instructions", "the same", CONTROL, NONE, 1) \
    M("ldst_executed",      COUNT, "instructions", "loads, stores, atomic operations and texture lookups", LOAD_STORES, NONE, 1) \
    M("inst_executed_tex_ops",           COUNT, "instructions", "texture lookups", TEXTURE_REQUESTS, NONE, 1) \
    M("inst_executed_global_loads",      COUNT, "instructions", "loads of global memory", GLOBAL_LOAD_REQUESTS, NONE, 1) \
    M("inst_executed_global_stores",     COUNT, "instructions", "stores to global memory", GLOBAL_STORE_REQUESTS, NONE, 1) \
    M("inst_executed_global_atomics",    COUNT, "instructions", "atomic operations on global memory that return a value", GLOBAL_ATOMICS, NONE, 1) \
    M("inst_executed_global_reductions", COUNT, "instructions", "atomic operations on global memory that return none", GLOBAL_REDUCTIONS, NONE, 1) \
    M("inst_executed_local_loads",       COUNT, "instructions", "loads of local memory", LOCAL_LOAD_REQUESTS, NONE, 1) \
    M("inst_executed_local_stores",      COUNT, "instructions", "stores to local memory", LOCAL_STORE_REQUESTS, NONE, 1) \
    M("inst_executed_shared_loads",      COUNT, "instructions", "loads of shared memory", SHARED_LOAD_REQUESTS, NONE, 1) \
    M("inst_executed_shared_stores",     COUNT, "instructions", "stores to shared memory", SHARED_STORE_REQUESTS, NONE, 1) \
    M("inst_executed_shared_atomics",    COUNT, "instructions", "atomic operations on shared memory", SHARED_ATOMICS, NONE, 1) \
    /* threads */ \
    M("warp_execution_efficiency", COUNT, "", "part of a warp's threads that are active, on average", LANES, LANES_MOST, 1) \
    M("warp_nonpred_execution_efficiency", COUNT, "", "part of a warp's threads that execute, on average", EXECUTED, LANES_MOST, 1) \
    M("branch_efficiency",  COUNT, "", "part of jumps, calls and other control flow on which the threads of a warp agree; SSY and its kind are none", STRAIGHT_BRANCHES, ALL_BRANCHES, 1) \
    M("inst_fp_16",         COUNT, "threads", "instructions in half precision, of threads that execute them", FP16, NONE, 1) \
    M("inst_fp_32",         COUNT, "threads", "instructions in single precision: arithmetic, comparisons, special functions", FP32, NONE, 1) \
    M("inst_fp_64",         COUNT, "threads", "instructions in double precision", FP64, NONE, 1) \
    M("inst_integer",       COUNT, "threads", "integer instructions: arithmetic, logic, shifts, comparisons", INTEGER, NONE, 1) \
    M("inst_bit_convert",   COUNT, "threads", "conversions between types", CONVERSIONS, NONE, 1) \
    M("inst_control",       COUNT, "threads", "control flow", FLOW_LANES, NONE, 1) \
    M("inst_compute_ld_st", COUNT, "threads", "loads, stores, atomic operations, texture lookups", MEMORY_LANES, NONE, 1) \
    M("inst_inter_thread_communication", COUNT, "threads", "exchanges and votes between the threads of a warp", EXCHANGES, NONE, 1) \
    M("inst_misc",          COUNT, "threads", "all others", MISC, NONE, 1) \
    M("flop_count_sp",      COUNT, "operations", "in single precision: additions, multiplications, and both fused twice", SINGLE_FLOPS, NONE, 1) \
    M("flop_count_sp_add",  COUNT, "operations", "additions", SINGLE_ADD, NONE, 1) \
    M("flop_count_sp_mul",  COUNT, "operations", "multiplications", SINGLE_MUL, NONE, 1) \
    M("flop_count_sp_fma",  COUNT, "operations", "both fused, each once", SINGLE_FMA, NONE, 1) \
    M("flop_count_sp_special", COUNT, "operations", "special functions: reciprocals, roots, logarithms, powers, sines", SINGLE_SPECIAL, NONE, 1) \
    M("flop_count_dp",      COUNT, "operations", "in double precision", DOUBLE_FLOPS, NONE, 1) \
    M("flop_count_dp_add",  COUNT, "operations", "additions", DOUBLE_ADD, NONE, 1) \
    M("flop_count_dp_mul",  COUNT, "operations", "multiplications", DOUBLE_MUL, NONE, 1) \
    M("flop_count_dp_fma",  COUNT, "operations", "both fused, each once", DOUBLE_FMA, NONE, 1) \
    M("flop_count_hp",      COUNT, "operations", "in half precision; an instruction works on two halves", HALF_FLOPS, NONE, 1) \
    M("flop_count_hp_add",  COUNT, "operations", "additions", HALF_ADD, NONE, 1) \
    M("flop_count_hp_mul",  COUNT, "operations", "multiplications", HALF_MUL, NONE, 1) \
    M("flop_count_hp_fma",  COUNT, "operations", "both fused, each once", HALF_FMA, NONE, 1) \
    /* memory */ \
    M("gld_transactions",   COUNT, "transactions", "lookups of loads of global memory in the texture unit (docs/evidence/counters.md); before Maxwell sectors", GLOBAL_LOAD_LOOKUPS, NONE, 1) \
    M("gld_transactions_per_request", COUNT, "transactions", "by loads", GLOBAL_LOAD_LOOKUPS, GLOBAL_LOAD_REQUESTS, 1) \
    M("gld_efficiency",     COUNT, "", "bytes that loads ask for, by 32 a transaction; more than 1 where threads share words", GLOBAL_LOAD_BYTES, GLOBAL_LOAD_SECTOR_BYTES, 1) \
    M("gst_transactions",   COUNT, "transactions", "sectors of 32 bytes that stores to global memory name", GLOBAL_STORE_SECTORS, NONE, 1) \
    M("gst_transactions_per_request", COUNT, "transactions", "by stores", GLOBAL_STORE_SECTORS, GLOBAL_STORE_REQUESTS, 1) \
    M("gst_efficiency",     COUNT, "", "bytes that stores write, by those of their sectors", GLOBAL_STORE_BYTES, GLOBAL_STORE_SECTOR_BYTES, 1) \
    M("local_load_transactions",  COUNT, "transactions", "lines of 128 bytes that loads of local memory name", LOCAL_LOAD_LINES, NONE, 1) \
    M("local_load_transactions_per_request",  COUNT, "transactions", "by loads", LOCAL_LOAD_LINES, LOCAL_LOAD_REQUESTS, 1) \
    M("local_store_transactions", COUNT, "transactions", "lines of 128 bytes that stores to local memory name", LOCAL_STORE_LINES, NONE, 1) \
    M("local_store_transactions_per_request", COUNT, "transactions", "by stores", LOCAL_STORE_LINES, LOCAL_STORE_REQUESTS, 1) \
    M("shared_load_transactions",  COUNT, "transactions", "passes through the banks of loads", SHARED_LOAD_PASSES, NONE, 1) \
    M("shared_load_transactions_per_request",  COUNT, "transactions", "by loads", SHARED_LOAD_PASSES, SHARED_LOAD_REQUESTS, 1) \
    M("shared_store_transactions", COUNT, "transactions", "passes through the banks of stores", SHARED_STORE_PASSES, NONE, 1) \
    M("shared_store_transactions_per_request", COUNT, "transactions", "by stores", SHARED_STORE_PASSES, SHARED_STORE_REQUESTS, 1) \
    M("shared_efficiency",  COUNT, "", "bytes that are asked for, by those that the passes could move", SHARED_BYTES, SHARED_PASS_BYTES, 1) \
    M("tex_cache_transactions", COUNT, "transactions", "turns of the texture unit: of lookups, from Maxwell on of loads of global memory, too", TEXTURE_TURNS, NONE, 1) \
    M("global_load_requests",  COUNT, "requests", "loads of global memory by warps", GLOBAL_LOAD_REQUESTS, NONE, 1) \
    M("global_store_requests", COUNT, "requests", "stores to global memory by warps", GLOBAL_STORE_REQUESTS, NONE, 1) \
    M("global_atomic_requests", COUNT, "requests", "atomic operations on global memory that return a value", GLOBAL_ATOMICS, NONE, 1) \
    M("global_reduction_requests", COUNT, "requests", "those that return none", GLOBAL_REDUCTIONS, NONE, 1) \
    M("local_load_requests",   COUNT, "requests", "loads of local memory by warps", LOCAL_LOAD_REQUESTS, NONE, 1) \
    M("local_store_requests",  COUNT, "requests", "stores to local memory by warps", LOCAL_STORE_REQUESTS, NONE, 1) \
    M("texture_load_requests", COUNT, "requests", "texture lookups by warps", TEXTURE_REQUESTS, NONE, 1) \
    /* from the model */ \
    M("achieved_occupancy", CLOCK, "", "warps on an active multiprocessor, by as many as it can hold", WARP_CYCLES, WARP_CYCLES_MOST, 1) \
    M("sm_efficiency",      CLOCK, "", "part of the time in which a multiprocessor has warps, on average", ACTIVE_CYCLES, SM_CYCLES, 1) \
    M("ipc",                CLOCK, "instructions/clock", "instructions executed in a clock of an active multiprocessor", INSTRUCTIONS, ACTIVE_CYCLES, 1) \
    M("issued_ipc",         CLOCK, "instructions/clock", "instructions issued in a clock of an active multiprocessor, those that come too early each time", ALL_ISSUES, ACTIVE_CYCLES, 1) \
    M("issue_slots",        CLOCK, "slots", "issues; a pair is one, and an instruction that comes too early is issued again", SLOTS, NONE, 1) \
    M("inst_replay_overhead", CLOCK, "", "issues of instructions that came too early (GK104, GK110), by instructions executed", REISSUES, INSTRUCTIONS, 1) \
    M("issue_slot_utilization", CLOCK, "", "clocks in which a scheduler issues, by all of active multiprocessors", ISSUE_CYCLES, ISSUE_CYCLES_MOST, 1) \
    M("eligible_warps_per_cycle", CLOCK, "warps", "warps that could issue in a clock of an active multiprocessor: those that do, and those that are not selected", ELIGIBLE_CYCLES, ACTIVE_CYCLES, 1) \
    M("flop_sp_efficiency", CLOCK, "", "operations in single precision, by as many as the chip could do", SINGLE_FLOPS, SINGLE_PEAK, 1) \
    M("flop_dp_efficiency", CLOCK, "", "operations in double precision, by as many as the chip could do", DOUBLE_FLOPS, DOUBLE_PEAK, 1) \
    M("flop_hp_efficiency", CLOCK, "", "operations in half precision, by as many as the chip could do", HALF_FLOPS, HALF_PEAK, 1) \
    M("stall_inst_fetch",   CLOCK, "", "part of the stalls: for the instruction itself", STALL_FETCH, STALLS, 1) \
    M("stall_exec_dependency", CLOCK, "", "for results of arithmetic and shared memory, and for stall counts", STALL_EXECUTION, STALLS, 1) \
    M("stall_memory_dependency", CLOCK, "", "for global and local memory", STALL_MEMORY, STALLS, 1) \
    M("stall_texture",      CLOCK, "", "for texture lookups", STALL_TEXTURE, STALLS, 1) \
    M("stall_sync",         CLOCK, "", "at barriers", STALL_SYNC, STALLS, 1) \
    M("stall_constant_memory_dependency", CLOCK, "", "for constants", STALL_CONSTANT, STALLS, 1) \
    M("stall_pipe_busy",    CLOCK, "", "for a unit that is busy", STALL_PIPE, STALLS, 1) \
    M("stall_memory_throttle", CLOCK, "", "for room in the queue of memory instructions", STALL_THROTTLE, STALLS, 1) \
    M("stall_sleeping",     CLOCK, "", "for the time that __nanosleep says", STALL_SLEEPING, STALLS, 1) \
    M("stall_not_selected", CLOCK, "", "for the scheduler, which issued another warp", STALL_NOT_SELECTED, STALLS, 1) \
    M("stall_other",        CLOCK, "", "for all else", STALL_OTHER, STALLS, 1) \
    M("global_hit_rate",    CLOCK, "", "part of the lookups of loads for which L2 is not asked; without texture lookups", GLOBAL_HITS, GLOBAL_LOAD_LOOKUPS, 1) \
    M("l2_tex_read_transactions", CLOCK, "transactions", "sectors that texture units read from L2: all reads of kernels", L2_READS, NONE, 1) \
    M("l2_tex_read_throughput",   CLOCK, "bytes/s", "the same by time", L2_READS, SECONDS, 32) \
    M("l2_tex_read_hit_rate",     CLOCK, "", "part of them that L2 has", L2_READ_HITS, L2_READS, 1) \
    M("l2_tex_write_transactions", CLOCK, "transactions", "sectors that kernels write to L2", L2_WRITES, NONE, 1) \
    M("l2_tex_write_throughput",  CLOCK, "bytes/s", "the same by time", L2_WRITES, SECONDS, 32) \
    M("l2_read_transactions",     CLOCK, "transactions", "sectors that L2 delivers", L2_READS, NONE, 1) \
    M("l2_read_throughput",       CLOCK, "bytes/s", "the same by time", L2_READS, SECONDS, 32) \
    M("l2_write_transactions",    CLOCK, "transactions", "sectors that are written to L2", L2_WRITES, NONE, 1) \
    M("l2_write_throughput",      CLOCK, "bytes/s", "the same by time", L2_WRITES, SECONDS, 32) \
    M("l2_atomic_transactions",   CLOCK, "transactions", "sectors that atomic operations change", L2_ATOMICS, NONE, 1) \
    M("l2_atomic_throughput",     CLOCK, "bytes/s", "the same by time", L2_ATOMICS, SECONDS, 32) \
    M("dram_read_transactions",   CLOCK, "transactions", "sectors of 32 bytes that memory delivers", DRAM_READS, NONE, 1) \
    M("dram_read_throughput",     CLOCK, "bytes/s", "the same by time", DRAM_READS, SECONDS, 32) \
    M("dram_read_bytes",          CLOCK, "bytes", "the same in bytes", DRAM_READS, NONE, 32) \
    M("dram_write_transactions",  CLOCK, "transactions", "sectors that go to memory", DRAM_WRITES, NONE, 1) \
    M("dram_write_throughput",    CLOCK, "bytes/s", "the same by time", DRAM_WRITES, SECONDS, 32) \
    M("dram_write_bytes",         CLOCK, "bytes", "the same in bytes", DRAM_WRITES, NONE, 32) \
    M("gld_throughput",           CLOCK, "bytes/s", "transactions of loads of global memory, by time", GLOBAL_LOAD_LOOKUPS, SECONDS, 32) \
    M("gld_requested_throughput", CLOCK, "bytes/s", "bytes that loads of global memory ask for, by time", GLOBAL_LOAD_BYTES, SECONDS, 1) \
    M("gst_throughput",           CLOCK, "bytes/s", "transactions of stores to global memory, by time", GLOBAL_STORE_SECTORS, SECONDS, 32) \
    M("gst_requested_throughput", CLOCK, "bytes/s", "bytes that stores to global memory write, by time", GLOBAL_STORE_BYTES, SECONDS, 1) \
    M("shared_load_throughput",   CLOCK, "bytes/s", "passes of loads of shared memory, 128 bytes each, by time", SHARED_LOAD_PASSES, SECONDS, 128) \
    M("shared_store_throughput",  CLOCK, "bytes/s", "passes of stores to shared memory, 128 bytes each, by time", SHARED_STORE_PASSES, SECONDS, 128) \
    M("tex_cache_throughput",     CLOCK, "bytes/s", "turns of the texture unit, 32 bytes each, by time", TEXTURE_TURNS, SECONDS, 32) \
    /* events */ \
    E("warps_launched",       COUNT, "warps that began", WARPS) \
    E("thread_inst_executed", COUNT, "active threads of all instructions", LANES) \
    E("not_predicated_off_thread_inst_executed", COUNT, "threads that executed, of all instructions", EXECUTED) \
    E("branch",               COUNT, "jumps, calls, returns, reconvergences and ends of warps", BRANCHES) \
    E("divergent_branch",     COUNT, "jumps on which the threads of a warp do not agree", DIVERGENT_BRANCHES) \
    E("gld_request",          COUNT, "loads of global memory by warps", GLOBAL_LOADS) \
    E("gst_request",          COUNT, "stores to global memory by warps", GLOBAL_STORES) \
    E("local_load",           COUNT, "loads of local memory by warps", LOCAL_LOADS) \
    E("local_store",          COUNT, "stores to local memory by warps", LOCAL_STORES) \
    E("shared_load",          COUNT, "loads of shared memory by warps", SHARED_LOADS) \
    E("shared_store",         COUNT, "stores to shared memory by warps", SHARED_STORES) \
    E("shared_ld_transactions", COUNT, "passes through the banks of loads", SHARED_LOAD_PASSES) \
    E("shared_st_transactions", COUNT, "passes through the banks of stores", SHARED_STORE_PASSES) \
    E("global_load",          COUNT, "loads of global memory by warps", GLOBAL_LOADS) \
    E("global_store",         COUNT, "stores to global memory by warps", GLOBAL_STORES) \
    E("atom_count",           COUNT, "atomic operations on global memory that return a value", GLOBAL_ATOMICS) \
    E("gred_count",           COUNT, "those that return none", GLOBAL_REDUCTIONS) \
    E("shared_atom",          COUNT, "atomic operations on shared memory", SHARED_ATOMICS) \
    E("elapsed_cycles_sm",    CLOCK, "clocks of the launch, of all multiprocessors together", SM_CYCLES) \
    E("active_cycles",        CLOCK, "clocks in which a multiprocessor has warps, of all together", ACTIVE_CYCLES) \
    E("active_warps",         CLOCK, "resident warps, added up over these clocks", WARP_CYCLES) \
    E("inst_issued1",         CLOCK, "instructions issued alone, on GK104 and GK110 those that come too early each time", SINGLE_ISSUES) \
    E("inst_issued2",         CLOCK, "pairs of instructions issued together", PAIRS)
/* clang-format on */

#endif
