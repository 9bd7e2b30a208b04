-- The index of run directories. Everything in it can be read again from the directories.
CREATE TABLE run (
    id          TEXT PRIMARY KEY,
    size        INTEGER NOT NULL,
    modified_ns INTEGER NOT NULL,
    problem     TEXT,             -- why the document is no run; then the columns below say nothing
    started     TEXT NOT NULL,
    measured_by TEXT NOT NULL,
    command     TEXT NOT NULL,    -- JSON
    partial     INTEGER NOT NULL,
    simulated   INTEGER NOT NULL,
    machine     TEXT              -- what the machine is called; NULL where nothing names it
) STRICT;
CREATE INDEX run_started ON run (started);

CREATE TABLE figure (
    run           TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    position      INTEGER NOT NULL,
    drive         TEXT NOT NULL,  -- the same text for the same drive in every run
    target        TEXT NOT NULL,
    model         TEXT,
    serial        TEXT,
    wwn           TEXT,
    slot          TEXT,
    workload      TEXT NOT NULL,
    set_name      TEXT NOT NULL,
    together      TEXT NOT NULL,  -- JSON
    held          TEXT NOT NULL,  -- JSON
    repeats       INTEGER NOT NULL,
    mb_s          REAL,
    iops          REAL,
    p99_us        REAL,
    cpu_us_per_io REAL,
    partial       INTEGER NOT NULL,
    PRIMARY KEY (run, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX figure_drive ON figure (drive, workload);
