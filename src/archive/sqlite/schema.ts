import type { DatabaseFormat } from '../../sqlite/format.ts';

/*
 * `entry` has one row per entry of a zone, identified by its content hash; different content under the same log id is
 * another row. Times are milliseconds since the epoch, or UNDATED_TIME where the timestamp is not a time. `day`
 * counts from the epoch and is the day of the request.
 */
const SCHEMA = `
  CREATE TABLE zone (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    zone INTEGER NOT NULL REFERENCES zone (number),
    day INTEGER NOT NULL,
    content_hash BLOB NOT NULL,
    log_id TEXT,
    stamp REAL,
    time REAL NOT NULL,
    labels TEXT NOT NULL,
    log BLOB,
    log_encoding TEXT NOT NULL,
    UNIQUE (zone, content_hash)
  ) STRICT;
  CREATE INDEX entry_by_time ON entry (zone, day, time, number);
  CREATE TABLE loaded (
    zone INTEGER NOT NULL REFERENCES zone (number),
    day INTEGER NOT NULL,
    since REAL NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (zone, day, since)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE walked (
    zone INTEGER NOT NULL REFERENCES zone (number),
    day INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    oldest REAL,
    newest REAL,
    page_order TEXT NOT NULL,
    stopped TEXT,
    unit TEXT,
    PRIMARY KEY (zone, day)
  ) STRICT, WITHOUT ROWID;
`;

export const ARCHIVE: DatabaseFormat = {
  noun: 'archive',
  applicationId: 0x7761726e, // "warn"
  version: 1,
  schema: SCHEMA,
};
