-- People and companies who buy. Orders, bookings, invoices and messages belong to a client by email address.
create table clients (
  id integer generated always as identity primary key,
  -- The person; for a company, its contact.
  name text not null,
  company text not null default '',
  phone text not null default '',
  street text not null default '',
  postal_code text not null default '',
  city text not null default '',
  region text not null default '',
  -- ISO 3166-1 alpha-2; empty if unknown.
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  -- VAT ID or other tax number.
  tax_id text not null default '',
  -- The last result of VIES for the VAT ID.
  vat_check jsonb,
  notes text not null default '',
  tags text[] not null default '{}',
  -- Set while the client is merged into another one.
  merged_into_id integer references clients,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index clients_newest on clients (created_at, id) where merged_into_id is null;
create index clients_by_name on clients (lower(case when company = '' then name else company end), id)
  where merged_into_id is null;
create index clients_tax_id on clients (tax_id) where tax_id <> '';
create index clients_merged on clients (merged_into_id) where merged_into_id is not null;
create index clients_search on clients using gin ((name || E'\n' || company) gin_trgm_ops);

create table client_emails (
  email citext primary key,
  client_id integer not null references clients on delete cascade,
  is_primary boolean not null
);
create unique index client_emails_primary on client_emails (client_id) where is_primary;
create index client_emails_client on client_emails (client_id);
create index client_emails_search on client_emails using gin ((email::text) gin_trgm_ops);

-- What a merge moved and filled in, so that it can be undone.
create table client_merges (
  merged_id integer primary key references clients on delete cascade,
  kept_id integer not null references clients on delete cascade,
  moved_emails text[] not null,
  -- The primary email of the merged client.
  primary_email text,
  -- The fields of the kept client that were filled in, with their values.
  filled jsonb not null,
  merged_at timestamptz not null
);
create index client_merges_kept on client_merges (kept_id);

-- Pairs that the owner said are not the same client.
create table dismissed_duplicates (
  first_id integer not null references clients on delete cascade,
  second_id integer not null references clients on delete cascade,
  primary key (first_id, second_id)
);

-- Billing details of an order that differ from its client's; null if they are the same.
alter table orders add column billing_details jsonb;
alter table bookings add column billing_details jsonb;

-- Everyone who has ordered or booked becomes a client, under their newest name.
with buyers as (
  select distinct on (email) email, name, min(at) over (partition by email) as first_at, at
  from (
    select client_email as email, client_name as name, created_at as at from orders
    union all
    select client_email, client_name, created_at from bookings where client_email is not null and client_name is not null
  ) as sales
  order by email, at desc
),
numbered as (
  select email, name, first_at, row_number() over (order by first_at, email) as row from buyers
),
created as (
  insert into clients (name, created_at, updated_at)
  select name, first_at, first_at from numbered order by row
  returning id
),
matched as (
  select id, row_number() over (order by id) as row from created
)
insert into client_emails (email, client_id, is_primary)
select numbered.email, matched.id, true from numbered join matched using (row);
