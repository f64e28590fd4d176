-- What documents print instead of a term's text, by language.
alter table payment_terms
  add column translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object');
