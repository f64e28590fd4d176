-- When clients are reminded of their invoices. The defaults are the days that were fixed before.
create table payment_reminder_settings (
  is_singleton boolean primary key default true check (is_singleton),
  -- Days before the due date; null without this reminder.
  days_before integer default 2,
  is_on_due_date boolean not null default false,
  -- Days after the due date of the first, second and third reminder; null without it.
  days_after jsonb not null default '[1, null, null]',
  warns_of_late_fee boolean not null default true,
  -- Reminders for earlier days are not sent, so that a change causes no batch of old ones.
  changed_on date
);
insert into payment_reminder_settings default values;
