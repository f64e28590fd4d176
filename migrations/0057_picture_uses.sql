-- Which texts show a picture is found in an index. The ids are those of the files that a text names.
create function picture_ids(markdown text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct match[1]), '{}') from regexp_matches(markdown, '/media/pictures/([0-9a-f]{16})-', 'g') as match
$$;
create index posts_pictures on posts using gin (picture_ids(markdown));
create index projects_pictures on projects using gin (picture_ids(markdown));
create index newsletter_issues_pictures on newsletter_issues using gin (picture_ids(markdown));
create index posts_pending on posts (id) where pending is not null;
create index projects_pending on projects (id) where pending is not null;
create index comments_avatar on comments (avatar_id) where avatar_id is not null;
create index users_avatar on users (avatar_id) where avatar_id is not null;
