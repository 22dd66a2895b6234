// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a small index with flipped bits, cuts, zeros, and blocks and files in each other's place: whatever
// libxapian makes of them, reading, checking and writing give answers or errors with a sentence. An input is a list of
// changes of eight bytes each: kind, file, place (four bytes), number (two).
#include "tests/fuzz/files/fuzzed_index.h"

#include "shared/index/index_check.h"
#include "shared/index/index_writer.h"
#include "shared/index/xapian_guard.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace trawl;

constexpr std::size_t kBlock = 8'192; // of Xapian's tables

struct Change {
  std::uint8_t kind = 0, file = 0;
  std::uint32_t place = 0;
  std::uint16_t number = 0;
};

Change change_from(const std::uint8_t* bytes) {
  Change change{bytes[0], bytes[1], 0, 0};
  std::memcpy(&change.place, bytes + 2, sizeof change.place);
  std::memcpy(&change.number, bytes + 6, sizeof change.number);
  return change;
}

/// A block in the place of another of the same file.
void copy_block(std::string& bytes, std::size_t from, std::size_t to) {
  const std::size_t blocks = bytes.size() / kBlock;
  if (blocks == 0) return;
  bytes.replace(to % blocks * kBlock, kBlock, bytes.substr(from % blocks * kBlock, kBlock));
}

void change_files(const Change& change, std::vector<fuzz::IndexFile>& files) {
  fuzz::IndexFile& file = files[change.file % files.size()];
  std::string& bytes = file.bytes;
  const std::size_t at = bytes.empty() ? 0 : change.place % bytes.size();
  switch (change.kind % 8) {
  case 0:
    if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << change.number % 8));
    return;
  case 1:
    if (!bytes.empty()) bytes[at] = static_cast<char>(change.number);
    return;
  case 2:
    bytes.resize(at);
    return;
  case 3:
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                std::min<std::size_t>(change.number, bytes.size() - at), '\0');
    return;
  case 4:
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                std::min<std::size_t>(change.number, bytes.size() - at), '\xff');
    return;
  case 5:
    copy_block(bytes, change.place, change.number);
    return;
  case 6:
    bytes = files[change.number % files.size()].bytes;
    return;
  default:
    file.is_there = false;
  }
}

template <typename Value>
void check_sentence(const Result<Value>& result) {
  if (!result && (result.error().what.empty() || to_sentence(result.error()).empty())) std::abort();
}

void check(const DataDirectory& data) {
  check_sentence(index::check_files(data));
  check_sentence(index::guarded([&]() -> Result<void> {
    TRAWL_TRY(const auto reader, index::IndexReader::open(data));
    index::IndexCheck check(reader);
    for (const Article& article : fuzz::articles()) check.look_at(article);
    static_cast<void>(check.fault_of_postings());
    return {};
  }));
}

void write_into(const DataDirectory& data) {
  auto writer = index::IndexWriter::open_live(data);
  check_sentence(writer);
  if (!writer) return;
  check_sentence(writer->put(fuzz::articles().front()));
  check_sentence(writer->remove(fuzz::articles().back().id));
  check_sentence(writer->commit(9));
  check_sentence(writer->compact());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const fuzz::SmallIndex index;
  std::vector<fuzz::IndexFile> files = index.files();
  for (std::size_t at = 0; at + 8 <= size && at < 8 * 16; at += 8) change_files(change_from(bytes + at), files);
  index.put(files);
  const DataDirectory& data = index.data();
  auto engine = search::SearchEngine::open(data);
  check_sentence(engine);
  if (engine) fuzz::ask(*engine);
  check(data);
  if (size % 8 == 1) write_into(data); // a byte more than the changes take: seldom, as it syncs
  return 0;
}
