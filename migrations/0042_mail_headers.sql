-- What a mail says besides its text: whom answers go to, where one click unsubscribes, and the date that it is about.
alter table mails
  add column reply_to_name text,
  add column reply_to_address text,
  -- Takes the POST of a mail program (RFC 8058). It opens something, so it is erased with the text.
  add column unsubscribe_address text,
  -- An iCalendar object (RFC 5545), and what is to be done with it (RFC 5546, 1.4).
  add column calendar text,
  add column calendar_method text check (calendar_method in ('REQUEST', 'CANCEL')),
  add constraint mails_reply_to_whole check ((reply_to_name is null) = (reply_to_address is null)),
  add constraint mails_calendar_whole check (calendar is null or calendar_method is not null);
