// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/xml/text.h"

#include <algorithm>

#include "indexer/html/charset.h"

namespace trawl::feed {
namespace {

/// Bytes that entities may add to a document: three bytes ("&a;") can expand to 256.
constexpr std::size_t kMaxGrowth = 1 << 20;

} // namespace

std::string XmlTextDecoder::decode(std::string_view raw) {
  if (raw.find('&') == std::string_view::npos) return without_controls(raw);
  std::string out;
  for (std::size_t at = 0; at < raw.size();) {
    const auto next = std::min(raw.find('&', at), raw.size());
    out += without_controls(raw.substr(at, next - at));
    if ((at = next) == raw.size()) break;
    const html::Reference reference = html::read_reference(raw.substr(at), entities_);
    if (reference.length == 0 || reference.foreign || reference.text.empty()) is_clean_ = false;
    if (reference.text.size() > reference.length) growth_ += reference.text.size() - reference.length;
    if (growth_ <= kMaxGrowth) out += reference.length ? reference.text : "&";
    at += reference.length ? reference.length : 1;
  }
  return out;
}

std::string XmlTextDecoder::without_controls(std::string_view raw) {
  std::string out;
  out.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const auto c = static_cast<unsigned char>(raw[i]);
    const bool is_c1 = c == 0xC2 && i + 1 < raw.size() && static_cast<unsigned char>(raw[i + 1]) < 0xA0;
    if (is_c1) {
      out += html::to_utf8(raw.substr(++i, 1), "windows-1252");
    } else if (c >= 0x20 || c == '\t' || c == '\n' || c == '\r') {
      out += raw[i];
    } else {
      is_clean_ = false;
    }
  }
  return out;
}

} // namespace trawl::feed
