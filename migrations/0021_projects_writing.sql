-- Projects are written on the site as posts are.
alter table projects
  -- Whose it is. What came with the site, and what somebody left whose account is gone, is the owner's.
  add column author_id text references users on delete set null,
  -- Raised by each save, so that two who write at once do not write over each other.
  add column version integer not null default 1,
  -- What was written since a published project was published, as far as readers do not see it yet.
  add column pending jsonb,
  -- When its writer asked for a review that is still to come.
  add column submitted_at timestamptz,
  add column scheduled_for timestamptz,
  -- Whether the address was chosen, so that it no longer follows the title.
  add column slug_chosen boolean not null default false,
  -- In the address of a preview for people without an account.
  add column preview_token text unique,
  -- Where its source can be read.
  add column repository text,
  -- Its place in the owner's own order; without one it stands in front of those that have one, the newest first.
  add column position integer,
  add column canonical_url text,
  add column meta_title text,
  add column meta_description text,
  add column card_title text,
  add column card_description text,
  add column card_picture_id text references pictures,
  add column words integer not null default 0,
  add column created_at timestamptz not null default now(),
  -- When a writer saved it last; updated_at is the last change that readers see.
  add column changed_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  alter column link drop not null,
  alter column published_on drop not null;

-- All that were there before came with the site.
update projects
set slug_chosen = true, created_at = published_on, changed_at = published_on, updated_at = published_on,
  words = coalesce(array_length(regexp_split_to_array(trim(markdown), '\s+'), 1), 0);

alter table projects
  add check (status <> 'published' or (published_on is not null and link is not null)),
  add check ((status = 'scheduled') = (scheduled_for is not null));

create index projects_featured on projects (position nulls first, published_on desc, id desc) where is_public;
create index projects_changed on projects (changed_at desc, id desc);
create index projects_author_changed on projects (author_id, changed_at desc, id desc);
create index projects_due on projects (scheduled_for) where status = 'scheduled';

-- An address is a project's key: what refers to it follows when it is changed.
alter table if exists project_comments
  drop constraint if exists project_comments_project_id_fkey,
  add constraint project_comments_project_id_fkey
    foreign key (project_id) references projects on delete cascade on update cascade;

-- Addresses that projects had before: each leads to its project for good.
create table project_slugs (
  slug text primary key,
  project_id text not null references projects on delete cascade on update cascade,
  replaced_at timestamptz not null default now()
);
create index project_slugs_project on project_slugs (project_id);

-- Further pictures of a project, in their order.
create table project_pictures (
  project_id text not null references projects on delete cascade on update cascade,
  place integer not null,
  picture_id text not null references pictures,
  alt text not null default '',
  caption text not null default '',
  primary key (project_id, place)
);
create index project_pictures_picture on project_pictures (picture_id);

-- What a project said, to compare with and to go back to.
create table project_revisions (
  id integer primary key generated always as identity,
  project_id text not null references projects on delete cascade on update cascade,
  -- The project's version that it holds.
  version integer not null,
  content jsonb not null,
  words integer not null,
  -- Why it is kept: 'saved' ones of one sitting are one.
  reason text not null check (reason in ('saved', 'submitted', 'published', 'restored', 'imported')),
  saved_by text references users on delete set null,
  begun_at timestamptz not null default now(),
  saved_at timestamptz not null default now()
);
create index project_revisions_project on project_revisions (project_id, id desc);
