-- What tuning has found: docs/tuning.md. Schema version 2; version 1 has the same tables.
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE config (
  hash TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  memory TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE trial (
  config TEXT NOT NULL REFERENCES config (hash),
  layer TEXT NOT NULL,
  tiles TEXT NOT NULL,
  cycles INTEGER,
  nbytes INTEGER,
  reason TEXT,
  PRIMARY KEY (config, layer, tiles),
  CHECK ((cycles IS NULL) = (nbytes IS NULL) AND (cycles IS NULL) = (reason IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE tuned (
  config TEXT NOT NULL REFERENCES config (hash),
  layer TEXT NOT NULL,
  tiles TEXT NOT NULL,
  cycles INTEGER NOT NULL,
  nbytes INTEGER NOT NULL,
  fast_cycles INTEGER NOT NULL,
  fast_nbytes INTEGER NOT NULL,
  PRIMARY KEY (config, layer)
) STRICT, WITHOUT ROWID;

CREATE TABLE network (
  config TEXT NOT NULL REFERENCES config (hash),
  name TEXT NOT NULL,
  cycles INTEGER NOT NULL,
  nbytes INTEGER NOT NULL,
  fast_cycles INTEGER NOT NULL,
  fast_nbytes INTEGER NOT NULL,
  least_cycles INTEGER NOT NULL,
  PRIMARY KEY (config, name)
) STRICT, WITHOUT ROWID;
