-- The account for bank transfers, without spaces.
alter table billing_settings add iban text, add bic text;

-- How new documents look.
create table document_design (
  is_singleton boolean primary key default true check (is_singleton),
  layout text not null default 'classic' check (layout in ('classic', 'modern', 'compact')),
  accent text not null default '#1e1a16' check (accent ~ '^#[0-9a-f]{6}$'),
  -- The file in the store and its size in pixels. Files are kept, because issued documents refer to them.
  logo jsonb
);
insert into document_design default values;

-- The language of a client's documents and their emails.
alter table clients add language text not null default 'en' check (language in ('en', 'de', 'fr', 'bn'));

-- The owner's own texts of emails with documents, and of payment reminders; without a row, the site's.
create table document_email_texts (
  kind text not null,
  language text not null check (language in ('en', 'de', 'fr', 'bn')),
  subject text not null,
  body text not null,
  primary key (kind, language)
);
