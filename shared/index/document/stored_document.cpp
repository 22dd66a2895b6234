// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/document/stored_document.h"

#include "shared/base/packed.h"
#include "shared/index/document/stored_fields.h"
#include "shared/index/document/text_blocks.h"
#include "shared/text/excerpt.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace trawl::index {
namespace {

/// Words of the text in a line of its own.
constexpr std::size_t kSampleWords = 10;
/// Of a longer text the pieces are compressed, so that a passage is read alone. Xapian compresses what is not.
constexpr std::size_t kMostPlain = 2'000;

constexpr std::string_view kRecord = "record=";
/// Stand for an end of line, and for the first of them itself.
constexpr char kEscape = '\x1B', kEscapedLine = 'n', kEscapedEscape = 'e';

/// One line for each field. What is in values is not repeated.
std::string lines_of(const Article& article) {
  std::string out;
  const auto add = [&](std::string_view name, std::string value) {
    if (value.empty()) return;
    std::ranges::replace_if(value, [](unsigned char c) { return c < ' '; }, ' ');
    out.append(name).append("=").append(value) += '\n';
  };
  add("url", article.url);
  add("title", article.title);
  add("sample", text::excerpt(article.text, kSampleWords));
  if (article.published) add("modtime", std::to_string(article.published->time.time_since_epoch().count()));
  add("id", article.id);
  return out;
}

void append_escaped(std::string& out, std::string_view bytes) {
  for (const char c : bytes) {
    if (c == '\n' || c == kEscape) {
      out += kEscape;
      out += c == '\n' ? kEscapedLine : kEscapedEscape;
    } else {
      out += c;
    }
  }
}

std::string unescaped(std::string_view line) {
  std::string out;
  out.reserve(line.size());
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(kEscape), line.size());
    out += line.substr(0, end);
    line.remove_prefix(end);
    if (line.size() >= 2) out += line[1] == kEscapedLine ? '\n' : kEscape;
    line.remove_prefix(std::min<std::size_t>(2, line.size()));
  }
  return out;
}

} // namespace

std::string document_data(const Article& article, std::span<const text::Landmark> landmarks) {
  // Passages come only from the text.
  std::vector<text::Landmark> in_text(landmarks.begin(), landmarks.end());
  std::erase_if(in_text, [&](const text::Landmark& landmark) { return landmark.begin >= article.text.size(); });
  const bool is_long = article.text.size() > kMostPlain;
  std::string record;
  const auto put = [&](const std::string& piece) {
    is_long ? put_piece(record, piece, nullptr) : put_plain_piece(record, piece);
  };
  put(pack_stored_fields(article));
  packed::put_text(record, pack_text(article.text, in_text, is_long));
  put(article.structure);
  std::string data = lines_of(article);
  data += kRecord;
  append_escaped(data, record);
  return data;
}

StoredDocument read_document_data(std::string_view data) {
  data.remove_prefix(data.rfind('\n') + 1); // from the beginning if there is none
  if (!data.starts_with(kRecord)) return {};
  auto bytes = std::make_shared<const std::string>(unescaped(data.substr(kRecord.size())));
  std::string_view in = *bytes;
  StoredDocument document;
  const bool fits = take_piece(in, nullptr, document.stored_fields) && packed::take_text(in, document.text) &&
                    take_piece(in, nullptr, document.structure) && in.empty();
  if (!fits) return {};
  document.bytes = std::move(bytes);
  return document;
}

} // namespace trawl::index
