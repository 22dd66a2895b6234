// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/stories.h"

#include "shared/base/ascii.h"
#include "shared/url/url.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace trawl::search {
namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find_first_of(separators);
    parts.push_back(text.substr(0, end));
    if (end != std::string_view::npos) text.remove_prefix(end + 1);
  }
  return parts;
}

/// "zh", "zh-cn" and "zh_Hans-CN" name zh (RFC 5646).
bool names_language(std::string_view part, std::string_view language) {
  const std::vector<std::string_view> subtags = split(part, "-_");
  const auto is_script_or_region = [](std::string_view subtag) {
    return (subtag.size() == 2 || subtag.size() == 4) && std::ranges::all_of(subtag, ascii::is_alpha);
  };
  return ascii::to_lower(subtags.front()) == language &&
         std::all_of(subtags.begin() + 1, subtags.end(), is_script_or_region);
}

/// "post.zh.html", "post-zh.html" and "post_zh" as "post.html" and "post".
std::string name_in_any_language(std::string_view name, std::string_view language) {
  std::string out;
  for (std::string_view part : split(name, ".")) {
    if (part.data() != name.data() && names_language(part, language)) continue;
    const std::size_t last = part.find_last_of("-_");
    if (last != std::string_view::npos && last > 0 && ascii::to_lower(part.substr(last + 1)) == language)
      part = part.substr(0, last);
    out.append(out.empty() ? "" : ".").append(part);
  }
  return out;
}

std::string path_in_any_language(std::string_view path, std::string_view language) {
  std::string out;
  std::vector<std::string_view> segments = split(path, "/");
  std::erase_if(segments, [&](std::string_view segment) { return names_language(segment, language); });
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const bool is_last = i + 1 == segments.size();
    out.append(i == 0 ? "" : "/").append(is_last ? name_in_any_language(segments[i], language) : segments[i]);
  }
  return out;
}

std::string query_in_any_language(std::string_view query, std::string_view language) {
  std::string out;
  for (const std::string_view parameter : split(query, "&")) {
    const std::size_t equals = parameter.find('=');
    const bool is_language = equals != std::string_view::npos && names_language(parameter.substr(equals + 1), language);
    if (!is_language && !parameter.empty()) out.append(out.empty() ? "?" : "&").append(parameter);
  }
  return out;
}

/// What a document is compared by.
struct Told {
  std::uint32_t document = 0, source = 0, language = 0;
};

std::optional<Told> told_by(const index::Columns& columns, std::uint32_t document) {
  const index::ValueColumn* languages = columns.column("language");
  const auto sources = columns.source().of(document);
  if (languages == nullptr || sources.empty() || languages->of(document).empty()) return std::nullopt;
  return Told{document, sources.front(), languages->of(document).front()};
}

/// The sources that are among the documents in several languages.
std::set<std::uint32_t> translated_sources(const index::Columns& columns, const std::vector<std::uint32_t>& documents) {
  std::map<std::uint32_t, std::uint32_t> language_of;
  std::set<std::uint32_t> out;
  for (const std::uint32_t document : documents) {
    const auto told = told_by(columns, document);
    if (told && language_of.try_emplace(told->source, told->language).first->second != told->language)
      out.insert(told->source);
  }
  return out;
}

} // namespace

std::string address_in_any_language(std::string_view url, std::string_view language) {
  const auto parsed = url::parse(url);
  if (!parsed || language.empty()) return {};
  std::string_view host = parsed->host;
  if (const std::size_t dot = host.find('.');
      dot != std::string_view::npos && names_language(host.substr(0, dot), language))
    host.remove_prefix(dot + 1);
  return std::string(host) + path_in_any_language(parsed->path, language) +
         query_in_any_language(parsed->query.value_or(""), language);
}

Stories fold_translations(const Snapshot& snapshot, const std::vector<std::uint32_t>& documents) {
  const index::Columns& columns = snapshot.columns();
  const std::set<std::uint32_t> translated = translated_sources(columns, documents);
  if (translated.empty()) return {documents, {}};
  Stories out;
  std::map<std::pair<std::uint32_t, std::string>, Told> first;
  for (const std::uint32_t document : documents) {
    const auto told = told_by(columns, document);
    const auto article = told && translated.contains(told->source)
                             ? std::optional(snapshot.index->article(document, ArticlePart::Fields))
                             : std::nullopt;
    const std::string address =
        article && *article ? address_in_any_language((*article)->url, (*article)->language) : std::string();
    if (!address.empty()) {
      const Told& original = first.try_emplace({told->source, address}, *told).first->second;
      if (original.language != told->language) {
        out.translations[original.document].push_back(document);
        continue;
      }
    }
    out.documents.push_back(document);
  }
  return out;
}

} // namespace trawl::search
