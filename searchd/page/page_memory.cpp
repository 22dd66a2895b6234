// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_memory.h"

#include "searchd/page/page_request.h"
#include "searchd/page/page_view.h"
#include "shared/api/request/search_request.h"
#include "shared/api/service.h"
#include "shared/article/article_id.h"
#include "shared/base/html_escape.h"
#include "shared/base/terminal_text.h"
#include "shared/base/utf8.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ranges>
#include <span>
#include <utility>

namespace trawl::searchd {
namespace {

constexpr std::chrono::hours kUndoable{1};
constexpr std::size_t kMostArticles = 200'000; // of one "mark all as read"

struct MarkWords {
  const char* give; ///< names of the buttons
  const char* take;
  const char* give_text;
  const char* take_text;
  const char* give_icon; ///< classes of page.css
  const char* take_icon;
};

constexpr std::array<MarkWords, 3> kMarkWords{
    MarkWords{"read", "unread", "Mark as read", "Mark as unread", "check", "undo"},
    MarkWords{"star", "unstar", "Star", "Starred", "unstarred", "starred"},
    MarkWords{"later", "unlater", "Read later", "Kept for later", "clock", "check"}};

/// The page that the form is on, else the start page; with `is_undoable`, it offers to take back what was done.
std::string page_before(const RouteContext& context, const HttpRequest& request, bool is_undoable) {
  const std::string_view address = request.header("Referer");
  const std::string begin = context.base_url + "/?";
  const bool is_search =
      address.starts_with(begin) && std::ranges::all_of(address, [](char c) { return c > ' ' && c < '\x7f'; });
  auto parameters = api::parse_query_string(is_search ? address.substr(begin.size()) : "").value_or(api::Parameters{});
  std::erase_if(parameters, [](const api::Parameter& p) { return p.name == kUndo; });
  if (is_undoable) parameters.push_back({std::string(kUndo), "1"});
  return parameters.empty() ? "/" : "/?" + api::to_query_string(parameters);
}

/// Whether the form marks several articles as read.
bool marks_several(const api::Parameters& form) {
  return std::ranges::any_of(form, [](const api::Parameter& p) {
    return p.name == "read_all" || (p.name == "read" && p.value.contains(','));
  });
}

Result<search::SearchRequest> search_of(const std::string& query, Moment now) {
  auto parameters = api::parse_query_string(query);
  if (!parameters) return fail(ErrorCode::Usage, parameters.error().detail);
  std::erase_if(*parameters, [](const api::Parameter& p) {
    return p.name == "cursor" || p.name == "offset" || p.name == "pictures" || p.name == "limit" || p.value.empty();
  });
  auto asked = api::read_search_request(*parameters, now);
  if (!asked) return fail(ErrorCode::Usage, asked.error().detail);
  asked->search.q += " is:unread";
  if (asked->search.match == search::MatchMode::Most)
    asked->search.match = search::MatchMode::All; // those that are counted
  asked->search.snippets = 0;
  asked->search.per_source = 0;
  asked->search.group_by_source = false;
  return std::move(asked->search);
}

Result<void> read_all(const RouteContext& context, store::ReaderMemory& memory, const std::string& query) {
  TRAWL_TRY(search::SearchRequest request, search_of(query, context.now));
  request.sort = search::SortOrder::Newest;
  request.limit = search::kMaxLimit;
  std::vector<std::string> ids;
  do {
    TRAWL_TRY(auto found, context.engine.search(request, context.now));
    for (search::Hit& hit : found.hits) ids.push_back(std::move(hit.article.id));
    request.cursor = std::move(found.next);
  } while (!request.cursor.empty() && ids.size() < kMostArticles);
  if (ids.size() == 1) ids.push_back(ids.front()); // so that it can be taken back
  TRAWL_CHECK(memory.set(ReaderMark::Read, ids, true, context.now));
  return {};
}

/// For the number behind a name that another search has, too: " (500)".
constexpr std::size_t kNumberBytes = 6;

/// What the sources are called, by their ids.
std::map<std::string, std::string, std::less<>> labels_of_sources(api::Engine& engine) {
  std::map<std::string, std::string, std::less<>> labels;
  if (auto found = engine.sources()) {
    for (search::SourceStatus& source : found->sources)
      if (!source.label.empty()) labels.emplace(std::move(source.id), std::move(source.label));
  }
  return labels;
}

/// "attention · source: PyTorch Blog": how a search is called that the reader saves from its page.
std::string name_of(api::Engine& engine, const std::string& query) {
  std::string name;
  for (const api::Parameter& parameter : api::parse_query_string(query).value_or(api::Parameters{})) {
    if (parameter.value.empty()) continue;
    std::string value = parameter.value;
    if (parameter.name == "source") {
      const auto labels = labels_of_sources(engine);
      value.clear();
      for (const auto part : std::views::split(parameter.value, ',')) {
        const auto label = labels.find(std::string_view(part));
        value.append(value.empty() ? "" : ", ")
            .append(label == labels.end() ? std::string_view(part) : std::string_view(label->second));
      }
    }
    name += (name.empty() ? "" : " · ") + (parameter.name == "q" ? "" : parameter.name + ": ") + value;
  }
  name = utf8::repair(safe_text(name.empty() ? "All articles" : name));
  return std::string(utf8::truncate_bytes(name, store::ReaderMemory::kMaxNameBytes - kNumberBytes));
}

/// Saves a search under its words; another one of the same name keeps it.
Result<void> save(api::Engine& engine, store::ReaderMemory& memory, const std::string& query) {
  const std::string name = name_of(engine, query);
  std::string unused = name;
  for (int number = 2;; ++number) {
    TRAWL_TRY(const auto other, memory.search(unused));
    if (!other || other->parameters == query) break;
    unused = name + " (" + std::to_string(number) + ")";
  }
  return memory.save({unused, query, {}});
}

Result<void> apply(const RouteContext& context, store::ReaderMemory& memory, const api::Parameters& form) {
  const auto text = std::ranges::find(form, "text", &api::Parameter::name);
  for (std::size_t i = 0; i < kMarkWords.size(); ++i) {
    for (const bool gives : {true, false}) {
      std::vector<std::string> ids;
      for (const api::Parameter& field : form) {
        if (field.name != (gives ? kMarkWords.at(i).give : kMarkWords.at(i).take)) continue;
        for (const auto part : std::views::split(field.value, ',')) {
          if (is_article_id(std::string_view(part))) ids.emplace_back(std::string_view(part));
        }
      }
      if (!ids.empty()) TRAWL_CHECK(memory.set(static_cast<ReaderMark>(i), ids, gives, context.now));
    }
  }
  for (const auto& [name, value, whole] : form) {
    if (name == "note" && is_article_id(value))
      TRAWL_CHECK(memory.set_note(value, text == form.end() ? "" : text->value));
    if (name == "read_all") TRAWL_CHECK(read_all(context, memory, value));
    if (name == "undo") TRAWL_CHECK(memory.undo());
    if (name == "forget") TRAWL_CHECK(memory.forget(value));
    if (name == "save") {
      TRAWL_CHECK(search_of(value, context.now));
      TRAWL_CHECK(save(context.engine, memory, value));
    }
  }
  return {};
}

} // namespace

bool PageReader::has(ReaderMark mark, std::string_view id) const {
  return marks && std::ranges::binary_search(marks->with(mark), id);
}

PageReader page_reader(api::Engine& engine, Moment now) {
  api::Reader& reader = engine.reader();
  PageReader out{nullptr, reader.may_write()};
  const auto memory = reader.memory();
  if (memory && *memory == nullptr) return out;
  const auto marks = memory ? (*memory)->marks() : std::unexpected(memory.error());
  if (!marks) return {.problem = to_sentence(marks.error())};
  out.marks = *marks;
  out.undoable = (*memory)->undoable(now - kUndoable).value_or(0);
  return out;
}

std::vector<SavedRow> saved_rows(api::Engine& engine, Moment now) {
  std::vector<SavedRow> rows;
  const auto memory = engine.reader().memory();
  if (!memory || *memory == nullptr) return rows;
  for (const store::SavedSearch& saved : (*memory)->searches().value_or(std::vector<store::SavedSearch>{})) {
    auto& row = rows.emplace_back(SavedRow{saved.name, saved.parameters});
    auto request = search_of(saved.parameters, now);
    if (!request) continue;
    request->limit = 0;
    if (const auto found = engine.search(*request, now)) row.unread = found->total;
  }
  return rows;
}

std::string saved_name(api::Engine& engine, const std::string& query) {
  const auto memory = engine.reader().memory();
  if (!memory || *memory == nullptr) return {};
  const auto searches = (*memory)->searches().value_or(std::vector<store::SavedSearch>{});
  const auto saved = std::ranges::find(searches, query, &store::SavedSearch::parameters);
  return saved == searches.end() ? "" : saved->name;
}

std::map<std::string, std::string, std::less<>> notes_on(api::Engine& engine, const std::vector<search::Hit>& hits) {
  std::map<std::string, std::string, std::less<>> notes;
  const auto memory = engine.reader().memory();
  if (!memory || *memory == nullptr) return notes;
  for (const search::Hit& hit : hits) {
    std::string note = (*memory)->note(hit.article.id).value_or("");
    if (!note.empty()) notes.emplace(hit.article.id, std::move(note));
  }
  return notes;
}

std::string reader_form(const PageReader& reader) {
  if (!reader.problem.empty())
    return "<ul class=\"warnings\" role=\"status\"><li>What you read, starred and saved cannot be shown: " +
           html_escape(reader.problem) + "</li></ul>\n";
  if (!reader.may_write) return {};
  return "<form id=\"reader\" method=\"post\" action=\"/reader\" data-revision=\"" +
         std::to_string(reader.marks ? reader.marks->revision : 0) + "\"></form>\n";
}

std::string reader_button(const PageReader& reader, std::string_view name, const std::string& value,
                          std::string_view text, const std::string& attributes) {
  if (!reader.may_write) return {};
  return "<button form=\"reader\" name=\"" + std::string(name) + "\" value=\"" + html_escape(value) + "\"" +
         attributes + ">" + std::string(text) + "</button>";
}

std::string mark_button(const PageReader& reader, ReaderMark mark, const std::string& id, bool is_in_list) {
  const MarkWords& words = kMarkWords.at(static_cast<std::size_t>(mark));
  const bool has_mark = reader.has(mark, id);
  const std::string name = has_mark ? words.take : words.give, label = has_mark ? words.take_text : words.give_text;
  if (!is_in_list)
    return reader_button(reader, name, id, icon(has_mark ? words.take_icon : words.give_icon),
                         " title=\"" + label + "\" aria-label=\"" + label + "\"");
  return reader_button(reader, name, id, icon("unstarred"),
                       std::string(" class=\"star\" aria-label=\"Star\" aria-pressed=\"") +
                           (has_mark ? "true" : "false") + "\"");
}

std::string read_these_button(const PageReader& reader, const std::string& ids) {
  return reader_button(reader, "read", ids, "Mark these as read", " class=\"quiet-button\"");
}

std::string read_all_button(const PageReader& reader, const std::string& query) {
  return reader_button(reader, "read_all", query, "Mark all as read", " class=\"quiet-button\"");
}

std::string undo_line(const PageReader& reader) {
  if (reader.undoable == 0 || !reader.may_write) return {};
  return "<p class=\"guess\" role=\"status\">" + grouped_digits(reader.undoable) +
         (reader.undoable == 1 ? " article was" : " articles were") + " marked as read. " +
         reader_button(reader, "undo", "1", "Undo", " class=\"quiet-button\"") + "</p>\n";
}

std::string render_note(const PageReader& reader, const std::string& id, const std::string& note) {
  if (!reader.may_write) return {};
  return "<details class=\"note\"" + std::string(note.empty() ? "" : " open") +
         "><summary>Note</summary><form method=\"post\" action=\"/reader\"><input type=\"hidden\" name=\"note\" "
         "value=\"" +
         html_escape(id) + "\"><textarea name=\"text\" rows=\"4\" maxlength=\"10000\" aria-label=\"Note\" " +
         "placeholder=\"A passage after &gt; is marked in the text.\">\n" + html_escape(note) +
         "</textarea><button class=\"button\">Keep note</button></form></details>\n";
}

RouteAnswer change_memory(const RouteContext& context, const HttpRequest& request) {
  auto memory = context.engine.reader().memory_to_write();
  if (!memory && memory.error().code == ErrorCode::Permission)
    return std::unexpected(api::http_problem(403, "This server remembers nothing; see --read-only."));
  if (!memory) return std::unexpected(api::to_problem(memory.error()));
  TRAWL_TRY(const api::Parameters form, api::parse_query_string(request.body));
  if (const auto done = apply(context, **memory, form); !done) return std::unexpected(api::to_problem(done.error()));
  HttpResponse response{303, "", "", {}};
  if (request.header("Accept").contains("text/html")) {
    response.set_header("Location", page_before(context, request, marks_several(form)));
  } else {
    response = {
        200, std::string(api::kJson), "{\"revision\":" + std::to_string((*memory)->revision().value_or(0)) + "}", {}};
  }
  response.set_header("Cache-Control", "no-store");
  return response;
}

} // namespace trawl::searchd
