-- What the owner has set, in one row: a column for each setting.
create table settings (
  only_row boolean primary key default true check (only_row),
  minimum_password_length integer not null default 6 check (minimum_password_length between 6 and 64)
);
insert into settings default values;
