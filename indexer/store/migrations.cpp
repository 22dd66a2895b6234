// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/migrations.h"

#include "shared/base/file.h"

#include <array>

namespace trawl::store {
namespace {

// Times are seconds since 1970. Three layers: what crawls know about the web (entrances, robots, urls, mentions,
// failures), the raw inputs as received (inputs), and what is extracted from them and can be extracted again (members,
// member_keys, articles).
//
// Some names are older than the glossary and stay as they are, so that existing files need no migration: `entrances`
// are seeds (SeedState), `mentions` are discovered links (DiscoveredLink), the column `entrance` is the link's seed and
// `witness` its feed signal.
constexpr const char* kFirst = R"sql(
CREATE TABLE entrances(               -- seeds: feeds, sitemaps, list pages
  url TEXT PRIMARY KEY, source TEXT NOT NULL,
  moved_to TEXT NOT NULL DEFAULT '',  -- after permanent redirects
  etag TEXT NOT NULL DEFAULT '', last_modified TEXT NOT NULL DEFAULT '',
  asked_at INTEGER NOT NULL DEFAULT 0, succeeded_at INTEGER NOT NULL DEFAULT 0,
  fresh_until INTEGER NOT NULL DEFAULT 0,  -- by the response's own headers
  due_at INTEGER NOT NULL DEFAULT 0, interval INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0, code TEXT NOT NULL DEFAULT '', error TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

CREATE TABLE robots(origin TEXT PRIMARY KEY, fetched_at INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;

CREATE TABLE urls(
  id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE,
  state INTEGER NOT NULL DEFAULT 0,   -- UrlState
  target INTEGER REFERENCES urls(id), -- of a redirect
  due_at INTEGER,                     -- NULL: do not fetch
  stale INTEGER NOT NULL DEFAULT 0,   -- its article must be extracted again
  modified_hint INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0, code TEXT NOT NULL DEFAULT ''
);
CREATE INDEX urls_due ON urls(due_at) WHERE due_at IS NOT NULL;

CREATE TABLE mentions(                -- discovered links to a URL, with feed metadata
  url INTEGER NOT NULL REFERENCES urls(id), source TEXT NOT NULL, entrance TEXT NOT NULL,
  digest TEXT NOT NULL, witness BLOB NOT NULL,
  PRIMARY KEY(url, source, entrance)
) WITHOUT ROWID;

CREATE TABLE failures(
  source TEXT NOT NULL, url TEXT NOT NULL, code TEXT NOT NULL, count INTEGER NOT NULL, last INTEGER NOT NULL,
  sentence TEXT NOT NULL, PRIMARY KEY(source, url)
) WITHOUT ROWID;

CREATE TABLE inputs(                  -- raw: a fetched page, a feed entry, an imported row
  id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, url TEXT NOT NULL, source TEXT NOT NULL DEFAULT '',
  content_type TEXT NOT NULL DEFAULT '', etag TEXT NOT NULL DEFAULT '', last_modified TEXT NOT NULL DEFAULT '',
  noindex INTEGER NOT NULL DEFAULT 0, -- stated by the response's header
  first_seen INTEGER NOT NULL, fetched_at INTEGER NOT NULL, body BLOB NOT NULL,
  UNIQUE(url, kind)
);

CREATE TABLE members(                 -- the article of one input, before folding duplicates
  input INTEGER PRIMARY KEY REFERENCES inputs(id) ON DELETE CASCADE,
  cluster INTEGER NOT NULL,           -- members of one cluster are the same article
  address TEXT NOT NULL, claim TEXT NOT NULL, keys BLOB NOT NULL, fingerprint BLOB NOT NULL, record BLOB NOT NULL
);
CREATE INDEX members_cluster ON members(cluster);

CREATE TABLE member_keys(key INTEGER NOT NULL, input INTEGER NOT NULL, PRIMARY KEY(key, input)) WITHOUT ROWID;

CREATE TABLE articles(
  id TEXT PRIMARY KEY, sequence INTEGER NOT NULL UNIQUE,
  cluster INTEGER,                    -- NULL: removed
  member INTEGER, digest TEXT NOT NULL,
  record BLOB                         -- NULL: the member's own record is the article
) WITHOUT ROWID;
CREATE INDEX articles_cluster ON articles(cluster) WHERE cluster IS NOT NULL;
)sql";

// The definition of a source is kept, so that a rebuild does not need the catalogue it was crawled with.
constexpr const char* kSources = R"sql(
CREATE TABLE sources(id TEXT PRIMARY KEY, definition TEXT NOT NULL) WITHOUT ROWID;
)sql";

// A seed moves only after several equal redirects in a row, so they are counted.
constexpr const char* kMoves = R"sql(
ALTER TABLE entrances ADD COLUMN moves INTEGER NOT NULL DEFAULT 0;
)sql";

// A backfill follows the links of every page once, also of pages that earlier crawls stored. The daily request budget
// of a host survives a restart. The publish rate of a source is computed from its articles' dates.
constexpr const char* kLinksAndRates = R"sql(
ALTER TABLE inputs ADD COLUMN links_read INTEGER NOT NULL DEFAULT 0;
CREATE TABLE requests(host TEXT PRIMARY KEY, day INTEGER NOT NULL, count INTEGER NOT NULL) WITHOUT ROWID;
ALTER TABLE members ADD COLUMN source TEXT NOT NULL DEFAULT '';
ALTER TABLE members ADD COLUMN published INTEGER; -- NULL: undated
CREATE INDEX members_published ON members(source, published);
)sql";

// A host that asked for a pause (429, 503) is not contacted by the next process either.
constexpr const char* kClosures = R"sql(
CREATE TABLE closures(host TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
)sql";

// Names: the ids under which articles were shown, each with the input whose article it leads to, in the order in which
// they were settled. They cannot be derived, so they outlive a rebuild. A member's `moved_to` is where its address
// redirects to. What earlier versions of a page said better than the present one is kept with its input. Clearing the
// members' sources makes a rebuild publish every article again, with its aliases.
constexpr const char* kNames = R"sql(
CREATE TABLE names(position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, input INTEGER NOT NULL);
CREATE INDEX names_input ON names(input);
INSERT INTO names(id, input) SELECT id, member FROM articles WHERE cluster IS NOT NULL ORDER BY member;
ALTER TABLE members ADD COLUMN moved_to TEXT NOT NULL DEFAULT '';
ALTER TABLE inputs ADD COLUMN kept TEXT NOT NULL DEFAULT '';
CREATE INDEX urls_target ON urls(target) WHERE target IS NOT NULL;
UPDATE members SET source = '';
)sql";

// An export names the labels of its sources, which need not be in the catalogue of the person who imports it.
constexpr const char* kLabels = R"sql(
CREATE TABLE labels(source TEXT PRIMARY KEY, label TEXT NOT NULL) WITHOUT ROWID;
)sql";

// How often each source was asked, by outcome, is a metric of the daemon, which counts across crawls.
constexpr const char* kFetches = R"sql(
CREATE TABLE fetches(
  source TEXT NOT NULL, outcome TEXT NOT NULL, count INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY(source, outcome)
) WITHOUT ROWID;
)sql";

// A cluster uses this name to record which crawl.db an article came from.
constexpr const char* kIdentity = R"sql(
CREATE TABLE identity(id TEXT NOT NULL);
INSERT INTO identity VALUES(lower(hex(randomblob(6))));
)sql";

// The sequence number up to which the names of articles are settled (name_store.h): a run looks only at later ones.
constexpr const char* kSettled = R"sql(
CREATE TABLE settled(sequence INTEGER NOT NULL);
INSERT INTO settled VALUES(0);
)sql";

// Names that an article has only because its page once stated the URL: an article that appears there takes them.
constexpr const char* kStatedNames = R"sql(
ALTER TABLE names ADD COLUMN stated INTEGER NOT NULL DEFAULT 0;
)sql";

// What the stored pages of a site have in common is learnt from them (indexer/crawl/pipeline/known_sites.h); its digest
// tells whether articles must be extracted again.
constexpr const char* kSites = R"sql(
CREATE TABLE sites(
  origin TEXT PRIMARY KEY, digest TEXT NOT NULL DEFAULT '', changed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
)sql";

// Stored pages are requested again from time to time. `rechecks`: when next, how often in a row the page was missing,
// and since when the article that was there counts as withdrawn. `change_rates`: what rechecks of a source have found.
// `gone`: the articles that are hidden because nothing is left of them on the web. Pages of older stores get their turn
// within a month.
constexpr const char* kRechecks = R"sql(
CREATE TABLE rechecks(
  url INTEGER PRIMARY KEY REFERENCES urls(id), due_at INTEGER, checked_at INTEGER NOT NULL DEFAULT 0,
  misses INTEGER NOT NULL DEFAULT 0, missed_at INTEGER NOT NULL DEFAULT 0, edits INTEGER NOT NULL DEFAULT 0,
  gone_since INTEGER
);
CREATE INDEX rechecks_due ON rechecks(due_at) WHERE due_at IS NOT NULL;
CREATE TABLE change_rates(
  source TEXT PRIMARY KEY, day INTEGER NOT NULL, requests INTEGER NOT NULL, article_hours INTEGER NOT NULL,
  changes INTEGER NOT NULL, answered_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE gone(id TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO rechecks(url, due_at) SELECT id, strftime('%s', 'now') + id % 30 * 86400 FROM urls WHERE state = 1;
)sql";

// Whether a seed still lists a URL: what leaves a list, or comes back to it, is looked at.
constexpr const char* kListed = R"sql(
ALTER TABLE mentions ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;
CREATE INDEX mentions_seed ON mentions(entrance);
)sql";

// What a seed lists is announced when it changes, so pages that are listed and those that are not have rates of their
// own. What the one rate had learnt is learnt again.
constexpr const char* kTwoRates = R"sql(
DROP TABLE change_rates;
CREATE TABLE change_rates(
  source TEXT PRIMARY KEY, day INTEGER NOT NULL, requests INTEGER NOT NULL, answered_at INTEGER NOT NULL,
  hours INTEGER NOT NULL, edits INTEGER NOT NULL, absences INTEGER NOT NULL,
  listed_hours INTEGER NOT NULL, listed_edits INTEGER NOT NULL, listed_absences INTEGER NOT NULL
) WITHOUT ROWID;
)sql";

// `inputs.kept` may be a zstd frame, because it also has what was edited; older programs cannot read it.
constexpr const char* kVersions = "UPDATE inputs SET kept = kept WHERE 0";

// The record of a member may need its input's body to be read (stored_record.h); older programs cannot read it.
constexpr const char* kRecordsAgainstBodies = "UPDATE members SET record = record WHERE 0";

// Pictures of articles (shared/store/picture_store.h): `key` names one in the daemon's paths; state 0 is to be fetched,
// 1 kept, 2 never asked for again.
constexpr const char* kPictures = R"sql(
CREATE TABLE pictures(
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, address TEXT NOT NULL UNIQUE, article TEXT NOT NULL,
  source TEXT NOT NULL, state INTEGER NOT NULL DEFAULT 0, width INTEGER NOT NULL DEFAULT 0,
  height INTEGER NOT NULL DEFAULT 0, size INTEGER NOT NULL DEFAULT 0, bytes BLOB NOT NULL DEFAULT x''
);
CREATE INDEX pictures_wanted ON pictures(id) WHERE state = 0;
CREATE INDEX pictures_article ON pictures(article);
CREATE INDEX pictures_source ON pictures(source);
)sql";

// The entries of digests are articles of their own: a rebuild publishes every article again, as after kNames.
constexpr const char* kDigests = "UPDATE members SET source = ''";

// Fingerprints are reckoned from the texts when there are two to compare.
constexpr const char* kNoFingerprints = "ALTER TABLE members DROP COLUMN fingerprint";

// Articles that the user removed, each with the input that was shown as it: what is extracted from that is not
// published under this id. Like names they cannot be derived, so they outlive a rebuild.
constexpr const char* kExcluded = R"sql(
CREATE TABLE excluded(id TEXT PRIMARY KEY, input INTEGER NOT NULL) WITHOUT ROWID;
)sql";

// What members kept of their keys follows from their articles, and their addresses are those of their inputs. Keys have
// 48 bits. `dictionary`: what imported rows are compressed with (stored_record.h).
constexpr const char* kShorterMembers = R"sql(
ALTER TABLE members DROP COLUMN keys;
ALTER TABLE members DROP COLUMN address;
ALTER TABLE member_keys RENAME TO long_keys;
CREATE TABLE member_keys(key INTEGER NOT NULL, input INTEGER NOT NULL, PRIMARY KEY(key, input)) WITHOUT ROWID;
INSERT OR IGNORE INTO member_keys SELECT (key << 16) >> 16, input FROM long_keys ORDER BY 1, 2;
DROP TABLE long_keys;
CREATE TABLE dictionary(bytes BLOB NOT NULL);
)sql";

// Which source has claimed an address first: when the crawl had ended that found the link; NULL until then. `runs`:
// when crawls and imports have ended; of former ones hours are known. `speakers`: by which sources' sites it was
// decided who may say what (indexer/identity/speakers.h), which `members.voice` is about, too; empty: that of its
// source.
constexpr const char* kClaims = R"sql(
ALTER TABLE mentions ADD COLUMN since INTEGER;
UPDATE mentions SET since = source <> ifnull((SELECT m.source FROM urls u JOIN inputs i ON i.url = u.url
  JOIN members m ON m.input = i.id WHERE u.id = mentions.url LIMIT 1), source);
ALTER TABLE members ADD COLUMN voice TEXT NOT NULL DEFAULT '';
CREATE INDEX mentions_new ON mentions(url) WHERE since IS NULL;
CREATE TABLE runs(ended INTEGER PRIMARY KEY);
INSERT INTO runs SELECT DISTINCT first_seen / 3600 * 3600 FROM inputs;
ALTER TABLE settled ADD COLUMN speakers TEXT NOT NULL DEFAULT '';
)sql";

// `position`: the order in which the user subscribed; of former sources that in which their articles were first seen.
// `names.stated` is 2 of a name that an imported row has brought. While a store is being mended, `speakers` has several
// texts (indexer/crawl/mend.h), and `mended` is the last input that is done. `forgotten`: until when it is not known
// what an input said.
constexpr const char* kSubscribed = R"sql(
ALTER TABLE sources ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
UPDATE sources SET position = place FROM (SELECT id AS known, row_number() OVER (ORDER BY first IS NULL, first, id)
  AS place FROM (SELECT s.id, min(i.first_seen) AS first FROM sources s LEFT JOIN members m ON m.source = s.id
  LEFT JOIN inputs i ON i.id = m.input GROUP BY s.id)) WHERE id = known;
ALTER TABLE inputs ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
ALTER TABLE settled ADD COLUMN mended INTEGER NOT NULL DEFAULT 0;
ALTER TABLE settled ADD COLUMN mends_since INTEGER NOT NULL DEFAULT 0;
)sql";

// What the user removed has its copies at other sources, of then, noted with it (identity::Deduplicator).
constexpr const char* kCopiesExcluded =
    "INSERT OR IGNORE INTO excluded SELECT 'copy ' || m.input, m.input FROM excluded e JOIN names n ON n.id = e.id "
    "JOIN members a ON a.input = n.input JOIN members m ON m.cluster = a.cluster AND m.input <> a.input";

// Where a seed was read. By that, and by the folders of sites that no source has for itself, all is decided anew.
constexpr const char* kReadings = R"sql(
ALTER TABLE entrances ADD COLUMN is_elsewhere INTEGER NOT NULL DEFAULT 0;
UPDATE settled SET speakers = '', mended = 0;
)sql";

constexpr std::array kSteps{kFirst,
                            kSources,
                            kMoves,
                            kLinksAndRates,
                            kClosures,
                            kNames,
                            kLabels,
                            kFetches,
                            kIdentity,
                            kSettled,
                            kStatedNames,
                            kSites,
                            kRechecks,
                            kListed,
                            kTwoRates,
                            kVersions,
                            kRecordsAgainstBodies,
                            kPictures,
                            kDigests,
                            kNoFingerprints,
                            kExcluded,
                            kShorterMembers,
                            kClaims,
                            kSubscribed,
                            kCopiesExcluded,
                            kReadings};

constexpr auto kNewest = static_cast<std::int64_t>(kSteps.size());

Result<void> migrate(Database& database, std::int64_t version, std::int64_t wanted) {
  if (version == wanted) return {};
  // In one transaction: a new store that is given up in the middle, as on a full disk, does not look like an old one.
  TRAWL_TRY(auto transaction, Transaction::begin(database));
  for (auto step = version; step < wanted; ++step) {
    TRAWL_CHECK(database.execute(kSteps.at(static_cast<std::size_t>(step))));
  }
  TRAWL_CHECK(database.execute(("PRAGMA user_version = " + std::to_string(wanted)).c_str()));
  return transaction.commit();
}

} // namespace

Result<std::int64_t> version_of(Database& database) {
  TRAWL_TRY(const auto version, database.number("PRAGMA user_version"));
  if (version > kNewest) {
    return fail(ErrorCode::IndexDamaged, "crawl.db was written by a newer version of this program", {},
                "use that version, or another data directory (--data)");
  }
  if (version < 0) {
    return fail(ErrorCode::IndexDamaged, "crawl.db was not written by this program", {},
                "use another data directory (--data)");
  }
  return version;
}

Result<void> make_tables(Database& database, std::int64_t version) { return migrate(database, 0, version); }

Result<void> migrate(Database& database) {
  TRAWL_TRY(const auto version, version_of(database));
  return migrate(database, version, kNewest);
}

Result<Database> open_store(const DataDirectory& directory) {
  TRAWL_CHECK(make_private_directory(directory.root));
  TRAWL_TRY(const bool is_old, is_there(directory.crawl_db()));
  TRAWL_TRY(auto database, Database::open(directory.crawl_db(), OpenMode::ReadWrite));
  TRAWL_CHECK(migrate(database));
  // Commits of a crawl change the same pages again and again, so these are copied from a log of 32 MB, not of four.
  TRAWL_CHECK(database.execute("PRAGMA wal_autocheckpoint = 8192"));
  // SQLite syncs what is in the file, but not the name of a new one.
  if (!is_old) TRAWL_CHECK(sync_file(directory.root));
  return database;
}

Result<Database> open_store_for_reading(const DataDirectory& directory) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(directory.root, ignored)) {
    return fail(ErrorCode::Usage, "is a file, not a data directory", directory.root.string(), "see --data");
  }
  const auto no_store = [&] {
    return fail(ErrorCode::NoIndex, "nothing has been crawled or imported yet", directory.root.string(),
                "run `trawl crawl` or `trawl import FILE` first");
  };
  TRAWL_TRY(const bool has_store, is_there(directory.crawl_db()));
  if (!has_store) return no_store();
  TRAWL_TRY(auto database, Database::open(directory.crawl_db(), OpenMode::ReadOnly));
  TRAWL_TRY(const auto version, version_of(database));
  if (version == 0) return no_store(); // the first command failed before it had made the tables
  if (version < kNewest) {
    return fail(ErrorCode::NoIndex, "crawl.db was written by an older version of this program", directory.root.string(),
                "run `trawl index rebuild` once");
  }
  return database;
}

} // namespace trawl::store
