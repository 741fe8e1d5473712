-- The database of one sweep: docs/sweep_database.md. schema.cpp puts what is named in parentheses in its place: points.sql or,
-- in files of before version 7, former_points.sql, and a column for each quantity (explore/record/quantity.h).
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE network (
  name TEXT PRIMARY KEY,
  model TEXT NOT NULL,
  hash TEXT NOT NULL,
  quantization TEXT NOT NULL,
  accuracy TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE excluded (
  idx INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('illegal', 'constraint', 'uncompilable')),
  rule TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;

(tables of points)
CREATE TABLE failure (
  idx INTEGER PRIMARY KEY,
  reason TEXT NOT NULL
) STRICT;

CREATE TABLE confirmation (
  idx INTEGER PRIMARY KEY REFERENCES (points) (idx),
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'unconfirmed', 'different')),
  csim_cycles INTEGER,
  tsim_cycles INTEGER,
  equal INTEGER CHECK (equal IN (0, 1)),
  reason TEXT NOT NULL
) STRICT;

-- Below: when, where and how long; not part of the digest.
CREATE TABLE effort (
  idx INTEGER PRIMARY KEY,
  seconds REAL NOT NULL,
  worker INTEGER NOT NULL,
  finished_at TEXT NOT NULL
) STRICT;

CREATE TABLE confirm_effort (
  idx INTEGER PRIMARY KEY,
  built INTEGER NOT NULL CHECK (built IN (0, 1)),
  build_seconds REAL NOT NULL,
  build_peak_mb REAL NOT NULL,
  run_seconds REAL NOT NULL,
  run_peak_mb REAL NOT NULL
) STRICT;
