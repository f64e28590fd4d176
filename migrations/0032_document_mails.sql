-- Files that go out with a mail. What is in them is kept in the store of files.
create table mail_attachments (
  mail_id uuid not null references mails on delete cascade,
  place integer not null check (place >= 0),
  name text not null,
  type text not null,
  -- Its name in the store.
  file text not null,
  bytes bigint not null check (bytes >= 0),
  primary key (mail_id, place)
);

-- Documents whose mail was written, each once, however often that is tried (term 5).
create table document_mails (
  document_id integer primary key references business_documents,
  at timestamptz not null
);

-- The payment that a receipt is for: one receipt each.
alter table business_documents add column payment_id integer references payments;
create unique index business_documents_one_receipt on business_documents (payment_id) where payment_id is not null;

-- Lists of all documents: by client, and the number of the version that a form was read at.
create index business_documents_client on business_documents (lower(content -> 'client' ->> 'email'), id);
alter table billing_settings add column version integer not null default 1;
