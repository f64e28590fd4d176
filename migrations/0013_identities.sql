-- As whom a provider knows the person, an address or a name, by which people tell their identities apart.
alter table accounts add column account_name text;

-- A wish for an account may come from a provider that vouches for no address. Then it has that identity and no password.
alter table registrations alter column password drop not null;
alter table registrations add column provider_id text;
alter table registrations add column account_id text;
alter table registrations add column account_name text;
alter table registrations add constraint registrations_one_way
  check ((password is null) <> (provider_id is null) and (provider_id is null) = (account_id is null));

-- Somebody whom we sent to a provider, until they come back: once, within minutes, in the same browser.
create table authorization_requests (
  state_sha256 text primary key,
  -- The browser has the token in a cookie.
  browser_sha256 text not null,
  provider text not null,
  -- What PKCE (RFC 7636) and OpenID Connect compare on the way back.
  code_verifier text not null,
  nonce text not null,
  -- Whose account the identity is added to; null for signing in. Whether they are still there is looked at on the way back.
  user_id text,
  -- Where they go afterwards, and the channel on which the page behind a popup waits; null without a popup.
  next text not null,
  channel text,
  expires_at timestamptz not null
);
create index authorization_requests_end on authorization_requests (expires_at);
