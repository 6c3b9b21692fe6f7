/* SPDX-License-Identifier: MIT */
/* Facts: a test says which items of facts/seed_facts.tsv it proves.
 *
 * Call hw_fact("SF-035") as the last statements of a test function, where only a test that passed
 * arrives.  `make facts` sets HW_FACTS_LOG and reports from what is logged; otherwise it does nothing. */
#ifndef HW_TESTS_FACT_H
#define HW_TESTS_FACT_H

#define hw_fact(id) hw_fact_proven((id), __FILE__, __func__)

void hw_fact_proven(const char *id, const char *file, const char *function);

#endif
