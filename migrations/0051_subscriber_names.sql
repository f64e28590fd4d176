-- What another newsletter knew of a subscriber besides the address.
alter table newsletter_subscribers
  add column name text not null default '',
  add column labels text[] not null default '{}';
