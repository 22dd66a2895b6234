// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads a file of tests/data/feed.
#pragma once

#include <catch2/catch.hpp>

#include <string>

#include "shared/base/file.h"
#include "tests/support/source_tree.h"

inline std::string fixture(const std::string& name) {
  const auto bytes = trawl::read_file(trawl::test::in_source_tree("tests/data/feed/" + name));
  REQUIRE(bytes);
  return *bytes;
}
