-- Posts and projects are written on the site: each has a state, and readers see what is public.
alter table posts
  add column status text not null default 'draft'
    check (status in ('draft', 'in_review', 'scheduled', 'published', 'archived')),
  add column deleted_at timestamptz,
  add column is_public boolean not null generated always as (status = 'published' and deleted_at is null) stored,
  -- Raised by each save, so that two who write at once do not write over each other.
  add column version integer not null default 1,
  -- Part of the sample content, and never changed since.
  add column sample boolean not null default false,
  -- What was written since a published post was published, as far as readers do not see it yet.
  add column pending jsonb,
  -- When its writer asked for a review that is still to come.
  add column submitted_at timestamptz,
  add column scheduled_for timestamptz,
  -- Whether the address was chosen, so that it no longer follows the title.
  add column slug_chosen boolean not null default false,
  -- In the address of a preview for people without an account.
  add column preview_token text unique,
  add column canonical_url text,
  add column meta_title text,
  add column meta_description text,
  add column card_title text,
  add column card_description text,
  add column card_picture_id text references pictures,
  add column created_at timestamptz not null default now(),
  -- When a writer saved it last; updated_at is the last change that readers see.
  add column changed_at timestamptz not null default now(),
  alter column published_at drop not null;

-- All that were there before came with the site.
update posts set status = 'published', sample = true, slug_chosen = true, created_at = published_at, changed_at = updated_at;

alter table posts
  add check (status <> 'published' or published_at is not null),
  add check ((status = 'scheduled') = (scheduled_for is not null));

drop index posts_newest, posts_category_newest, posts_liked, posts_discussed, posts_tags, posts_search, posts_title_part;
create index posts_newest on posts (published_at desc, id desc) where is_public;
create index posts_category_newest on posts (category, published_at desc, id desc) where is_public;
create index posts_liked on posts (likes desc, id desc) where is_public;
create index posts_discussed on posts (comment_count desc, id desc) where is_public;
create index posts_tags on posts using gin (tags) where is_public;
create index posts_search on posts using gin (search);
create index posts_title_part on posts using gin (title gin_trgm_ops);
create index posts_changed on posts (changed_at desc, id desc);
create index posts_author_changed on posts (author_id, changed_at desc, id desc);
create index posts_due on posts (scheduled_for) where status = 'scheduled';

-- A name under which somebody writes. With an account it follows the account's name and picture.
alter table blog_authors add column user_id text unique references users on delete set null;

-- Addresses that posts had before: each leads to its post for good.
create table post_slugs (
  slug text primary key,
  post_id integer not null references posts on delete cascade,
  replaced_at timestamptz not null default now()
);
create index post_slugs_post on post_slugs (post_id);

-- What a post said, to compare with and to go back to.
create table post_revisions (
  id integer primary key generated always as identity,
  post_id integer not null references posts on delete cascade,
  -- The post's version that it holds.
  version integer not null,
  content jsonb not null,
  words integer not null,
  -- Why it is kept: 'saved' ones of one sitting are one.
  reason text not null check (reason in ('saved', 'submitted', 'published', 'restored', 'imported')),
  saved_by text references users on delete set null,
  begun_at timestamptz not null default now(),
  saved_at timestamptz not null default now()
);
create index post_revisions_post on post_revisions (post_id, id desc);

alter table projects
  add column status text not null default 'draft'
    check (status in ('draft', 'in_review', 'scheduled', 'published', 'archived')),
  add column deleted_at timestamptz,
  add column is_public boolean not null generated always as (status = 'published' and deleted_at is null) stored,
  add column sample boolean not null default false;
update projects set status = 'published', sample = true;

alter table site_content add column sample boolean not null default false;
update site_content set sample = true;

drop index projects_newest, projects_category_newest, projects_stars, projects_price, projects_tags;
create index projects_newest on projects (published_on desc, id desc) where is_public;
create index projects_category_newest on projects (category, published_on desc, id desc) where is_public;
create index projects_stars on projects (stars_tenths desc, id desc) where is_public;
create index projects_price on projects (price_minor, id) where is_public;
create index projects_tags on projects using gin (tags) where is_public;
