-- An import that runs says so.
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check check (state in ('waiting', 'queued', 'running', 'done', 'failed'));
