-- Why a message is spam: a trap caught it; the owner marked it, and what its sender writes from then on is spam too
-- ('barred'); or the owner marked it, and took back another one of its sender since ('freed').
alter table contact_messages
  add column spam_why text check (spam_why in ('trap', 'marked', 'barred', 'freed')),
  -- The mail that told the owner of it, which has its words; it goes with the message.
  add column notice_mail_id uuid references mails on delete set null;
update contact_messages set spam_why = case when checked in ('honeypot', 'haste') then 'trap' else 'marked' end
  where state = 'spam';
update contact_messages m set notice_mail_id = mails.id from mails
  where mails.template = 'contactArrived' and lower(mails.reply_to_address) = lower(m.email::text)
    and mails.created_at between m.received_at - interval '2 seconds' and m.received_at + interval '2 seconds';
alter table contact_messages add check ((state = 'spam') = (spam_why is not null));
create index contact_messages_notice on contact_messages (notice_mail_id) where notice_mail_id is not null;
create index contact_messages_received on contact_messages (received_at);
