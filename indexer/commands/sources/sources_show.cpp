// SPDX-License-Identifier: GPL-3.0-or-later
// `sources list`, `show`, `status` and `export`: these only read the catalogue.
#include "indexer/commands/commands.h"
#include "indexer/commands/counted.h"
#include "indexer/commands/report.h"
#include "indexer/commands/workspace.h"
#include "indexer/crawl/frontier/schedule.h"
#include "indexer/feed/opml.h"
#include "indexer/store/host_store.h"
#include "indexer/store/open_store.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"
#include "shared/url/url.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

namespace trawl::commands {
namespace {

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text + "  ";
}

const char* name_of(schema::SourceKind kind) {
  return kind == schema::SourceKind::Feed ? "feed" : kind == schema::SourceKind::Sitemap ? "sitemap" : "page_list";
}

std::size_t longest_id(const std::vector<schema::SourceDefinition>& sources) {
  std::size_t longest = 0;
  for (const auto& source : sources) longest = std::max(longest, source.id.size());
  return longest;
}

feed::OpmlFeed to_outline(const schema::SourceDefinition& source) {
  feed::OpmlFeed outline;
  outline.title = source.label;
  outline.feed_url = source.seed.url;
  outline.home_url = source.homepage;
  outline.note = source.note;
  outline.is_feed = source.seed.kind == schema::SourceKind::Feed;
  return outline;
}

/// Failed pages of one host, for the same reason: a host that is down may have fifty thousand.
struct FailureGroup {
  std::string host, code;
  const store::Failure* first = nullptr;
  std::size_t pages = 0;

  /// Names the first page.
  std::string sentence() const {
    return first->sentence.contains(first->url) ? first->sentence : first->url + ": " + first->sentence;
  }
};

std::vector<FailureGroup> groups_of(const std::vector<store::Failure>& failures) {
  std::map<std::pair<std::string, std::string>, FailureGroup> groups;
  for (const auto& failure : failures) {
    const auto address = url::parse(failure.url);
    const std::string host = address ? address->origin() : failure.url;
    FailureGroup& group = groups[{host, failure.code}];
    if (group.pages++ == 0) group = {host, failure.code, &failure, 1};
  }
  const auto values = std::views::values(groups);
  return {values.begin(), values.end()};
}

void print_failures(const std::vector<store::Failure>& failures) {
  for (const FailureGroup& group : groups_of(failures)) {
    std::cout << "    " << group.code << "  ";
    if (group.pages > 1) std::cout << counted(group.pages, "page") << " of " << safe_text(group.host) << ", such as ";
    std::cout << safe_text(group.sentence()) << "\n";
  }
}

/// A feed, sitemap or list of a source, and when it is asked next.
struct ListPlan {
  std::string url, address; ///< as configured, and where it is now
  Moment succeeded_at{}, next{};
  bool waits = false;     ///< its host wants, or is given, a pause until then
  bool is_paused = false; ///< it is gone (410), and asked again on demand only
};

/// Those of each source, its own seed first.
Result<std::map<std::string, std::vector<ListPlan>>> plans_of(const std::vector<schema::SourceDefinition>& sources,
                                                              store::Database& database, Moment now) {
  std::map<std::string, Moment> closed; // by host
  TRAWL_CHECK(store::HostStore(database).each_closure(
      now, [&](std::string_view host, Moment until) { closed[std::string(host)] = until; }));
  TRAWL_TRY(const auto seeds, store::SourceStore(database).seeds());
  std::map<std::string, std::vector<ListPlan>> plans;
  for (const auto& seed : seeds) {
    const auto address = url::parse(crawl::address_of(seed));
    const auto pause = closed.find(address ? address->host : "");
    ListPlan plan{seed.url, crawl::address_of(seed), seed.succeeded_at, std::max(seed.due_at, seed.fresh_until)};
    plan.is_paused = crawl::is_gone(seed);
    plan.waits = pause != closed.end() || (seed.failures > 0 && seed.fresh_until > now);
    if (pause != closed.end()) plan.next = std::max(plan.next, pause->second);
    plans[seed.source].push_back(std::move(plan));
  }
  for (const auto& source : sources) {
    std::ranges::stable_partition(plans[source.id], [&](const ListPlan& plan) { return plan.url == source.seed.url; });
  }
  return plans;
}

std::string next_of(const ListPlan& plan, Moment now) {
  if (plan.is_paused) return "paused";
  if (plan.waits) return "waits until " + to_rfc3339(plan.next);
  return plan.next <= now ? "due" : "due at " + to_rfc3339(plan.next);
}

void print_plans(const std::vector<ListPlan>& plans, Moment now) {
  for (const ListPlan& plan : plans) {
    std::cout << "    "
              << (plan.succeeded_at == Moment{} ? "never answered" : "answered " + to_rfc3339(plan.succeeded_at))
              << ", " << next_of(plan, now) << "  " << safe_text(plan.url)
              << (plan.address == plan.url ? "" : ", moved to " + safe_text(plan.address)) << "\n";
  }
}

/// A source as the API has it, its lists, and its failures: their number, and one for each host and reason.
Report status_of(const SourceState& state, const std::vector<ListPlan>& plans,
                 const std::vector<store::Failure>& failures) {
  const auto& note = state.note;
  const std::string said = trouble_of(state);
  Report reasons = Report::array();
  for (const FailureGroup& group : groups_of(failures)) {
    Report reason = trouble(group.host, group.sentence());
    reason["code"] = group.code;
    reason["pages"] = group.pages;
    reasons.push_back(std::move(reason));
  }
  Report lists = Report::array();
  for (const ListPlan& plan : plans) {
    lists.push_back({{"url", plan.url},
                     {"address", plan.address},
                     {"last_success", plan.succeeded_at == Moment{} ? Report() : Report(to_rfc3339(plan.succeeded_at))},
                     {"due_at", plan.is_paused ? Report() : Report(to_rfc3339(plan.next))},
                     {"waits_until", plan.waits && !plan.is_paused ? Report(to_rfc3339(plan.next)) : Report()}});
  }
  return {{"id", note.id},
          {"label", note.label},
          {"health", note.health},
          {"last_success", note.last_success ? Report(to_rfc3339(*note.last_success)) : Report()},
          {"last_error", said.empty() ? Report() : Report(said)},
          {"gone", note.gone},
          {"failed_pages", failures.size()},
          {"failures", std::move(reasons)},
          {"lists", std::move(lists)}};
}

} // namespace

Result<int> list_sources(const Options& options) {
  TRAWL_TRY(const auto sources, load_catalogue(options, choose_data_directory(options.data)));
  if (options.is_json()) {
    print_report(parse_ordered_json(schema::to_json(sources)));
    return sources.empty() ? 1 : 0;
  }
  const auto width = longest_id(sources);
  for (const auto& source : sources) {
    std::cout << padded(source.id, width) << padded(name_of(source.seed.kind), 9) << safe_text(source.label) << "  "
              << safe_text(source.seed.url) << (source.enabled ? "" : "  (disabled)") << "\n";
  }
  return sources.empty() ? 1 : 0;
}

Result<int> show_sources(const Options& options) {
  TRAWL_TRY(const auto all, load_catalogue(options, choose_data_directory(options.data)));
  TRAWL_TRY(const auto sources, select_sources(all, options.arguments));
  std::cout << safe_json(schema::to_json(sources));
  return 0;
}

Result<int> show_source_status(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(const auto all, load_catalogue(options, directory));
  TRAWL_TRY(const auto sources, select_sources(all, options.arguments));
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  store::SourceStore store(database);
  const Moment at = now();
  TRAWL_TRY(const auto states, source_states(sources, database, at));
  TRAWL_TRY(auto plans, plans_of(sources, database, at));
  const auto width = longest_id(sources);
  Report list = Report::array();
  for (const auto& state : states) {
    const auto& note = state.note;
    TRAWL_TRY(const auto failures, store.failures(note.id));
    if (options.is_json()) {
      list.push_back(status_of(state, plans[note.id], failures));
      continue;
    }
    std::cout << padded(note.id, width) << padded(note.health, 7)
              << padded(note.last_success ? to_rfc3339(*note.last_success) : "never", 20)
              << padded(counted(failures.size(), "failure"), 12) << padded(std::to_string(note.gone) + " withdrawn", 14)
              << (plans[note.id].empty() ? "" : padded(next_of(plans[note.id].front(), at), 32))
              << safe_text(trouble_of(state)) << "\n";
    if (options.arguments.empty()) continue;
    print_plans(plans[note.id], at);
    print_failures(failures);
  }
  if (options.is_json()) print_report({{"sources", std::move(list)}});
  return 0;
}

Result<int> export_sources(const Options& options) {
  TRAWL_TRY(const auto sources, load_catalogue(options, choose_data_directory(options.data)));
  if (!options.opml) {
    std::cout << safe_json(schema::to_json(sources));
    return 0;
  }
  feed::Opml opml;
  opml.title = "Sources of Trawl";
  std::ranges::transform(sources, std::back_inserter(opml.feeds), to_outline);
  std::cout << feed::write_opml(opml);
  return 0;
}

} // namespace trawl::commands
