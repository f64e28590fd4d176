-- The note of a request for changes, for the author's editor.
alter table publishing_transitions add column note text not null default '';
