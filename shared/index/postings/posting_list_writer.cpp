// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/file.h"
#include "shared/base/packed.h"
#include "shared/base/system_error.h"
#include "shared/index/postings/posting_list_format.h"
#include "shared/index/postings/posting_lists.h"
#include "shared/index/xapian_guard.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFilePrefix = "words-";

/// Words are folded, stems begin with Z, terms of the title with S, those of authors and tags with A, K, N and T;
/// filter terms begin with other capitals (shared/schema/terms.h).
bool is_word_term(std::string_view term) {
  const char first = term.empty() ? 'X' : term.front();
  return first < 'A' || first > 'Z' || std::string_view("AKNSTZ").contains(first);
}

/// A file that appears under its name when it is complete.
class Output {
 public:
  explicit Output(const fs::path& path) : path_(path), building_(path) {
    building_ += ".building";
    file_ = std::fopen(building_.c_str(), "wbe");
  }
  ~Output() {
    if (file_ != nullptr) std::fclose(file_);
    std::error_code ignored;
    fs::remove(building_, ignored); // there is none once it has its name
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  std::uint64_t size() const { return size_; }

  void write(std::string_view bytes) {
    good_ = good_ && file_ != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size();
    size_ += bytes.size();
  }

  /// Puts the header in its place and gives the file its name.
  Result<void> finish(std::string_view header) {
    good_ = good_ && file_ != nullptr && std::fseek(file_, 0, SEEK_SET) == 0 &&
            std::fwrite(header.data(), 1, header.size(), file_) == header.size() && std::fflush(file_) == 0 &&
            ::fsync(::fileno(file_)) == 0 && ::rename(building_.c_str(), path_.c_str()) == 0;
    if (good_) return {};
    return std::unexpected(system_error("cannot write the posting lists", path_));
  }

 private:
  fs::path path_, building_;
  std::FILE* file_ = nullptr;
  std::uint64_t size_ = 0;
  bool good_ = true;
};

/// Packs one posting list.
class ListBuilder {
 public:
  void add(std::uint32_t document, std::uint32_t tf) {
    gaps_.push_back(document - last_);
    tfs_.push_back(tf);
    last_ = document;
    ++df_;
    if (gaps_.size() == PostingBlock::kSize) end_block();
  }

  /// The list's bytes; the builder is empty after that.
  std::string finish(std::string_view term) {
    if (!gaps_.empty()) end_block();
    std::string out;
    packed::put_text(out, term);
    packed::put_number(out, df_);
    packed::put_number(out, blocks_.size());
    if (df_ > PostingBlock::kSize) out += skips_;
    out += blocks_;
    *this = {};
    return out;
  }

 private:
  void end_block() {
    const std::uint32_t largest_gap = *std::ranges::max_element(gaps_), largest_tf = *std::ranges::max_element(tfs_);
    const std::size_t gap_width = largest_gap < 0x100 ? 1 : largest_gap < 0x10000 ? 2 : 4;
    const std::size_t tf_width = largest_tf <= 1 ? 0 : largest_tf < 0x100 ? 1 : 4;
    blocks_ += static_cast<char>(gap_width | tf_width << 4);
    for (const std::uint32_t number : gaps_) format::put_fixed(blocks_, number, gap_width);
    if (tf_width > 0) {
      for (const std::uint32_t number : tfs_) format::put_fixed(blocks_, number, tf_width);
    }
    format::put_fixed(skips_, last_, 4);
    format::put_fixed(skips_, blocks_.size(), 4);
    gaps_.clear();
    tfs_.clear();
  }

  std::string skips_, blocks_;
  std::vector<std::uint32_t> gaps_, tfs_; ///< of the block being filled
  std::uint64_t df_ = 0;
  std::uint32_t last_ = 0;
};

/// A term's hash and the offset of its list.
struct Entry {
  std::uint64_t hash, offset;
};

/// Open addressing, at most half full.
std::string table_of(const std::vector<Entry>& entries) {
  std::vector<std::uint64_t> cells(std::bit_ceil(2 * entries.size() + 2));
  for (const auto& [hash, offset] : entries) {
    std::size_t cell = hash & (cells.size() - 1);
    while (cells[cell] != 0) cell = (cell + 1) & (cells.size() - 1);
    cells[cell] = (hash & ~format::kOffsetMask) | offset;
  }
  return {reinterpret_cast<const char*>(cells.data()), cells.size() * format::kCellBytes};
}

} // namespace

Result<void> write_posting_lists(const Xapian::Database& database, std::uint64_t document_store_bytes,
                                 const fs::path& path) {
  return guarded([&]() -> Result<void> {
    Output output(path);
    output.write(std::string(format::kHeaderBytes, '\0'));
    std::vector<Entry> entries;
    ListBuilder list;
    for (auto term = database.allterms_begin(); term != database.allterms_end(); ++term) {
      const std::string text = *term;
      if (!is_word_term(text)) continue;
      const auto end = database.postlist_end(text);
      for (auto posting = database.postlist_begin(text); posting != end; ++posting) {
        list.add(*posting, posting.get_wdf());
      }
      entries.push_back({format::hash_of(text), output.size()});
      output.write(list.finish(text));
    }
    format::Header header{{document_store_bytes, database.get_doccount(), database.get_lastdocid()}, output.size(), 0};
    output.write(table_of(entries));
    header.size = output.size();
    return output.finish(format::header_bytes(header));
  });
}

void remove_other_posting_lists(const fs::path& generation, std::uint64_t revision) {
  for (const fs::path& path : entries_of(generation).value_or(std::vector<fs::path>())) {
    const bool is_one = path.filename().string().starts_with(kFilePrefix);
    std::error_code ignored;
    if (is_one && path != posting_list_file(generation, revision)) fs::remove(path, ignored);
  }
}

fs::path posting_list_file(const fs::path& generation, std::uint64_t revision) {
  return generation / (std::string(kFilePrefix) + std::to_string(revision) + ".trawl");
}

} // namespace trawl::index
