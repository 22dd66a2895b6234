// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/kept_bodies.h"

#include "searchd/http/content_coding.h"

#include <utility>

namespace trawl::searchd {
namespace {

constexpr std::size_t kMaxBodies = 64;
constexpr std::size_t kMinCompressed = 1'000; // a smaller answer fits into one packet anyway

} // namespace

KeptBodies::Body KeptBodies::find(std::string_view key) {
  const std::lock_guard lock(mutex_);
  const auto found = bodies_.find(key);
  return found == bodies_.end() ? nullptr : found->second;
}

KeptBodies::Body KeptBodies::keep(std::string key, std::string body) {
  Body kept = std::make_shared<const std::string>(std::move(body));
  const std::lock_guard lock(mutex_);
  if (bodies_.size() >= kMaxBodies) bodies_.clear();
  bodies_[std::move(key)] = kept;
  return kept;
}

void KeptBodies::compress(HttpResponse& response, std::string_view accept_encoding) {
  if (response.status != 200 || response.body.size() < kMinCompressed) return;
  if (!is_compressible(response.content_type)) return;
  const Coding coding = preferred_coding(accept_encoding);
  if (coding == Coding::Identity) return;
  const std::string name(coding_name(coding));
  Body kept;
  const std::string tag(response.header("ETag"));
  if (response.reuse == Reuse::None || tag.empty()) {
    kept = std::make_shared<const std::string>(encode(response.body, coding, Effort::Quick));
  } else {
    // Brotli's thorough level takes 60 ms for 30 kB: worth it for files that change with the program only.
    const Effort effort = response.reuse == Reuse::Forever ? Effort::Thorough : Effort::Quick;
    const std::string key = name + " " + tag;
    kept = find(key);
    if (!kept) kept = keep(key, encode(response.body, coding, effort));
  }
  if (kept->empty() || kept->size() >= response.body.size()) return;
  response.body = *kept;
  response.set_header("Content-Encoding", name);
}

} // namespace trawl::searchd
