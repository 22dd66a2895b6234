// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/inspect/inspect.h"

#include "indexer/commands/inspect/inspect_request.h"
#include "indexer/html/charset.h"
#include "shared/base/file.h"
#include "shared/base/json.h"

namespace trawl::commands {
namespace {

using nlohmann::ordered_json;

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

void answer_label(const std::string& label, ordered_json& answer) {
  const std::string encoding = html::encoding_for_label(label);
  answer["encoding"] = encoding.empty() ? ordered_json() : ordered_json(encoding);
}

} // namespace

std::string inspect_charset(std::string_view request) {
  const InspectRequest asked = read_inspect_request(request);
  ordered_json answer = {{"id", asked.id}};
  if (!asked.error.empty()) {
    answer["error"] = asked.error;
  } else if (asked.has("label")) {
    answer_label(asked.text("label"), answer);
  } else if (const auto bytes = read_file(asked.text("path")); !bytes) {
    answer["error"] = to_sentence(bytes.error());
  } else {
    const std::string type = asked.text("content_type");
    const html::Decoded decoded = html::decode(*bytes, type, markup_of(*bytes, type));
    answer["encoding"] = decoded.encoding;
    answer["source"] = source_name(decoded.source);
  }
  return json_text(answer);
}

} // namespace trawl::commands
