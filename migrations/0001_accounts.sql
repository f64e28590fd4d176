-- People who may sign in. Names follow the account library's core schema, so that it can take the tables over as they are.
create extension if not exists citext;

create table users (
  id text primary key default gen_random_uuid()::text,
  name text not null,
  email citext not null unique,
  email_verified boolean not null default false,
  image text,
  role text not null default 'member' check (role in ('member', 'author', 'owner')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- There is one owner.
create unique index users_one_owner on users (role) where role = 'owner';

-- A way to sign in: provider 'credential' holds the argon2id hash of a password.
create table accounts (
  id text primary key default gen_random_uuid()::text,
  user_id text not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on accounts (user_id);

-- The one-time link printed while the site has no owner. Only the newest counts; the token is kept as its SHA-256.
create table owner_set_up (
  only_row boolean primary key default true check (only_row),
  token_sha256 text not null,
  created_at timestamptz not null default now()
);
