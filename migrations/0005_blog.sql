create extension if not exists pg_trgm;

create table blog_authors (
  id text primary key,
  name text not null,
  role text not null,
  avatar_id text references pictures
);

create table posts (
  id integer primary key generated always as identity,
  slug text not null unique,
  title text not null,
  description text not null,
  category text not null,
  tags text[] not null default '{}',
  author_id text not null references blog_authors,
  cover_id text references pictures,
  cover_alt text not null default '',
  markdown text not null,
  -- Rendered and sanitized when the post is written, so that a reader never pays for it.
  html text not null,
  headings jsonb not null,
  words integer not null,
  likes integer not null default 0,
  comment_count integer not null default 0,
  published_at timestamptz not null,
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (
    setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('english', description), 'B')
    || setweight(to_tsvector('english', markdown), 'C')
  ) stored
);
create index posts_newest on posts (published_at desc, id desc);
create index posts_category_newest on posts (category, published_at desc, id desc);
create index posts_liked on posts (likes desc, id desc);
create index posts_discussed on posts (comment_count desc, id desc);
create index posts_tags on posts using gin (tags);
create index posts_search on posts using gin (search);
create index posts_title_part on posts using gin (title gin_trgm_ops);

create table post_comments (
  id integer primary key generated always as identity,
  post_id integer not null references posts on delete cascade,
  name text not null,
  designation text not null,
  avatar_id text references pictures,
  comment text not null,
  created_at timestamptz not null default now()
);
create index post_comments_post on post_comments (post_id, id);
