-- The secret link of an order follows from the site's key, so that every mail can carry it; a new version ends the old link.
alter table orders drop column link_hash;
alter table orders add column link_version integer not null default 1;

-- The first answer to a request that makes something, for whoever sends the same once more (Idempotency-Key). It is kept
-- for a day, and holds no more than the sender was told.
create table idempotency_keys (
  -- The endpoint, and who called it.
  scope text not null,
  key text not null,
  -- The SHA-256 of the request's body.
  body_hash text not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_at on idempotency_keys (at);
