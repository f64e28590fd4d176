-- A picture the site holds. The id is the start of the SHA-256 of its re-encoded original, so that files never change.
create table pictures (
  id text primary key,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  placeholder text not null,
  created_at timestamptz not null default now()
);
