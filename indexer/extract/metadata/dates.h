// SPDX-License-Identifier: GPL-3.0-or-later
/// When an article was published and changed: a vote among machine-readable signals, the address, and visible text near
/// the title.
#pragma once

#include "indexer/extract/metadata/signals.h"
#include "shared/base/date_time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// The first day after the host of an address: "/2024/05/01/", "/2024-05-01-title", "/20240501/", "/2024/may/1/",
/// "/29-10-2021"; nullopt if there is none. Years from 1990 to 2100.
std::optional<Date> date_in_url(std::string_view url);

/// The meta elements that give dates, with their weights in the vote. A weight reflects how often the element is right
/// on real news and blog pages.
struct DateMeta {
  std::string_view name;
  double weight;
};

inline constexpr std::array kPublishedMetas = std::to_array<DateMeta>({
    {"article:published_time", 3.0},
    {"article:published", 2.5},
    {"og:published_time", 2.5},
    {"og:article:published_time", 2.5},
    {"datepublished", 2.2},
    {"sailthru.date", 2.0},
    {"parsely-pub-date", 2.2},
    {"citation_publication_date", 2.0},
    {"citation_date", 1.8},
    {"citation_online_date", 1.8},
    {"pubdate", 2.0},
    {"publishdate", 2.0},
    {"publish_date", 2.0},
    {"publish-date", 2.0},
    {"publication_date", 2.0},
    {"publication-date", 2.0},
    {"published", 1.8},
    {"published-date", 2.0},
    {"publisheddate", 2.0},
    {"article.published", 2.2},
    {"date", 1.8},
    {"dc.date", 1.8},
    {"dc.date.issued", 2.2},
    {"dc.issued", 2.0},
    {"dc.date.created", 1.8},
    {"dcterms.date", 1.8},
    {"dcterms.issued", 2.2},
    {"dcterms.created", 1.8},
    {"dcterms.available", 1.8},
    {"datecreated", 1.6},
    {"date.created", 1.6},
    {"created", 1.4},
    {"originalpublicationdate", 2.2},
    {"cxenseparse:recs:publishtime", 2.2},
    {"cxenseparse:publishtime", 2.2},
    {"bt:pubdate", 2.0},
    {"cdate", 1.4},
    {"article_date_original", 2.2},
    {"rnews:datepublished", 2.2},
    {"ptime", 1.6},
    {"gentime", 1.4},
    {"article:post_time", 2.0},
    {"shareaholic:article_published_time", 2.2},
    {"video:release_date", 1.4},
    {"og:pubdate", 2.0},
    {"og:regdate", 1.6},
    {"release_date", 1.6},
    {"dateposted", 1.8},
    {"displaydate", 1.8},
    {"timestamp", 1.2},
    {"field-name-post-date", 1.6},
    {"doc_date", 1.6},
    {"created_date", 1.6},
    {"created-date", 1.6},
    {"pub_date", 2.0},
    {"w-published-date", 2.0},
    {"ms.date", 1.5},
    {"published_date", 2.0},
    {"published_at", 2.0},
    {"dc.date.publication", 2.0},
    {"prism.publicationdate", 2.0},
    {"eprints.date", 1.6},
});

inline constexpr std::array kUpdatedMetas = std::to_array<DateMeta>({
    {"article:modified_time", 3.0},
    {"og:updated_time", 2.2},
    {"article:modified", 2.2},
    {"datemodified", 2.2},
    {"article:updated_time", 2.2},
    {"dc.date.modified", 2.0},
    {"dcterms.modified", 2.0},
    {"last-modified", 1.5},
    {"lastmod", 1.5},
    {"modified", 1.5},
    {"article.updated", 2.0},
    {"article_date_updated", 2.0},
    {"og:article:modified_time", 2.2},
    {"revision_date", 1.5},
    {"lastmodified", 1.5},
    {"lastmodifieddate", 1.5},
    {"modificationdate", 1.5},
    {"update_time", 1.5},
    {"utime", 1.2},
    {"date.modified", 1.8},
    {"shareaholic:article_modified_time", 2.0},
});

/// Words before a date that say which date it is.
enum class DateCue : std::uint8_t {
  None,
  Published, ///< "Posted on", "erschienen am"
  Updated,   ///< "Last updated", "Stand der letzten Änderung"
  Foreign,   ///< the date of something else: "member since", "next review"
};

/// The cue among the words before the first digit of `text`.
DateCue date_cue(std::string_view text);

/// The rest of `text` from the first digit on, if a cue for a publication or an update precedes it; else empty.
std::string_view after_date_cue(std::string_view text);

/// Whether the text contains the digits of a year from 1900 to 2099.
bool contains_year(std::string_view text);

/// The date as written. If it is a different day in UTC because of its time zone, the written day counts, without the
/// time. `language`: BCP 47 tag for month names and the order of day and month; may be empty.
std::optional<Date> parse_machine_date(std::string_view text, std::string_view language);

/// The same with day and month swapped; nullopt if they cannot be swapped.
std::optional<Date> swapped_machine_date(std::string_view text, std::string_view language);

/// The winning date.
struct DateWinner {
  Date date;
  std::string from;    ///< the signals that agree
  bool is_utc = false; ///< known only in UTC: in the site's time zone it may be the day before or after
};

class DateVote {
 public:
  /// Dates more than a day after `now` are refused; if it is 0, none are.
  explicit DateVote(Moment now) : now_(now) {}

  void add(const std::optional<Date>& date, std::string_view from, double weight, bool is_utc = false);

  /// Adds a machine-readable date. If day and month could be swapped, the swapped date is added with half the weight.
  void add_machine(std::string_view text, std::string_view language, std::string_view from, double weight);

  bool empty() const { return candidates_.empty(); }

  /// nullopt if there is no candidate.
  std::optional<DateWinner> decide() const;

 private:
  struct Candidate {
    Date date;
    std::string from;
    double weight = 0;
    bool is_utc = false; ///< written in UTC: the site's time zone is not known
  };

  double support(const Candidate& candidate) const;
  DateWinner winner_of(const Candidate& best) const;

  Moment now_;
  std::vector<Candidate> candidates_;
};

/// Where to look for visible dates, in the order in which the reaches are tried. Comments are included for discussions,
/// whose posts look like comments.
enum class Reach : std::uint8_t {
  Near,         ///< near the title, outside boilerplate
  NearAnywhere, ///< near the title
  Page,         ///< anywhere outside boilerplate
  Comments,
};

/// The context of a page's date signals.
struct DateContext {
  const JsonLdItem* item = nullptr; ///< the page's JSON-LD item
  std::string url;
  std::string language; ///< BCP 47 tag; a region decides the order of day and month in dates
  std::optional<Date> feed_published;
  std::optional<Date> feed_updated;
  std::size_t title_order = 0; ///< position of the title; 0: unknown
  bool is_discussion = false;  ///< then a date in the comments is better than none at all
  Moment now{};                ///< later dates are refused; 0: none are
};

/// Adds elements marked as dates: microdata, time elements, classes. Only the first of each kind in reach counts.
void add_date_elements(DateVote& published, DateVote& updated, const MetadataSignals& signals,
                       const DateContext& context, Reach reach);

/// Adds the first short text with a date, for pages that mark none.
void add_date_texts(DateVote& published, DateVote& updated, const MetadataSignals& signals, const DateContext& context,
                    Reach reach);

/// The day that is shown near the title, if it differs from the day of `date` (a moment in UTC) but may be the same
/// moment in the site's time zone; else nullopt.
std::optional<Date> day_shown(const Date& date, const MetadataSignals& signals, const DateContext& context);

struct DateChoice {
  std::optional<Date> published;
  std::optional<Date> updated; ///< not before `published`
  std::string published_from;  ///< the signals that agree: "json-ld, article:published_time"; "updated: …" if only a
                               ///< change is dated
  std::string updated_from;
  bool is_dated = false; ///< `published` is not only the date of a change
};

/// Both dates are empty if there is no signal. If only a change is dated, its date counts as that of publication,
/// because readers see no other either.
DateChoice choose_dates(const MetadataSignals& signals, const DateContext& context);

} // namespace trawl::extract
