-- What the owner moves in from elsewhere: an archive that was read, its preview, and what came of it.
create table imports (
  id text primary key,
  source text not null check (source in ('freehold', 'ghost', 'wordpress', 'markdown')),
  -- The file's name as it was sent. Text only: no file is ever called so.
  name text not null,
  bytes integer not null,
  posts integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'done', 'failed')),
  -- As drafts or not, and under whose names.
  choices jsonb,
  -- Why nothing was moved in.
  error text,
  -- How many posts were made, were there already, and could not be read; how many pictures came.
  outcome jsonb,
  uploaded_by text not null references users on delete cascade,
  uploaded_at timestamptz not null default now(),
  ended_at timestamptz
);

-- Where a post came from, so that the same archive sent twice makes nothing twice.
create table import_sources (
  post_id integer primary key references posts on delete cascade,
  import_id text references imports on delete set null,
  source text not null,
  source_id text not null,
  unique (source, source_id)
);
create index import_sources_import on import_sources (import_id);
