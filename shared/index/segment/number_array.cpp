// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/number_array.h"

#include "shared/base/per_thread.h"

#include <vector>

namespace trawl::index {
namespace {

/// This many numbers are read one by one before the whole section is checked.
constexpr std::uint32_t kSingleReads = 2'000;

struct Zeros {
  std::vector<std::uint8_t> bytes;
};

} // namespace

NumberArray::NumberArray(const SegmentFile& file, std::string_view name, std::size_t expected)
    : file_(file), size_(expected) {
  const SectionEntry* entry = file.find(name);
  if (entry == nullptr) return;
  offset_ = entry->offset;
  data_ = file.unchecked(offset_);
  least_ = entry->least;
  width_ = entry->width;
  const bool known = width_ == 1 || width_ == 2 || width_ == 4 || width_ == 8;
  fits_ = known && entry->size == expected * width_;
}

bool NumberArray::check() const {
  if (!fits_ || !file_.is_sound(offset_, size_ * width_)) {
    file_.note_damage();
    return false;
  }
  is_checked_.store(true, std::memory_order_relaxed);
  return true;
}

bool NumberArray::check_one(std::size_t i) const {
  if (!fits_ || single_reads_.fetch_add(1, std::memory_order_relaxed) >= kSingleReads) return check();
  return file_.is_sound(offset_ + i * width_, width_);
}

const std::uint8_t* NumberArray::zeros() const {
  std::vector<std::uint8_t>& none = PerThread<Zeros>::get().bytes;
  if (none.size() < size_) none.resize(size_);
  return none.data();
}

} // namespace trawl::index
