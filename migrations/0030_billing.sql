-- Business documents as they were issued: invoices, late fees, credit notes, receipts. What was issued stays as it is; a
-- credit note corrects it.
create table business_documents (
  id integer primary key generated always as identity,
  year integer not null check (year between 2000 and 9999),
  sequence integer not null check (sequence > 0),
  number text not null unique check (number = year || '-' || lpad(sequence::text, greatest(4, length(sequence::text)), '0')),
  order_id integer references orders,
  kind text not null,
  -- All that stands on it.
  content jsonb not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Minor units; below zero on a credit note.
  total bigint not null,
  issued_on date not null,
  due_on date,
  -- The document that a credit note corrects, that a late fee is for, or that a receipt was paid for.
  reference_id integer references business_documents,
  issued_at timestamptz not null,
  unique (year, sequence),
  check (kind not in ('late fee invoice', 'credit note', 'receipt') or reference_id is not null)
);
create index business_documents_order on business_documents (order_id, id);
create index business_documents_newest on business_documents (issued_at desc, id desc);
create index business_documents_reference on business_documents (reference_id) where reference_id is not null;
-- One late fee a document, whoever asks for it at the same moment (term 6).
create unique index business_documents_one_late_fee on business_documents (reference_id) where kind = 'late fee invoice';

-- Late fees that the owner waived: they are not asked for again (term 6).
create table waived_late_fees (
  document_id integer primary key references business_documents,
  reason text,
  at timestamptz not null
);

-- The last number of each year. It is taken in the transaction that issues the document, so that none is left out.
create table document_years (
  year integer primary key,
  last integer not null
);

-- What clients pay. There is no payment without a document that asks for it (term 5).
create table payments (
  id integer primary key generated always as identity,
  document_id integer not null references business_documents,
  method text not null check (method in ('stripe', 'paypal', 'bank', 'bkash', 'nagad')),
  state text not null check (state in ('started', 'in_review', 'confirmed', 'rejected', 'failed')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- As the provider, or the client's bank or wallet, calls it.
  reference text,
  -- From whom, for what is paid by hand.
  sender text,
  -- Why the owner rejected it.
  reason text,
  created_at timestamptz not null,
  -- When it was confirmed, rejected or failed.
  settled_at timestamptz,
  check (method in ('stripe', 'paypal') or reference is not null),
  check ((state in ('started', 'in_review')) = (settled_at is null))
);
create index payments_document on payments (document_id, id);
create index payments_in_review on payments (created_at) where state = 'in_review';
-- One transfer pays once; a rejected one may be told again.
create unique index payments_reference on payments (method, lower(reference))
  where reference is not null and state not in ('rejected', 'failed');

create table refunds (
  id integer primary key generated always as identity,
  payment_id integer not null references payments,
  state text not null check (state in ('started', 'done', 'failed')),
  amount bigint not null check (amount > 0),
  reference text,
  reason text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'started') = (settled_at is null))
);
create index refunds_payment on refunds (payment_id, id);

-- What a provider told, by its own name for it: kept for ever, so that nothing is taken in twice.
create table provider_events (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);

-- Every movement of money owed: what a document asks for counts up, what was credited or paid counts down, what was
-- given back up again. The sum over a document is what is owed on it.
create table ledger_entries (
  id bigint primary key generated always as identity,
  document_id integer not null references business_documents,
  kind text not null check (kind in ('asked', 'credited', 'paid', 'refunded')),
  amount bigint not null,
  credit_note_id integer unique references business_documents,
  payment_id integer references payments,
  refund_id integer unique references refunds,
  at timestamptz not null,
  check ((kind in ('asked', 'refunded')) = (amount >= 0)),
  check ((kind = 'credited') = (credit_note_id is not null)),
  check ((kind = 'paid') = (payment_id is not null)),
  check ((kind = 'refunded') = (refund_id is not null))
);
create index ledger_entries_document on ledger_entries (document_id);
create unique index ledger_entries_one_payment on ledger_entries (payment_id) where payment_id is not null;
create unique index ledger_entries_asked_once on ledger_entries (document_id) where kind = 'asked';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'What % holds is never changed.', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger business_documents_stay before update or delete on business_documents
  for each row execute function refuse_change();
create trigger ledger_entries_stay before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger order_events_stay before delete on order_events
  for each row execute function refuse_change();
create trigger provider_events_stay before update or delete on provider_events
  for each row execute function refuse_change();

-- How documents are issued: the owner's tax, and how clients pay by hand.
create table billing_settings (
  only_row boolean primary key default true check (only_row),
  tax_id text,
  tax_name text not null default 'Tax',
  tax_basis_points integer not null default 0 check (tax_basis_points between 0 and 10000),
  -- Whether prices are without the tax or contain it.
  prices text not null default 'gross' check (prices in ('net', 'gross')),
  paper text not null default 'A4' check (paper in ('A4', 'Letter')),
  -- What a client is told to do; null for a method that is not taken.
  bank text,
  bkash text,
  nagad text
);
insert into billing_settings default values;
