// SPDX-License-Identifier: GPL-3.0-or-later
/// TRAWL_VECTORISED, before a function: it is compiled once for any processor and once for AVX2, and the program
/// chooses when it starts. Without fused multiplication, so that both return the same numbers. Sanitizers and clang
/// compile only the first.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&               \
    !defined(__SANITIZE_THREAD__)
#define TRAWL_VECTORISED __attribute__((optimize("O3"), target_clones("avx2", "default")))
#define TRAWL_COUNTING __attribute__((optimize("O3"), target_clones("popcnt", "default")))
#else
#define TRAWL_VECTORISED
#define TRAWL_COUNTING
#endif
