// What a program may ask of valgrind when it runs under that: requests are instructions that do nothing
// elsewhere, which valgrind's headers write as macros around inline assembly. Without the headers there is no
// valgrind to ask.
#pragma once
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

static inline int jangteo_runs_on_valgrind(void) { return RUNNING_ON_VALGRIND != 0; }
// Writes the counts of all threads to a file of that name's own, and begins anew.
static inline void jangteo_dump_counts(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
#else
static inline int jangteo_runs_on_valgrind(void) { return 0; }
static inline void jangteo_dump_counts(const char *name) { (void)name; }
#endif
