-- Chinese, Japanese, Thai, Lao, Burmese and Khmer have no spaces between words. Each of their characters is a word of the
-- index, and a search for several of them is a phrase.
create or replace function search_text(text) returns text language sql immutable strict parallel safe
  as $$
    select regexp_replace(
      left(
        regexp_replace(
          replace(regexp_replace(normalize(left($1, 100000), nfkc), '<!--.*?-->', ' ', 'g'), '<!--', ' '),
          '(\S{100})', '\1 ', 'g'
        ),
        100000
      ),
      '([\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af])',
      ' \1 ', 'g'
    )
  $$;

-- Computes the index of existing texts in these scripts.
update posts set title = title
  where title || join_text_array(tags) || description || markdown ~ '[\u0e01-\u17ff\u3005-\ufaff\U00020000-\U000323af]';
update projects set title = title
  where title || join_text_array(tags) || summary || markdown ~ '[\u0e01-\u17ff\u3005-\ufaff\U00020000-\U000323af]';
