// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/inspect/inspect.h"

#include "indexer/html/charset.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace trawl::commands {
namespace {

/// XML or HTML, by the content type, else by the first bytes.
html::Markup markup_of(std::string_view bytes, std::string_view content_type) {
  const auto first = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
  const bool xml = content_type.contains("xml") || bytes.substr(first).starts_with("<?xml");
  return xml ? html::Markup::Xml : html::Markup::Html;
}

std::string_view source_name(html::CharsetSource source) {
  switch (source) {
  case html::CharsetSource::Bom:
    return "bom";
  case html::CharsetSource::Header:
    return "header";
  case html::CharsetSource::Declaration:
    return "declaration";
  case html::CharsetSource::Utf8:
    return "utf8";
  case html::CharsetSource::Guess:
    return "guess";
  case html::CharsetSource::Default:
    return "default";
  }
  return "default";
}

} // namespace

InspectAnswer answer_charset(const InspectRequest& request) {
  InspectAnswer answer = request.answer();
  if (request.label) {
    const std::string encoding = html::encoding_for_label(*request.label);
    answer["encoding"] = encoding.empty() ? InspectAnswer() : InspectAnswer(encoding);
  } else if (const auto bytes = request.content(); !bytes) {
    answer["error"] = to_sentence(bytes.error());
  } else {
    const std::string& type = request.content_type;
    const html::Decoded decoded = html::decode(*bytes, type, markup_of(*bytes, type));
    answer["encoding"] = decoded.encoding;
    answer["source"] = source_name(decoded.source);
  }
  return answer;
}

} // namespace trawl::commands
