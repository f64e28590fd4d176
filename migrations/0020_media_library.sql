-- The media library: whose a picture is, what it is called and what it shows.
alter table pictures
  add column owner_id text references users on delete set null,
  -- The file's name as it was uploaded, without its path. Text only: no file is ever called so.
  add column name text not null default '',
  add column alt text not null default '',
  -- Of the re-encoded original; unknown where it came before this.
  add column bytes integer check (bytes > 0),
  -- Portraits belong to a profile and are not shown in the library.
  add column in_library boolean not null default false,
  add column sample boolean not null default false;

-- Whatever nobody uploaded as a portrait came with the sample content.
update pictures set sample = true
where not exists (select 1 from users where users.avatar_id = pictures.id);
update pictures set in_library = true, name = posts.slug || '.webp', alt = posts.cover_alt
from posts where posts.cover_id = pictures.id;
update pictures set in_library = true, name = projects.id || '.webp', alt = projects.cover_alt
from projects where projects.cover_id = pictures.id;

create index pictures_in_library on pictures (created_at desc, id) where in_library;
create index pictures_owner on pictures (owner_id) where owner_id is not null;

-- Files to be downloaded. They come and go through a door of their own and are never shown by the site.
create table documents (
  id text primary key,
  owner_id text not null references users on delete cascade,
  name text not null,
  type text not null check (type in ('application/pdf', 'application/zip')),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now()
);
create index documents_owner on documents (owner_id, created_at desc);
