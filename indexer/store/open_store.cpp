// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/open_store.h"

#include "shared/base/file.h"
#include "shared/store/store_position.h"

#include <iterator>
#include <string>

namespace trawl::store {
namespace {

/// Times are seconds since 1970; a default of 0 stands for never.
constexpr const char* kTables = R"sql(
-- What crawls know about the web.

CREATE TABLE sources(                 -- so that a rebuild does not need the catalogue that was crawled with
  id TEXT PRIMARY KEY, definition TEXT NOT NULL,
  position INTEGER NOT NULL           -- the order in which the user subscribed
) WITHOUT ROWID;

CREATE TABLE labels(                  -- of sources, which need not be in the catalogue of who imports an export
  source TEXT PRIMARY KEY, label TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE seeds(                   -- feeds, sitemaps, list pages (SeedState)
  url TEXT PRIMARY KEY, source TEXT NOT NULL,
  moved_to TEXT NOT NULL DEFAULT '',  -- after permanent redirects
  etag TEXT NOT NULL DEFAULT '', last_modified TEXT NOT NULL DEFAULT '',
  asked_at INTEGER NOT NULL DEFAULT 0, succeeded_at INTEGER NOT NULL DEFAULT 0,
  fresh_until INTEGER NOT NULL DEFAULT 0,  -- by the response's own headers
  due_at INTEGER NOT NULL DEFAULT 0, interval INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0, code TEXT NOT NULL DEFAULT '', error TEXT NOT NULL DEFAULT '',
  moves INTEGER NOT NULL DEFAULT 0,   -- equal redirects in a row: after several it moves
  next TEXT NOT NULL DEFAULT ''       -- the page with older entries that it named
) WITHOUT ROWID;

CREATE TABLE backfills(               -- those that have not ended
  source TEXT PRIMARY KEY, since INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE urls(
  id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE,
  state INTEGER NOT NULL DEFAULT 0,   -- UrlState
  target INTEGER REFERENCES urls(id), -- of a redirect
  due_at INTEGER,                     -- NULL: do not fetch
  modified_hint INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0, code TEXT NOT NULL DEFAULT ''
);
CREATE INDEX urls_due ON urls(due_at) WHERE due_at IS NOT NULL;
CREATE INDEX urls_target ON urls(target) WHERE target IS NOT NULL;

CREATE TABLE links(                   -- that were discovered to a URL (DiscoveredLink)
  url INTEGER NOT NULL REFERENCES urls(id), source TEXT NOT NULL, seed TEXT NOT NULL,
  hash TEXT NOT NULL, signal BLOB NOT NULL, -- what the feed says of the article
  listed INTEGER NOT NULL DEFAULT 1,  -- whether the seed still has it: what leaves a list, or comes back, is looked at
  since INTEGER,                      -- when the crawl had ended that found it; NULL until then
  PRIMARY KEY(url, source, seed)
) WITHOUT ROWID;
CREATE INDEX links_seed ON links(seed);
CREATE INDEX links_source ON links(source);
CREATE INDEX links_new ON links(url) WHERE since IS NULL;

CREATE TABLE failures(
  source TEXT NOT NULL, url TEXT NOT NULL, code TEXT NOT NULL, count INTEGER NOT NULL, last INTEGER NOT NULL,
  sentence TEXT NOT NULL, PRIMARY KEY(source, url)
) WITHOUT ROWID;

CREATE TABLE fetches(                 -- how often each source was asked: a metric of the daemon, across crawls
  source TEXT NOT NULL, outcome TEXT NOT NULL, count INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY(source, outcome)
) WITHOUT ROWID;

CREATE TABLE robots(origin TEXT PRIMARY KEY, fetched_at INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;

CREATE TABLE requests(                -- the daily budget of a host survives a restart
  host TEXT PRIMARY KEY, day INTEGER NOT NULL, count INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE closures(                -- a host that asked for a pause (429, 503) gets it from the next process, too
  host TEXT PRIMARY KEY, until INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE rechecks(                -- when a stored page is requested again
  url INTEGER PRIMARY KEY REFERENCES urls(id), due_at INTEGER, checked_at INTEGER NOT NULL DEFAULT 0,
  misses INTEGER NOT NULL DEFAULT 0,  -- how often in a row the page was missing
  missed_at INTEGER NOT NULL DEFAULT 0,
  gone_since INTEGER                  -- since when the article that was there counts as withdrawn
);
CREATE INDEX rechecks_due ON rechecks(due_at) WHERE due_at IS NOT NULL;

CREATE TABLE looks(                   -- how many rechecks a source had on its last day, and when a page was there
  source TEXT PRIMARY KEY, day INTEGER NOT NULL, requests INTEGER NOT NULL, answered_at INTEGER NOT NULL
) WITHOUT ROWID;

-- The raw inputs as received.

CREATE TABLE inputs(                  -- a fetched page, a feed entry, an imported row (InputKind)
  id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, url TEXT NOT NULL, source TEXT NOT NULL DEFAULT '',
  content_type TEXT NOT NULL DEFAULT '', etag TEXT NOT NULL DEFAULT '', last_modified TEXT NOT NULL DEFAULT '',
  noindex INTEGER NOT NULL DEFAULT 0, -- stated by the response's header
  first_seen INTEGER NOT NULL, fetched_at INTEGER NOT NULL, body BLOB NOT NULL,
  links_read INTEGER NOT NULL DEFAULT 0,  -- a backfill follows the links of every page once
  UNIQUE(url, kind)
);

CREATE TABLE pending(                 -- what addresses show that is not believed yet (pending_store.h)
  url INTEGER PRIMARY KEY REFERENCES urls(id), change INTEGER NOT NULL, is_new INTEGER NOT NULL,
  since INTEGER NOT NULL, seen INTEGER NOT NULL, title TEXT NOT NULL, stated TEXT NOT NULL, print BLOB NOT NULL,
  content_type TEXT NOT NULL, etag TEXT NOT NULL, last_modified TEXT NOT NULL, noindex INTEGER NOT NULL,
  body BLOB NOT NULL                  -- empty: it is in inputs, believed for now
);

CREATE TABLE dictionary(bytes BLOB NOT NULL); -- what imported rows are compressed with (stored_record.h)

CREATE TABLE pictures(                -- shared/store/picture_store.h
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, -- its name in the daemon's paths
  address TEXT NOT NULL UNIQUE, article TEXT NOT NULL, source TEXT NOT NULL,
  state INTEGER NOT NULL DEFAULT 0,   -- 0: to be fetched, 1: kept, 2: never asked for again
  width INTEGER NOT NULL DEFAULT 0, height INTEGER NOT NULL DEFAULT 0, size INTEGER NOT NULL DEFAULT 0,
  bytes BLOB NOT NULL DEFAULT x''
);
CREATE INDEX pictures_wanted ON pictures(id) WHERE state = 0;
CREATE INDEX pictures_article ON pictures(article);
CREATE INDEX pictures_source ON pictures(source);

-- What is extracted from the inputs, and can be extracted again.

CREATE TABLE readings(                -- by what an input was read last (indexer/crawl/pages/derive.h)
  input INTEGER PRIMARY KEY REFERENCES inputs(id) ON DELETE CASCADE, key TEXT NOT NULL
);

CREATE TABLE news(                    -- sources of which that is still to be done (reading_store.h)
  kind INTEGER NOT NULL, source TEXT NOT NULL, PRIMARY KEY(kind, source)
) WITHOUT ROWID;

CREATE TABLE members(                 -- the article of one input, before folding duplicates
  input INTEGER PRIMARY KEY REFERENCES inputs(id) ON DELETE CASCADE,
  cluster INTEGER NOT NULL,           -- members of one cluster are the same article
  claim TEXT NOT NULL,                -- the canonical URL that it states
  record BLOB NOT NULL,               -- stored_record.h
  source TEXT NOT NULL DEFAULT '', published INTEGER, -- NULL: undated
  moved_to TEXT NOT NULL DEFAULT '',  -- where its address redirects to
  tenant TEXT NOT NULL DEFAULT ''     -- who has it at nobody's place (identity::Places); empty: its source
);
CREATE INDEX members_cluster ON members(cluster);
CREATE INDEX members_published ON members(source, published);

CREATE TABLE member_keys(             -- of 48 bits
  key INTEGER NOT NULL, input INTEGER NOT NULL, PRIMARY KEY(key, input)
) WITHOUT ROWID;

CREATE TABLE articles(
  id TEXT PRIMARY KEY, sequence INTEGER NOT NULL UNIQUE,
  cluster INTEGER,                    -- NULL: removed
  member INTEGER, hash TEXT NOT NULL,
  record BLOB                         -- NULL: the member's own record is the article
) WITHOUT ROWID;
CREATE INDEX articles_cluster ON articles(cluster) WHERE cluster IS NOT NULL;

CREATE TABLE gone(                    -- articles that are hidden, as nothing is left of them on the web
  id TEXT PRIMARY KEY, since INTEGER NOT NULL
) WITHOUT ROWID;

-- What cannot be derived, and outlives a rebuild.

CREATE TABLE names(                   -- ids under which articles were shown, in the order in which they were settled
  position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
  input INTEGER NOT NULL              -- whose article it leads to
);
CREATE INDEX names_input ON names(input);

CREATE TABLE excluded(                -- that the user removed: what is extracted from the input gets this id no more
  id TEXT PRIMARY KEY, input INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE store(                   -- one row
  id TEXT NOT NULL,                   -- by which indexes know it
  settled INTEGER NOT NULL DEFAULT 0, -- the sequence number up to which names are settled
  places TEXT NOT NULL DEFAULT ''     -- of the sources, by which it was decided who may say what; '?': not yet
);
INSERT INTO store(id) VALUES(lower(hex(randomblob(6))));
)sql";

/// What brings a crawl.db from each schema to the next, kOldestStoreSchema first.
constexpr const char* kSteps[] = {
    // The parts of pages that list what others published were articles without a member.
    R"sql(
UPDATE articles SET sequence = part.sequence, cluster = NULL, member = NULL, hash = '', record = NULL
FROM (SELECT id, (SELECT max(sequence) FROM articles) + row_number() OVER (ORDER BY id) AS sequence
      FROM articles WHERE member = 0 AND cluster IS NOT NULL) AS part
WHERE articles.id = part.id;
DELETE FROM gone WHERE id IN (SELECT id FROM articles WHERE cluster IS NULL);
)sql",
    // How often pages change was learnt, and decided when they were looked at again.
    R"sql(
ALTER TABLE rechecks DROP COLUMN edits;
CREATE TABLE looks(
  source TEXT PRIMARY KEY, day INTEGER NOT NULL, requests INTEGER NOT NULL, answered_at INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO looks SELECT source, day, requests, answered_at FROM change_rates;
DROP TABLE change_rates;
)sql",
    // Whose an address is was guessed from registrable domains, and from where seeds were read; equal texts of two
    // sources were one article, that of the one that had told it first.
    R"sql(
ALTER TABLE seeds DROP COLUMN is_elsewhere;
UPDATE store SET speakers = '?' WHERE speakers <> '';
UPDATE members SET claim = '?'
WHERE cluster IN (SELECT cluster FROM members GROUP BY cluster HAVING count(DISTINCT source) > 1);
DROP TABLE runs;
ALTER TABLE inputs DROP COLUMN forgotten;
DELETE FROM excluded WHERE id GLOB 'copy *';
)sql",
    // What had to be read again was noted with each address and site, and who may say what was decided in batches.
    R"sql(
ALTER TABLE urls DROP COLUMN stale;
DROP TABLE sites;
CREATE INDEX links_source ON links(source);
CREATE TABLE readings(input INTEGER PRIMARY KEY REFERENCES inputs(id) ON DELETE CASCADE, key TEXT NOT NULL);
CREATE TABLE news(kind INTEGER NOT NULL, source TEXT NOT NULL, PRIMARY KEY(kind, source)) WITHOUT ROWID;
ALTER TABLE store DROP COLUMN mended;
ALTER TABLE store DROP COLUMN mends_since;
ALTER TABLE store RENAME COLUMN speakers TO places;
UPDATE store SET places = '?' WHERE EXISTS(SELECT 1 FROM inputs);
)sql",
    // What a page showed was believed, or refused, when its crawl ended.
    R"sql(
CREATE TABLE pending(
  url INTEGER PRIMARY KEY REFERENCES urls(id), change INTEGER NOT NULL, is_new INTEGER NOT NULL,
  since INTEGER NOT NULL, seen INTEGER NOT NULL, title TEXT NOT NULL, stated TEXT NOT NULL, print BLOB NOT NULL,
  content_type TEXT NOT NULL, etag TEXT NOT NULL, last_modified TEXT NOT NULL, noindex INTEGER NOT NULL,
  body BLOB NOT NULL
);
)sql",
    // Articles of several sources could be one, and addresses that pages no longer state were names of their articles.
    R"sql(
DELETE FROM names WHERE stated = 1;
ALTER TABLE names DROP COLUMN stated;
ALTER TABLE members RENAME COLUMN voice TO tenant;
DELETE FROM member_keys;
DELETE FROM readings;
UPDATE members SET claim = '?';
UPDATE store SET places = '?' WHERE EXISTS(SELECT 1 FROM inputs);
)sql",
    // A backfill ended with its crawl, whatever was left of it.
    R"sql(
ALTER TABLE seeds ADD COLUMN next TEXT NOT NULL DEFAULT '';
CREATE TABLE backfills(source TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
)sql",
    // What former versions of a page said better was kept beside it.
    R"sql(
DELETE FROM readings WHERE input IN (SELECT id FROM inputs WHERE kept <> x'');
UPDATE store SET places = '?' WHERE EXISTS(SELECT 1 FROM inputs WHERE kept <> x'');
ALTER TABLE inputs DROP COLUMN kept;
)sql"};
static_assert(std::size(kSteps) == kStoreSchema - kOldestStoreSchema);

/// Brings the rows of a store of an older schema to that of this program.
Result<void> bring_up_to_date(Database& database, std::int64_t schema) {
  if (schema == kStoreSchema) return {};
  TRAWL_TRY(auto transaction, Transaction::begin(database));
  for (std::int64_t step = schema - kOldestStoreSchema; step < std::ssize(kSteps); ++step)
    TRAWL_CHECK(database.execute(kSteps[step]));
  TRAWL_CHECK(database.execute(("PRAGMA user_version = " + std::to_string(kStoreSchema)).c_str()));
  return transaction.commit();
}

/// An index without its crawl.db can be searched. A new crawl.db would lack its articles, which the index would lose.
Result<void> refuse_lost_store(const DataDirectory& directory) {
  TRAWL_TRY(const bool has_index, is_there(directory.index_stub()));
  if (!has_index) return {};
  return fail(ErrorCode::StoreDamaged, "crawl.db is missing, from which the index here was made",
              directory.root.string(), std::string("put it back, ") + kIfDamaged + "; the index can still be searched");
}

} // namespace

Result<void> make_store(const std::filesystem::path& path) {
  const std::string sql = kTables + ("PRAGMA user_version = " + std::to_string(kStoreSchema));
  TRAWL_TRY(const std::string image, Database::image_of(sql.c_str()));
  return write_file_atomic(path, image, Existing::Kept);
}

Result<Database> open_store(const DataDirectory& directory) {
  TRAWL_CHECK(make_private_directory(directory.root));
  TRAWL_CHECK(refuse_other_schema(directory));
  TRAWL_TRY(const bool is_old, is_there(directory.crawl_db()));
  if (!is_old) {
    TRAWL_CHECK(refuse_lost_store(directory));
    TRAWL_CHECK(make_store(directory.crawl_db()));
  }
  TRAWL_TRY(auto database, Database::open(directory.crawl_db(), OpenMode::ReadWrite));
  TRAWL_CHECK(check_schema(database, directory.crawl_db()));
  TRAWL_TRY(const auto schema, database.number("PRAGMA user_version"));
  TRAWL_CHECK(bring_up_to_date(database, schema));
  // Commits of a crawl change the same pages again and again, so these are copied from a log of 32 MB, not of four.
  TRAWL_CHECK(database.execute("PRAGMA wal_autocheckpoint = 8192"));
  return database;
}

Result<void> refuse_missing_store(const DataDirectory& directory) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(directory.root, ignored)) {
    return fail(ErrorCode::Usage, "is a file, not a data directory", directory.root.string(), "see --data");
  }
  TRAWL_TRY(const bool has_store, is_there(directory.crawl_db()));
  if (has_store) return {};
  TRAWL_CHECK(refuse_lost_store(directory));
  return fail(ErrorCode::NoIndex, "nothing has been crawled or imported yet", directory.root.string(),
              "run `trawl crawl` or `trawl import FILE` first");
}

Result<Database> open_store_for_reading(const DataDirectory& directory) {
  TRAWL_CHECK(refuse_missing_store(directory));
  TRAWL_CHECK(refuse_other_schema(directory));
  TRAWL_TRY(auto database, Database::open(directory.crawl_db(), OpenMode::ReadOnly));
  TRAWL_CHECK(check_schema(database, directory.crawl_db()));
  return database;
}

} // namespace trawl::store
