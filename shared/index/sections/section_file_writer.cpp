// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/sections/section_file_writer.h"

#include "shared/base/crc32c.h"
#include "shared/index/sections/section_format.h"

#include <algorithm>
#include <utility>

namespace trawl::index {
namespace {

using format::put;

constexpr std::size_t kBlock = std::size_t{1} << kChecksumBits; // bytes

std::string table_row(const SectionEntry& section) {
  std::string row = section.name;
  row.resize(format::kNameBytes);
  put(row, section.offset);
  put(row, section.size);
  row.resize(format::kVersionAt);
  put(row, std::uint16_t{1});
  row.resize(format::kEntryBytes);
  return row;
}

} // namespace

Result<SectionFileWriter> SectionFileWriter::create(const std::filesystem::path& path) {
  TRAWL_TRY(OutputFile file, OutputFile::create(path));
  SectionFileWriter writer(std::move(file));
  std::string header(format::kMagic);
  put(header, format::kVersion);
  header.resize(format::kHeaderBytes);
  writer.append(header);
  return writer;
}

void SectionFileWriter::append(std::string_view bytes) {
  file_.write(bytes);
  while (!bytes.empty()) {
    const std::size_t part = std::min<std::size_t>(bytes.size(), kBlock - size_ % kBlock);
    sum_ = crc32c(bytes.substr(0, part), sum_);
    size_ += part;
    bytes.remove_prefix(part);
    if (size_ % kBlock == 0) sums_.push_back(std::exchange(sum_, 0));
  }
}

void SectionFileWriter::add(std::string_view name, std::string_view bytes) {
  append(std::string((format::kAlignment - size_ % format::kAlignment) % format::kAlignment, '\0'));
  sections_.push_back({std::string(name), size_, bytes.size()});
  append(bytes);
}

Result<void> SectionFileWriter::finish() {
  if (size_ % kBlock != 0) sums_.push_back(sum_);
  std::ranges::sort(sections_, {}, &SectionEntry::name);
  std::string trailer;
  put(trailer, static_cast<std::uint32_t>(sections_.size()));
  put(trailer, std::uint32_t{kChecksumBits});
  for (const SectionEntry& section : sections_) trailer += table_row(section);
  for (const std::uint32_t sum : sums_) put(trailer, sum);
  std::string footer;
  put(footer, static_cast<std::uint64_t>(trailer.size()));
  put(footer, size_ + trailer.size() + format::kFooterBytes);
  put(footer, format::kVersion);
  put(footer, crc32c(trailer));
  footer += format::kMagic;
  file_.write(trailer);
  file_.write(footer);
  return file_.finish();
}

} // namespace trawl::index
