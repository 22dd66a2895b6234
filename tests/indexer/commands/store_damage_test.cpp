// SPDX-License-Identifier: GPL-3.0-or-later
// A damaged crawl.db, which has no checksums: commands either end with an error or carry on, and `index check` finds
// every article that has changed, because the index still has the original.
#include "shared/base/environment.h"
#include "shared/base/file.h"
#include "shared/base/utf8.h"
#include "tests/indexer/commands/indexer_run.h"
#include "tests/support/index_of.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

namespace store_damage_test {
namespace {

using namespace trawl;
using namespace trawl::test;
namespace fs = std::filesystem;

/// A file whose bytes are changed in place and then restored.
class ChangedFile {
 public:
  explicit ChangedFile(fs::path path) : path_(std::move(path)), bytes_(must(read_file(path_))) {}
  const std::string& bytes() const { return bytes_; }
  void write(std::size_t at, std::string_view bytes) const {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(at));
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  /// Also removes the files that SQLite left beside it.
  void restore() const {
    fs::resize_file(path_, bytes_.size());
    write(0, bytes_);
    for (const char* beside : {"-wal", "-shm", "-journal"}) fs::remove(path_.string() + beside);
  }

 private:
  fs::path path_;
  std::string bytes_;
};

/// Runs `export` and `index check` on the changed store.
void check_damaged(const IndexerWorld& world, const Done& whole) {
  const Done exported = world.run({"export"});
  const Done checked = world.run({"index", "check", "--quiet"});
  for (const Done* done : {&exported, &checked}) {
    INFO(done->exit_code << " " << done->err);
    const bool is_told = done->exit_code == 3 || done->exit_code == 6; // 6: the record of an article is no JSON
    CHECK((done->exit_code == 0 || done->exit_code == 1 || is_told));
    CHECK(utf8::is_valid(done->out));
    CHECK(done->err.empty() == (done->exit_code <= 1));
  }
  if (exported.out != whole.out) {
    INFO(exported.out);
    CHECK((exported.exit_code == 3 || checked.exit_code != 0));
  }
}

/// Which bytes are changed: a few, or those that TRAWL_BYTES=FIRST/STRIDE names. All of them (0/1) take minutes.
std::pair<std::size_t, std::size_t> first_and_stride(std::size_t size) {
  std::pair<std::size_t, std::size_t> asked{0, size / 150 | 1};
  char slash = 0;
  std::istringstream(environment("TRAWL_BYTES")) >> asked.first >> slash >> asked.second;
  return asked;
}

} // namespace

TEST_CASE("damaged store: a flipped bit, a page of zeros or a cut is an error, harmless, or found by the check",
          "[commands]") {
  const IndexerWorld world;
  REQUIRE(world.run({"import", world.file("rows", import_row("a") + import_row("b") + import_row("c"))}).exit_code ==
          0);
  const Done whole = world.run({"export"});
  REQUIRE(std::ranges::count(whole.out, '\n') == 3);
  const ChangedFile store(world.data() + "/crawl.db");
  store.restore();
  const std::string& bytes = store.bytes();
  const auto [first, stride] = first_and_stride(bytes.size());
  constexpr std::size_t kHeader = 100;
  for (std::size_t at = first; at < bytes.size(); at += at < kHeader ? 1 : stride) {
    CAPTURE(at);
    store.write(at, std::string(1, static_cast<char>(bytes[at] ^ (1 << at % 8))));
    check_damaged(world, whole);
    store.restore();
  }
  constexpr std::size_t kPage = 4'096;
  for (std::size_t at = 0; at < bytes.size(); at += kPage) {
    CAPTURE(at);
    store.write(at, std::string(kPage, '\0'));
    check_damaged(world, whole);
    store.restore();
    fs::resize_file(world.data() + "/crawl.db", at);
    if (at > 0) check_damaged(world, whole);
    store.restore();
  }
  CHECK(world.run({"export"}).out == whole.out);
}

} // namespace store_damage_test
