-- Somebody who has forgotten a password, or says so. There is a row whether or not the address has an account, so that
-- everything that follows is the same. The browser that asked has the token in its cookie; here is its SHA-256. The code
-- in the mail is kept as a hash together with that token, since a million codes are soon tried.
create table password_resets (
  token_sha256 text primary key,
  email citext not null unique,
  user_id text references users on delete cascade,
  code_sha256 text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Since when a new password may be typed.
  verified_at timestamptz
);
create index password_resets_end on password_resets (expires_at);
