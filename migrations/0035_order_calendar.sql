-- Subscriptions: orders of the kind "service". What was invoiced stands in subscription_periods, what comes next here.
create table subscriptions (
  order_id integer primary key references orders,
  -- Minor units of the currency.
  per_month bigint not null check (per_month >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The first day that no invoice covers: on it the next one is issued, unless it is paused or ends.
  next_invoice_on date not null,
  -- From this day on nothing is invoiced, until it is resumed.
  paused_from date,
  -- Its last day, once somebody has ended it.
  ends_on date,
  check (paused_from = next_invoice_on),
  check (ends_on < next_invoice_on)
);
create index subscriptions_next_invoice on subscriptions (next_invoice_on) where paused_from is null and ends_on is null;
create index subscriptions_end on subscriptions (ends_on) where ends_on is not null;

-- What was invoiced of a subscription. Each period ends with its month, so that two that overlapped would be one month
-- twice: the key refuses that, whatever runs at once (term 14).
create table subscription_periods (
  order_id integer not null references subscriptions,
  from_day date not null,
  until_day date not null,
  document_id integer not null unique references business_documents,
  primary key (order_id, until_day),
  check (from_day <= until_day),
  check (until_day = (date_trunc('month', from_day::timestamp) + interval '1 month - 1 day')::date)
);
create trigger subscription_periods_stay before update or delete on subscription_periods
  for each row execute function refuse_change();

-- What people were reminded of, each thing once: written in the transaction that writes the mail.
create table order_reminders (
  order_id integer not null references orders,
  kind text not null,
  -- Which of its kind: a document, a day, the beginning of a wait.
  about text not null,
  at timestamptz not null,
  primary key (order_id, kind, about)
);

-- What the calendar looks at: orders that are not over.
create index orders_under_way on orders (id)
  where state not in ('paid', 'closed', 'declined', 'expired', 'cancelled', 'refunded');
