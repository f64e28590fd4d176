-- What the owner says about themself and the site, one document a key; each key's shape is in the site feature's contract.
create table site_content (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
