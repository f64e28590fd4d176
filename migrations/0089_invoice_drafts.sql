-- Invoices before they are issued: content as typed, without a number. Recurring ones are issued again and again.
create table invoice_drafts (
  id integer generated always as identity primary key,
  client_id integer not null references clients on delete cascade,
  content jsonb not null,
  version integer not null default 1,
  -- With tax, in minor units of the content's currency; null while something is missing.
  total bigint,
  -- Set once, when it is issued.
  document_id integer unique references billing_documents,
  repeats text check (repeats in ('month', 'quarter', 'year')),
  starts_on date,
  next_on date,
  ends_on date,
  is_paused boolean not null default false,
  -- Why the last recurring invoice was not issued.
  problem text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (repeats is null or (starts_on is not null and document_id is null))
);
create index invoice_drafts_client_id_idx on invoice_drafts (client_id);
create index invoice_drafts_updated_idx on invoice_drafts (updated_at desc) where document_id is null;
create index invoice_drafts_next_idx on invoice_drafts (next_on) where next_on is not null and not is_paused;

-- One invoice for each day of a schedule, whatever is repeated.
create table recurring_invoices (
  draft_id integer not null references invoice_drafts on delete cascade,
  due_on date not null,
  document_id integer not null unique references billing_documents,
  primary key (draft_id, due_on)
);

-- What clients were reminded of about invoices without an order, each once.
create table invoice_reminders (
  billing_document_id integer not null references billing_documents,
  kind text not null,
  dedupe_key text not null,
  sent_at timestamptz not null,
  primary key (billing_document_id, kind, dedupe_key)
);
