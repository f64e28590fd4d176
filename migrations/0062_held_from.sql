-- The network that holds a time, until the visitor says who they are: one network holds two at a time.
alter table bookings add column held_from text;
create index bookings_held_from on bookings (held_from) where held_from is not null;
