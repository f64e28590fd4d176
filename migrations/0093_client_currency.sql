-- For invoices by hand; null for the site's currency and the days in the payment terms.
alter table clients
  add currency text check (currency ~ '^[A-Z]{3}$'),
  add payment_days smallint check (payment_days between 0 and 365);
