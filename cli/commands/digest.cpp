// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/commands/fresh.h"
#include "cli/commands/output.h"
#include "cli/process.h"
#include "cli/render/article_text.h"
#include "cli/render/wording.h"
#include "shared/base/data_directory.h"
#include "shared/base/date_time.h"
#include "shared/base/json.h"
#include "shared/content/html.h"
#include "shared/content/markdown.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <iterator>
#include <set>
#include <utility>

namespace trawl::cli {
namespace {

using content::Content;
using content::Kind;
using content::Node;
using store::ReaderMemory;

constexpr std::size_t kMostOthers = 20; // articles that no saved search finds and whose source has no star

Node text_node(std::string text) { return {.kind = Kind::Text, .text = std::move(text)}; }
Node block(Kind kind, std::vector<Node> children) { return {.kind = kind, .children = std::move(children)}; }
Node paragraph(std::string text) { return block(Kind::Paragraph, {text_node(std::move(text))}); }
Node heading(std::string text, std::uint32_t level) {
  return {.kind = Kind::Heading, .number = level, .children = {text_node(std::move(text))}};
}

/// "Title · PyTorch Blog · 8 min", and below it how it begins or what was found.
Node row_of(const Answer& hit) {
  std::string about = " · " + text_at(hit.value("source", Answer::object()), "label");
  if (const std::string day = text_at(hit, "published").substr(0, 10); !day.empty()) about += " · " + day;
  if (const auto minutes = number_at(hit, "reading_minutes"); minutes > 0)
    about += " · " + std::to_string(minutes) + " min";
  Node title = text_node(text_at(hit, "title"));
  const std::string url = text_at(hit, "url");
  if (content::is_safe_address(url)) title = {.kind = Kind::Link, .attribute = url, .children = {title}};
  Node row = block(Kind::Item, {block(Kind::Paragraph, {title, text_node(about)})});
  for (const auto& passage : hit.value("snippets", Answer::array()))
    row.children.push_back(paragraph(text_at(passage, "text")));
  return row;
}

/// The sources of which the reader starred an article.
Result<std::set<std::string>> starred_sources(Client& client) {
  TRAWL_TRY(const Answer facet, ask(client, "/v1/facets/source", {{"q", "is:starred"}}));
  std::set<std::string> sources;
  for (const auto& value : facet.value("values", Answer::array())) sources.insert(text_at(value, "value"));
  return sources;
}

/// "distillation (5 articles), …"; empty if nothing is rising.
Result<std::string> rising_terms(Client& client) {
  TRAWL_TRY(const Answer trending, ask(client, "/v1/trending", {{"window", "7d"}}));
  std::string text;
  for (const auto& term : trending.value("terms", Answer::array()))
    text +=
        (text.empty() ? "" : ", ") + text_at(term, "term") + " (" + plural(number_at(term, "count"), "article") + ")";
  return text;
}

/// Everything new since the last one: what each saved search finds, what sources with starred articles published, then
/// the rest. Each article is once in it.
class Digest {
 public:
  Digest(const Settings& settings, Client& client, ReaderMemory& memory)
      : settings_(settings), client_(client), memory_(memory) {}

  Result<void> gather() {
    TRAWL_TRY(Fresh everything, ask(""));
    write_notes(settings_, everything.search);
    passed_ = std::move(everything.passed);
    std::vector<Answer> others(everything.search["hits"].begin(), everything.search["hits"].end());
    for (const Answer& hit : others) fresh_.insert(text_at(hit, "id"));
    TRAWL_TRY(const auto searches, memory_.searches());
    for (const store::SavedSearch& saved : searches) {
      const auto found = ask(saved.parameters);
      if (!found && leaves_out(saved, found.error())) continue;
      TRAWL_CHECK(found);
      write_notes(settings_, found->search);
      add(saved.name, found->search["hits"]);
    }
    TRAWL_TRY(const auto starred, starred_sources(client_));
    std::vector<Answer> of_starred;
    std::ranges::copy_if(others, std::back_inserter(of_starred), [&](const Answer& hit) {
      return starred.contains(text_at(hit.value("source", Answer::object()), "id"));
    });
    add("Sources with a star", of_starred);
    std::erase_if(others, [&](const Answer& hit) { return shown_.contains(text_at(hit, "id")); });
    const std::size_t more = others.size() - std::min(others.size(), kMostOthers);
    others.resize(others.size() - more);
    add(content_.empty() ? "New articles" : "Other new articles", others);
    if (more > 0) content_.push_back(paragraph("And " + plural(more, "more article") + ", which `trawl new` shows."));
    if (shown_.empty()) return {};
    TRAWL_TRY(const std::string rising, rising_terms(client_));
    if (!rising.empty()) content_.insert(content_.end(), {heading("Rising this week", 2), paragraph(rising)});
    content_.insert(content_.begin(), heading(title(), 1));
    return {};
  }

  std::string title() const { return "Trawl: " + plural(shown_.size(), "new article"); }
  /// Empty if nothing is new.
  const Content& content() const { return content_; }
  /// How many articles a first digest leaves out.
  std::size_t passed() const { return passed_.size(); }

  /// Remembers that this was shown.
  Result<void> remember() const {
    std::vector<std::string> ids = passed_;
    ids.insert(ids.end(), shown_.begin(), shown_.end());
    return memory_.add_shown(store::kDigests, ids, now());
  }

 private:
  /// What a search finds and no digest has shown.
  Result<Fresh> ask(const std::string& parameters) {
    TRAWL_TRY(const auto last, memory_.search(store::kDigests));
    const store::SavedSearch asked{store::kDigests, parameters, last ? last->seen : std::nullopt};
    return ask_fresh(client_, memory_, asked, {.form = {{"highlight", "none"}}});
  }

  /// Adds those that are new and not yet in it, if there are any.
  template <typename Hits>
  void add(const std::string& name, const Hits& hits) {
    Node list{.kind = Kind::List};
    for (const Answer& hit : hits) {
      const std::string id = text_at(hit, "id");
      if (fresh_.contains(id) && shown_.insert(id).second) list.children.push_back(row_of(hit));
    }
    if (!list.children.empty()) content_.insert(content_.end(), {heading(name, 2), std::move(list)});
  }

  const Settings& settings_;
  Client& client_;
  ReaderMemory& memory_;
  Content content_;
  std::set<std::string> fresh_, shown_; ///< what is new, and what of it is in this digest
  std::vector<std::string> passed_;
};

std::string as_html(const Digest& digest) {
  const Content below_title(digest.content().begin() + 1, digest.content().end());
  return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + digest.title() +
         "</title></head><body>\n<h1>" + digest.title() + "</h1>\n" + content::to_html(below_title) +
         "</body></html>\n";
}

std::string as_text(const Digest& digest, const Settings& settings, const Style& style) {
  if (settings.format == Format::Html) return as_html(digest);
  if (settings.format == Format::Markdown) return safe_lines(content::to_markdown(digest.content()));
  return content_for_people(digest.content(), style);
}

} // namespace

Result<int> run_digest(const Settings& settings) {
  TRAWL_TRY(auto memory, ReaderMemory::open(choose_data_directory(settings.data)));
  TRAWL_TRY(const auto client, make_client(settings));
  Digest digest(settings, *client, memory);
  TRAWL_CHECK(digest.gather());
  const bool is_empty = digest.content().empty();
  bool is_taken = true;
  if (is_empty) {
    notes(settings) << "nothing is new" << (digest.passed() > 0 ? "; " + note_on_passed(digest.passed()) : "") << "\n";
  } else {
    const Style style = detect_style(settings.color);
    const bool is_paged = settings.pager && style.terminal && settings.format == Format::Human;
    const std::array<std::string, 2> pieces{as_text(digest, settings, style), ""}; // two: so that it waits for a reader
    TRAWL_TRY(const std::size_t taken, write_pieces(pieces, is_paged));
    is_taken = taken == pieces.size();
  }
  if (is_taken && !settings.keep) TRAWL_CHECK(digest.remember());
  return is_empty ? kNothingFound : kFound;
}

} // namespace trawl::cli
