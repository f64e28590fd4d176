-- What one unit of a currency is worth in the site's, for sums of all currencies. Rates for another site currency are kept.
create table currency_rates (
  base text not null check (base ~ '^[A-Z]{3}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> base),
  rate text not null,
  primary key (base, currency)
);
