// SPDX-License-Identifier: GPL-3.0-or-later
// trawl_compile_script SOURCE OUT: writes what script::compiled_script makes of a script, while the programs that
// contain it are built.
#include "shared/base/file.h"
#include "shared/script/script_function.h"

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: trawl_compile_script SOURCE OUT\n"), 2;
  const auto source = trawl::read_file(argv[1]);
  const std::string compiled = source ? trawl::script::compiled_script(*source) : "";
  if (compiled.empty()) return std::fprintf(stderr, "trawl_compile_script: %s is no script\n", argv[1]), 1;
  return trawl::write_file_atomic(argv[2], compiled) ? 0 : 1;
}
