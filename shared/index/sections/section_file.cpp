// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/sections/section_file.h"

#include "shared/base/crc32c.h"
#include "shared/base/system_error.h"
#include "shared/index/sections/section_format.h"

#include <algorithm>
#include <system_error>

namespace trawl::index {
namespace {

using format::get;

std::unexpected<Error> damaged(const std::filesystem::path& path, std::string what) {
  return fail(ErrorCode::IndexDamaged, "a file of the index is damaged: " + what, path.string(),
              "run `trawl index rebuild`");
}

} // namespace

Result<std::shared_ptr<const SectionFile>> SectionFile::open(const std::filesystem::path& path) {
  std::error_code status;
  const std::uintmax_t size = std::filesystem::file_size(path, status);
  if (status == std::errc::no_such_file_or_directory) return damaged(path, "it is gone");
  if (status) return std::unexpected(system_error(status.value(), "cannot open", path));
  if (size < format::kHeaderBytes + format::kFooterBytes) return damaged(path, "it is too short");
  std::shared_ptr<SectionFile> file(new SectionFile);
  TRAWL_TRY(file->file_, map_file(path, size));
  const std::string_view bytes = file->file_.bytes;
  const std::string_view footer = bytes.substr(size - format::kFooterBytes);
  const auto trailer_size = get<std::uint64_t>(footer, 0);
  const bool is_ours = footer.substr(24) == format::kMagic && get<std::uint64_t>(footer, 8) == size &&
                       get<std::uint32_t>(footer, 16) == format::kVersion &&
                       trailer_size <= size - format::kHeaderBytes - format::kFooterBytes;
  if (!is_ours) return damaged(path, "it does not end as a file of sections does");
  const std::size_t body = size - format::kFooterBytes - trailer_size;
  const std::string_view trailer = bytes.substr(body, trailer_size);
  file->checksum_ = crc32c(trailer);
  if (file->checksum_ != get<std::uint32_t>(footer, 20)) return damaged(path, "its table has a wrong checksum");
  file->body_ = bytes.substr(0, body);
  if (!file->read_table(trailer)) return damaged(path, "its table does not fit");
  file->states_ = std::make_unique<std::atomic<std::uint8_t>[]>(file->sums_.size() / 4);
  return file;
}

bool SectionFile::read_table(std::string_view trailer) {
  const auto count = get<std::uint32_t>(trailer, 0);
  const auto bits = get<std::uint32_t>(trailer, 4);
  if (bits == 0 || bits > format::kMostBlockBits) return false;
  block_bits_ = bits;
  const std::size_t blocks = (body_.size() + (std::size_t{1} << block_bits_) - 1) >> block_bits_;
  if (trailer.size() != 8 + count * format::kEntryBytes + blocks * 4) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view row = trailer.substr(8 + i * format::kEntryBytes, format::kEntryBytes);
    SectionEntry entry;
    entry.name = row.substr(0, row.substr(0, format::kNameBytes).find('\0'));
    if (entry.name.size() > format::kNameBytes) entry.name.resize(format::kNameBytes);
    entry.offset = get<std::uint64_t>(row, 16);
    entry.size = get<std::uint64_t>(row, 24);
    if (entry.offset > body_.size() || entry.size > body_.size() - entry.offset) return false;
    sections_.push_back(std::move(entry));
  }
  sums_ = trailer.substr(8 + count * format::kEntryBytes);
  return std::ranges::is_sorted(sections_, {}, &SectionEntry::name);
}

const SectionEntry* SectionFile::find(std::string_view name) const {
  const auto it = std::ranges::lower_bound(sections_, name, {}, &SectionEntry::name);
  return it != sections_.end() && it->name == name ? &*it : nullptr;
}

bool SectionFile::check(std::uint64_t block) const {
  std::atomic<std::uint8_t>& state = states_[block];
  if (state.load(std::memory_order_relaxed) == kUnknown) {
    const std::string_view bytes = body_.substr(block << block_bits_, std::size_t{1} << block_bits_);
    const bool is_good = crc32c(bytes) == get<std::uint32_t>(sums_, block * 4);
    state.store(is_good ? kSound : kDamaged, std::memory_order_relaxed);
  }
  if (state.load(std::memory_order_relaxed) == kSound) return true;
  note_damage();
  return false;
}

bool SectionFile::check_all() const {
  bool all = true;
  for (std::uint64_t block = 0; block << block_bits_ < body_.size(); ++block) all = check(block) && all;
  return all;
}

Section::Section(const SectionFile& file, std::string_view name) {
  const SectionEntry* entry = file.find(name);
  if (entry == nullptr) return;
  file_ = &file;
  offset_ = entry->offset;
  size_ = entry->size;
}

} // namespace trawl::index
