-- Cards that clients agreed to have charged automatically. The provider has the card; here are its ids and what people
-- recognize it by.
create table saved_cards (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  -- Pending until the provider has saved it. Removed cards are detached at the provider.
  status text not null check (status in ('pending', 'active', 'removed')),
  idempotency_key uuid not null unique default gen_random_uuid(),
  -- What the client agreed to, and the most that may be charged at a time.
  consent_text text not null,
  max_amount bigint not null check (max_amount > 0),
  currency text not null,
  consented_at timestamptz not null,
  consent_ip text,
  -- The provider's session that saves a card without a payment.
  setup_reference text,
  setup_url text,
  customer_id text,
  method_id text,
  brand text,
  last4 text,
  exp_month smallint,
  exp_year smallint,
  created_at timestamptz not null,
  saved_at timestamptz,
  removed_at timestamptz,
  detached_at timestamptz,
  expiry_notified_at timestamptz,
  check (status <> 'active' or (customer_id is not null and method_id is not null and saved_at is not null))
);
create unique index saved_cards_active_key on saved_cards (order_id) where status = 'active';
create index saved_cards_order_id_idx on saved_cards (order_id, id);
create index saved_cards_pending_idx on saved_cards (created_at) where status = 'pending';
create index saved_cards_method_id_idx on saved_cards (method_id) where method_id is not null;

alter table payments
  -- The card that the payment saves; with an attempt, the card that is charged.
  add column saved_card_id integer references saved_cards,
  -- The number of an automatic charge of this document.
  add column attempt smallint check (attempt > 0),
  add column failure_code text;
create unique index payments_attempt_key on payments (billing_document_id, attempt) where attempt is not null;
create unique index payments_automatic_key on payments (billing_document_id) where attempt is not null and status = 'pending';
create index payments_saved_card_id_idx on payments (saved_card_id) where saved_card_id is not null;
