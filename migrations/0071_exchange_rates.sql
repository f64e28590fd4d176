-- bKash and Nagad take BDT only: the owner's rates of other currencies, and what was sent at which rate.
alter table billing_settings
  add column exchange_rates jsonb not null default '[]' check (jsonb_typeof(exchange_rates) = 'array');
alter table payments
  add column sent_amount bigint check (sent_amount > 0),
  add column sent_currency text check (sent_currency ~ '^[A-Z]{3}$'),
  add column exchange_rate text,
  add column exchange_on date,
  add check (num_nonnulls(sent_amount, sent_currency, exchange_rate, exchange_on) in (0, 4));
