// SPDX-License-Identifier: GPL-3.0-or-later
// A damaged segment: whatever the bytes of the file are, it is refused, or read within its bounds.
#include "shared/index/columns/columns.h"
#include "shared/index/segment/segment_check.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl;
  static const std::string path = [] {
    std::string name = "/tmp/trawl-fuzz-segment-XXXXXX";
    ::close(::mkstemp(name.data()));
    std::atexit([] { std::remove(path.c_str()); });
    return name;
  }();
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || std::fwrite(data, 1, size, file) != size) std::abort();
  std::fclose(file);
  const auto segment = index::Segment::open(path);
  if (!segment) return 0;
  index::CorpusSummary summary;
  summary.values.fill(1'000);
  index::find_fault(**segment, summary);
  for (const char* term : {"model", "Ztrain", "SZtrain", ""}) (*segment)->find(term, 64);
  (*segment)->names().find(7);
  (*segment)->names().has_removed(7);
  for (std::size_t i = 0; i < schema::kFilterFields.size(); ++i) {
    const index::ValueTable& values = (*segment)->field(i).values;
    values.find("example");
    for (std::uint32_t value = 0; value < values.size() && value < 100; ++value) values.shown(value);
  }
  return 0;
}
