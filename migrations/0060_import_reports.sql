-- What an import left out or noted, kept after the archive is gone.
alter table imports add column report jsonb;
