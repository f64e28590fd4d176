-- What can be bought, and under which terms. Amounts are minor units of the currency beside them.
create table plans (
  id text primary key,
  position integer not null,
  name text not null,
  price_minor integer not null check (price_minor >= 0),
  currency text not null check (length(currency) = 3),
  -- A price that is only the least ("$1999+"): such a plan is quoted.
  price_is_minimum boolean not null default false,
  tagline text not null,
  description text not null,
  features text[] not null
);

create table services (
  id text primary key,
  position integer not null,
  title text not null,
  price_minor integer not null check (price_minor >= 0),
  currency text not null check (length(currency) = 3),
  description text[] not null,
  highlight boolean not null default false
);

create table custom_package_details (
  id text primary key,
  position integer not null,
  text text not null
);

create table specialized_services (
  id text primary key,
  position integer not null,
  title text not null,
  description text not null
);

create table payment_terms (
  number integer primary key check (number > 0),
  short text not null,
  text text not null
);

create table consultation_features (
  position integer primary key,
  name text not null,
  description text not null
);

create table consultation_options (
  id text primary key,
  position integer not null,
  title text not null,
  description text not null,
  price_minor integer not null check (price_minor >= 0),
  currency text not null check (length(currency) = 3),
  minutes integer not null check (minutes > 0),
  price_unit text not null check (price_unit in ('session', 'hour')),
  is_primary boolean not null default false
);
create unique index consultation_options_one_primary on consultation_options (is_primary) where is_primary;
