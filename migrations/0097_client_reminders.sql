-- When a client is reminded of invoices, if not as on the site; and when that last changed, also by a merge.
alter table clients add reminder_schedule jsonb, add reminders_changed_on date;
