-- Size and SHA-256 of every file in the file store, to tell a damaged file from a good one when it is read.
create table stored_files (
  name text primary key,
  bytes bigint not null,
  sha256 bytea not null,
  written_at timestamptz not null default now(),
  damaged_at timestamptz
);
create index stored_files_damaged_idx on stored_files (damaged_at) where damaged_at is not null;
