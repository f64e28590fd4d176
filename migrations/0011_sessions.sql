-- Whoever stands in this table has shown that the address is theirs: registrations wait in a table of their own.
alter table users drop column email_verified;
alter table users drop column image;
alter table users add column avatar_id text references pictures on delete set null;
-- Since when the account is locked; null while it is not.
alter table users add column disabled_at timestamptz;

-- Somebody's wish for an account, until the link in the mail confirms the address. There may be several for an address:
-- each link stands for the name and the password that were typed with it.
create table registrations (
  token_sha256 text primary key,
  email citext not null,
  name text not null,
  password text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index registrations_email on registrations (email, created_at desc);
create index registrations_end on registrations (expires_at);

-- A browser that is signed in. The token is in its cookie alone; here is its SHA-256.
create table sessions (
  id text primary key default gen_random_uuid()::text,
  token_sha256 text not null unique,
  user_id text not null references users on delete cascade,
  -- How the person signed in: 'password', a provider, 'passkey'.
  method text not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- When it ends unless it is used, and when it ends in any case.
  expires_at timestamptz not null,
  ends_at timestamptz not null check (expires_at <= ends_at)
);
create index sessions_user on sessions (user_id);
create index sessions_end on sessions (expires_at);

-- What happened to accounts, for the owner to read. Rows are only ever added.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  event text not null,
  -- Whom it concerns: their account, as long as there is one, and the address in any case.
  user_id text references users on delete set null,
  email citext,
  -- Who did it, where that is somebody else.
  actor_email citext,
  ip text not null,
  user_agent text not null,
  detail text
);
create index security_events_at on security_events (at desc, id desc);
create index security_events_user on security_events (user_id, at desc, id desc);

-- How often somebody came too often, which makes the next wait longer, and until when that is remembered.
alter table rate_limits add column refusals integer not null default 0;
alter table rate_limits add column forget_at timestamptz;
update rate_limits set forget_at = ends_at;
alter table rate_limits alter column forget_at set not null;
drop index rate_limits_end;
create index rate_limits_forget on rate_limits (forget_at);
