-- Since when a person signs in in two steps; null for who does not.
alter table users add column two_step_since timestamptz;

-- When the person behind a session last showed who they are: at sign-in, or by their password since.
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set not null;

-- Sign-ins of which the first step is done. The token is in the browser's cookie alone; here is its SHA-256.
create table pending_sign_ins (
  token_sha256 text primary key,
  user_id text not null references users on delete cascade,
  -- How the first step was done, as in sessions.
  method text not null,
  -- Codes that were typed so far.
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_end on pending_sign_ins (expires_at);

-- What a person's app makes its codes from (RFC 6238).
create table totp_secrets (
  user_id text primary key references users on delete cascade,
  -- Sealed with a key that is not in this database.
  sealed_secret text not null,
  -- The time step of the newest code that was accepted: neither it nor one before is accepted again.
  last_step bigint,
  -- When the setting up began, and when a first right code ended it; the secret counts from then on.
  begun_at timestamptz not null,
  confirmed_at timestamptz
);

-- Codes that stand in for the app, each once. Their 80 random bits make a plain SHA-256 enough.
create table recovery_codes (
  user_id text not null references users on delete cascade,
  code_sha256 text not null,
  used_at timestamptz,
  primary key (user_id, code_sha256)
);

-- Credentials that sign a person in (Web Authentication, level 3).
create table passkeys (
  id text primary key default gen_random_uuid()::text,
  -- The authenticator's own name for it, in base64url.
  credential_id text not null unique,
  user_id text not null references users on delete cascade,
  name text not null,
  -- COSE, in base64url.
  public_key text not null,
  -- How often it was used, as the authenticator counts; 0 for those that do not count.
  counter bigint not null,
  -- How a browser reaches it, such as 'internal' or 'usb'.
  transports text[] not null,
  -- Whether it is kept in an account elsewhere, and so on several devices.
  synced boolean not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- What an authenticator is to sign, once. The browser that asked holds a token in a cookie; here is its SHA-256.
create table passkey_challenges (
  challenge text primary key,
  browser_sha256 text not null,
  -- Whose passkey is being added; null where somebody signs in.
  user_id text references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_end on passkey_challenges (expires_at);
