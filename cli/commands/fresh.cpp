// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/fresh.h"

#include "cli/commands/output.h"
#include "shared/api/request/parameters.h"
#include "shared/article/reader_marks.h"
#include "shared/base/date_time.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <set>
#include <utility>

namespace trawl::cli {

using store::ReaderMemory;

constexpr int kFirstDays = 7; ///< what a search shows when it is asked for the first time

std::string note_on_passed(std::size_t count, const std::string& name) {
  const std::string command = "trawl new " + (name.empty() ? "" : (name.contains(' ') ? "'" + name + "'" : name) + " ");
  return "the first time, only the last " + std::to_string(kFirstDays) + " days count; `" + command + "--past` shows " +
         plural(count, "article") + " that are older or undated";
}

Parameters parameters_of(const store::SavedSearch& saved) {
  constexpr std::array<std::string_view, 7> kOfShowing{"sort",   "limit",    "offset",   "cursor",
                                                       "fields", "snippets", "highlight"};
  Parameters out;
  for (auto& [name, value, whole] : api::parse_query_string(saved.parameters).value_or(api::Parameters{})) {
    if (std::ranges::find(kOfShowing, name) == kOfShowing.end()) out.emplace_back(name, value);
  }
  return out;
}

Parameters asked_for(const store::SavedSearch& saved) {
  Parameters parameters = parameters_of(saved);
  as_typed_unless_told(parameters);
  return parameters;
}

Result<void> visit_pages(Client& client, Parameters parameters, const std::function<bool(Answer&)>& visit) {
  parameters.emplace_back("sort", "newest");
  parameters.emplace_back("limit", "100");
  for (Answer cursor = ""; cursor.is_string();) {
    Parameters page = parameters;
    if (cursor != "") page.emplace_back("cursor", cursor.get<std::string>());
    TRAWL_TRY(Answer found, ask(client, "/v1/search", page));
    cursor = found.value("next", Answer());
    if (!visit(found)) return {};
  }
  return {};
}

namespace {

constexpr std::size_t kMostAsked = 20'000; // articles of one search, newest first

/// What is remembered of one that a first look passed over.
std::string passed_as(const std::string& shown) { return "passed " + shown; }

/// The articles that are new, by id. After the first look, an article without a date is new when it is found.
Result<std::set<std::string>> new_ids(Client& client, ReaderMemory& memory, const store::SavedSearch& saved, bool past,
                                      Parameters parameters, std::vector<std::string>& passed) {
  TRAWL_TRY(const auto shown, memory.shown(saved.name));
  TRAWL_TRY(const auto marks, memory.marks());
  const auto is_read = [&](const std::string& id) {
    return std::ranges::binary_search(marks->with(ReaderMark::Read), id);
  };
  const Moment first = now() - std::chrono::days(kFirstDays);
  parameters.emplace_back("fields", "id,published");
  parameters.emplace_back("snippets", "0");
  std::set<std::string> fresh;
  std::size_t asked = 0;
  TRAWL_CHECK(visit_pages(client, parameters, [&](Answer& page) {
    for (const auto& hit : page.value("hits", Answer::array())) {
      const std::string id = text_at(hit, "id");
      ++asked;
      if (shown.contains(id) || is_read(id) || (!past && shown.contains(passed_as(id)))) continue;
      const auto published = parse_rfc3339(text_at(hit, "published"));
      const bool is_past = !saved.seen && !past && (!published || published->time < first);
      if (is_past) passed.push_back(passed_as(id));
      if (!is_past) fresh.insert(id);
    }
    return asked < kMostAsked;
  }));
  return fresh;
}

} // namespace

Result<Fresh> ask_fresh(Client& client, ReaderMemory& memory, const store::SavedSearch& saved,
                        const FreshRequest& request) {
  Fresh fresh;
  Parameters parameters = asked_for(saved);
  TRAWL_TRY(const auto ids, new_ids(client, memory, saved, request.past, parameters, fresh.passed));
  const std::size_t wanted = std::min(ids.size(), request.most);
  parameters.insert(parameters.end(), request.form.begin(), request.form.end());
  Answer hits = Answer::array();
  TRAWL_CHECK(visit_pages(client, parameters, [&](Answer& page) {
    for (const auto& hit : page.value("hits", Answer::array())) {
      if (hits.size() < wanted && ids.contains(text_at(hit, "id"))) hits.push_back(hit);
    }
    if (fresh.search.is_null())
      fresh.search = std::move(page);
    else
      merge_warnings(fresh.search, page);
    return hits.size() < wanted;
  }));
  fresh.search["offset"] = 0;
  fresh.search["total"] = ids.size();
  fresh.search["hits"] = std::move(hits);
  return fresh;
}

bool leaves_out(const store::SavedSearch& saved, const Error& error) {
  if (saved.name.empty() || error.code != ErrorCode::Usage) return false;
  std::cerr << "note: the saved search '" << safe_text(saved.name) << "' was left out: " << to_sentence(error) << "\n";
  return true;
}

} // namespace trawl::cli
