// SPDX-License-Identifier: GPL-3.0-or-later
/// The tables of crawl.db that were others in 1.0.0.
#pragma once

/// Makes those of an empty crawl.db such as 1.0.0 made them.
inline constexpr const char* kOldTables = R"sql(
DROP TABLE pending;
DROP TABLE backfills;
ALTER TABLE seeds DROP COLUMN next;
ALTER TABLE members RENAME COLUMN tenant TO voice;
ALTER TABLE names ADD COLUMN stated INTEGER NOT NULL DEFAULT 0;
DROP TABLE readings;
DROP TABLE news;
DROP INDEX links_source;
ALTER TABLE urls ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
CREATE TABLE sites(origin TEXT PRIMARY KEY, hash TEXT NOT NULL DEFAULT '', changed INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
ALTER TABLE store RENAME COLUMN places TO speakers;
ALTER TABLE store ADD COLUMN mended INTEGER NOT NULL DEFAULT 0;
ALTER TABLE store ADD COLUMN mends_since INTEGER NOT NULL DEFAULT 0;
CREATE TABLE runs(ended INTEGER PRIMARY KEY);
ALTER TABLE inputs ADD COLUMN kept BLOB NOT NULL DEFAULT x'';
ALTER TABLE inputs ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seeds ADD COLUMN is_elsewhere INTEGER NOT NULL DEFAULT 0;
UPDATE store SET speakers = 'blog https://blog.example/ =https://blog.example/feed
';
DROP TABLE looks;
CREATE TABLE change_rates(
  source TEXT PRIMARY KEY, day INTEGER NOT NULL, requests INTEGER NOT NULL, answered_at INTEGER NOT NULL,
  hours INTEGER NOT NULL, edits INTEGER NOT NULL, absences INTEGER NOT NULL,
  listed_hours INTEGER NOT NULL, listed_edits INTEGER NOT NULL, listed_absences INTEGER NOT NULL
) WITHOUT ROWID;
DROP TABLE rechecks;
CREATE TABLE rechecks(
  url INTEGER PRIMARY KEY REFERENCES urls(id), due_at INTEGER, checked_at INTEGER NOT NULL DEFAULT 0,
  misses INTEGER NOT NULL DEFAULT 0, missed_at INTEGER NOT NULL DEFAULT 0, edits INTEGER NOT NULL DEFAULT 0,
  gone_since INTEGER
);
CREATE INDEX rechecks_due ON rechecks(due_at) WHERE due_at IS NOT NULL;
PRAGMA user_version = 100;)sql";
