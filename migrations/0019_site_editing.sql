alter table site_content
  -- Raised by each save, so that two windows do not write over each other.
  add column version integer not null default 1,
  -- Neutral, as removing the sample content left it, and never changed since.
  add column untouched boolean not null default false;

-- What the pages are called is no sample content: a site has them from the start.
update site_content set sample = false where key = 'navItems';

-- What stood fixed on the page about the owner belongs to the picture that it describes.
update site_content
set value = value || jsonb_build_object(
  'portraitAlt', (value ->> 'name') || ' at a desk by a window above the harbor',
  'portraitCaption', 'The room above the rope works')
where key = 'profile';

-- A site without content gets its looks with the sample content.
insert into site_content (key, value)
select 'appearance', '{
  "accent": "sea",
  "logo": null,
  "homeSections": [
    {"section": "technologies", "shown": true},
    {"section": "work", "shown": true},
    {"section": "prices", "shown": true},
    {"section": "writing", "shown": true},
    {"section": "testimonials", "shown": true}
  ]}'::jsonb
where exists (select 1 from site_content);

alter table settings
  -- The site's address where the environment names none; read at the start.
  add column site_address text,
  -- ISO 4217: what new prices are in.
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
