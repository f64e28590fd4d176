-- One-time links to sign in, made at the command line.
create table sign_in_links (
  user_id text primary key references users (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
