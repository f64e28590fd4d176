-- Somebody's wish for another address, until the link in the mail confirms it. One for each person: a new wish takes the
-- place of the one before. The token is in the mail alone; here is its SHA-256.
create table address_changes (
  user_id text primary key references users on delete cascade,
  token_sha256 text not null unique,
  email citext not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index address_changes_end on address_changes (expires_at);
