-- How many public posts and projects each category and tag has: the sum of the rows of a name. Rows are only added, so
-- that nobody waits for anybody else; the hourly cleanup adds them up.
create table topic_counts (
  list text not null check (list in ('posts', 'projects')),
  kind text not null check (kind in ('category', 'tag')),
  name text not null,
  count integer not null
);
create index topic_counts_list on topic_counts (list, kind, name) include (count);

create function count_topics() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_public then
    insert into topic_counts
    select tg_table_name, 'category', old.category, -1 union all
    select tg_table_name, 'tag', tag, -1 from unnest(old.tags) as tag;
  end if;
  if tg_op <> 'DELETE' and new.is_public then
    insert into topic_counts
    select tg_table_name, 'category', new.category, 1 union all
    select tg_table_name, 'tag', tag, 1 from unnest(new.tags) as tag;
  end if;
  return null;
end $$;
create trigger posts_count_topics after insert or delete on posts for each row execute function count_topics();
create trigger posts_recount_topics after update on posts for each row
  when ((old.is_public, old.category, old.tags) is distinct from (new.is_public, new.category, new.tags))
  execute function count_topics();
create trigger projects_count_topics after insert or delete on projects for each row execute function count_topics();
create trigger projects_recount_topics after update on projects for each row
  when ((old.is_public, old.category, old.tags) is distinct from (new.is_public, new.category, new.tags))
  execute function count_topics();

insert into topic_counts
select 'posts', 'category', category, count(*) from posts where is_public group by category union all
select 'posts', 'tag', tag, count(*) from posts, unnest(tags) as tag where is_public group by tag union all
select 'projects', 'category', category, count(*) from projects where is_public group by category union all
select 'projects', 'tag', tag, count(*) from projects, unnest(tags) as tag where is_public group by tag;

create index posts_addresses on posts (id) include (updated_at) where is_public;
create index posts_updated on posts (updated_at) where is_public;
create index projects_addresses on projects (id) include (updated_at) where is_public;
create index projects_updated on projects (updated_at) where is_public;
