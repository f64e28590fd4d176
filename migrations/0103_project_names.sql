-- Like the slugs of posts, the names of projects can be in any script.
alter table projects drop constraint projects_id_check;
