// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/article_markdown.h"

#include "shared/api/response/json_writer.h"
#include "shared/base/terminal_text.h"
#include "shared/content/markdown.h"
#include "shared/content/stored_content.h"

#include <string_view>
#include <vector>

namespace trawl::api {
namespace {

std::string yaml_text(std::string_view text) {
  std::string out = "\"";
  append_json_escaped(out, text);
  return out + "\"";
}

void add_field(std::string& out, std::string_view name, std::string_view value) {
  if (!value.empty()) out.append(name).append(": ").append(yaml_text(value)).append("\n");
}

void add_list(std::string& out, std::string_view name, const std::vector<std::string>& values) {
  if (values.empty()) return;
  out.append(name).append(":\n");
  for (const std::string& value : values) out += "  - " + yaml_text(value) + "\n";
}

} // namespace

std::string article_markdown(const Article& article) {
  std::string out = "---\n";
  add_field(out, "title", article.title);
  add_field(out, "url", article.url);
  add_list(out, "authors", article.authors);
  if (article.published) out += "published: " + to_text(*article.published) + "\n";
  add_field(out, "source", article.source);
  add_list(out, "tags", article.tags);
  add_field(out, "id", article.id);
  out += "---\n\n" + content::to_markdown(content::unpack_or_text(article.text, article.structure));
  return visible_text(out); // YAML forbids C1 controls, and people and language models read it
}

} // namespace trawl::api
