-- Search finds words whatever their accents and in any form of English, and titles and tags by any part of them, also
-- where a letter is wrong.
create extension if not exists unaccent;

-- Text as it is compared: without accents, in lower case, and one way to write what Unicode has several for. unaccent
-- itself counts as one that may change, since a dictionary can; this one names the dictionary for good, by its schema,
-- so that a restored dump finds it too.
do $$
declare
  home text := (select quote_ident(nspname) from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'unaccent');
begin
  execute format(
    'create function fold(text) returns text language sql immutable strict parallel safe
      as $body$ select lower(%1$s.unaccent(%2$L, normalize($1, nfkc))) $body$',
    home, home || '.unaccent'
  );
  execute format('create text search configuration site_text (copy = english)');
  execute format(
    'alter text search configuration site_text alter mapping for hword, hword_part, word with %s.unaccent, english_stem',
    home
  );
end
$$;

-- array_to_string is not fixed for every kind of array; for text it is.
create function joined(text[]) returns text language sql immutable strict parallel safe
  as $$ select array_to_string($1, ' ') $$;

-- What is asked, as people type it (words, "a phrase", -without), or what was asked before the last word together with
-- whatever begins with that one. `last` is null where it may not be a beginning.
create function asked_words(asked text, before text, last text) returns tsquery language sql immutable parallel safe
  as $$
    select case
      when fold(last) is null or fold(last) = '' then websearch_to_tsquery('site_text', asked)
      else websearch_to_tsquery('site_text', asked) || (
        websearch_to_tsquery('site_text', before)
        && ('''' || replace(replace(fold(last), '\', '\\'), '''', '''''') || ''':*')::tsquery
      )
    end
  $$;

-- Any of the words that are asked.
create function any_asked_word(asked text) returns tsquery language sql immutable strict parallel safe
  as $$ select replace(plainto_tsquery('site_text', asked)::text, '&', '|')::tsquery $$;

-- A pattern of LIKE for folded text that contains this; null where nothing is left to look for.
create function containing(text) returns text language sql immutable strict parallel safe
  as $$ select '%' || nullif(regexp_replace(fold($1), '([\\%_])', '\\\1', 'g'), '') || '%' $$;

drop index posts_search, posts_title_part, projects_search, projects_title_part;

-- A search vector has at most 1 MiB: of a very long text, the first 100,000 characters are searched.
alter table posts
  drop column search,
  add column search tsvector not null generated always as (
    setweight(to_tsvector('site_text', normalize(title, nfkc)), 'A')
    || setweight(to_tsvector('site_text', normalize(joined(tags), nfkc)), 'B')
    || setweight(to_tsvector('site_text', normalize(description, nfkc)), 'C')
    || setweight(to_tsvector('site_text', normalize(left(markdown, 100000), nfkc)), 'D')
  ) stored,
  add column folded_title text not null generated always as (fold(title || E'\n' || joined(tags))) stored;
create index posts_search on posts using gin (search);
create index posts_folded_title on posts using gin (folded_title gin_trgm_ops);

alter table projects
  drop column search,
  add column search tsvector not null generated always as (
    setweight(to_tsvector('site_text', normalize(title, nfkc)), 'A')
    || setweight(to_tsvector('site_text', normalize(joined(tags), nfkc)), 'B')
    || setweight(to_tsvector('site_text', normalize(summary, nfkc)), 'C')
    || setweight(to_tsvector('site_text', normalize(left(markdown, 100000), nfkc)), 'D')
  ) stored,
  add column folded_title text not null generated always as (fold(title || E'\n' || joined(tags))) stored;
create index projects_search on projects using gin (search);
create index projects_folded_title on projects using gin (folded_title gin_trgm_ops);

-- The newest rows that say what is asked. Comparing a text's words one by one means reading them from beside the table,
-- which costs more than all else; the index knows them, so nothing but the index is to be asked.
create function posts_saying(asked tsquery, most integer) returns table (id integer) language sql stable
  set enable_seqscan = off set enable_indexscan = off
  as $$ select id from posts where search @@ asked and is_public order by published_at desc, id desc limit most $$;
create function projects_saying(asked tsquery, most integer) returns table (id text) language sql stable
  set enable_seqscan = off set enable_indexscan = off
  as $$ select id from projects where search @@ asked and is_public order by published_on desc, id desc limit most $$;
