-- Payments on their way through a provider, and what is kept of them.
alter table payments
  -- Names the payment to its provider, so that asking twice begins it once.
  add column key uuid not null default gen_random_uuid() unique,
  -- Where its client goes on to pay.
  add column address text,
  -- How the provider calls the money that arrived, which is what a refund is taken from.
  add column charge text,
  -- When the provider was last asked what became of it.
  add column asked_at timestamptz,
  -- What arrived where it is not what was asked for, and when the owner has looked after it.
  add column arrived_amount bigint,
  add column arrived_currency text,
  add column handled_at timestamptz,
  drop constraint payments_state_check,
  add constraint payments_state_check
    check (state in ('started', 'in_review', 'confirmed', 'rejected', 'failed', 'mismatched')),
  add check ((state = 'mismatched') = (arrived_amount is not null and arrived_currency is not null));
create index payments_started on payments (created_at) where state = 'started';
create index payments_newest on payments (created_at desc, id desc);

alter table refunds
  add column key uuid not null default gen_random_uuid() unique,
  -- Why the provider did not take it, the last time.
  add column problem text;
create index refunds_started on refunds (created_at) where state = 'started';

-- Pictures that show a transfer, for the owner and whoever has the document's address. The file lies in the file store.
create table payment_proofs (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  document_id integer not null references business_documents,
  -- Null until the payment is told; one that is never told is dropped after a day.
  payment_id integer unique references payments,
  created_at timestamptz not null
);
create index payment_proofs_unused on payment_proofs (created_at) where payment_id is null;
