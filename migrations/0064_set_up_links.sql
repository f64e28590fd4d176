-- Each instance that starts without an owner has a set-up link of its own.
alter table owner_set_up drop constraint owner_set_up_pkey;
alter table owner_set_up drop column only_row;
alter table owner_set_up add primary key (token_sha256);

-- The same random id as in the file store: instances that share a database must share their files.
create table file_store_id (
  only_row boolean primary key default true check (only_row),
  id text not null
);
