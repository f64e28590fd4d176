-- A new request for a reset code no longer replaces the code that another browser is waiting for.
alter table password_resets drop constraint password_resets_email_key;
create index password_resets_email_idx on password_resets (email);
