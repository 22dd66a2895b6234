// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/engine/reader.h"

namespace trawl::api {

Result<store::ReaderMemory*> Reader::memory() {
  if (memory_ && memory_->is_in_place()) return &*memory_;
  memory_.reset();
  if (!directory_) return nullptr;
  TRAWL_TRY(memory_, store::ReaderMemory::open_for_reading(*directory_));
  return memory_ ? &*memory_ : nullptr;
}

Result<store::ReaderMemory*> Reader::memory_to_write() {
  if (!directory_ || !may_write_) return fail(ErrorCode::Permission, "nothing may be remembered here");
  TRAWL_TRY(const store::ReaderMemory* known, memory());
  if (known == nullptr || !known->may_write()) {
    TRAWL_TRY(memory_, store::ReaderMemory::open(*directory_));
  }
  return &*memory_;
}

Result<std::shared_ptr<const ReaderMarks>> Reader::marks() {
  TRAWL_TRY(store::ReaderMemory * known, memory());
  if (known == nullptr) return nullptr;
  return known->marks();
}

std::int64_t Reader::revision() {
  const auto known = memory();
  if (known && *known == nullptr) return 0;
  return known ? (*known)->revision().value_or(-1) : -1;
}

} // namespace trawl::api
