-- What visitors of the site do, counted without telling who they are.

-- Whether visits are counted at all: one row.
create table insights_settings (
  only_row boolean primary key default true check (only_row),
  counting boolean not null default true
);
insert into insights_settings default values;

-- What a day's visitors are told apart by. It is deleted when the day is over: from then on nothing in here can be
-- traced back to a network address, nor to the same visitor on another day.
create table insights_salts (
  day date primary key,
  salt text not null
);

-- Page views of today and yesterday, without a time of their own: only the day and the hour of the owner's zone.
create table insights_views (
  id bigint primary key generated always as identity,
  day date not null,
  -- Hours since the day began, so that a day with 25 of them has them all.
  hour smallint not null check (hour between 0 and 25),
  visitor text not null,
  page text not null,
  -- How far towards an order the page is; null for pages that are no step.
  step text check (step in ('pricing', 'begun')),
  -- Null where the visitor came from another page of the site; empty where nothing tells from where.
  source text,
  medium text,
  campaign text,
  country text not null,
  device text not null,
  browser text not null,
  system text not null
);
create index insights_views_by_day on insights_views (day);

-- What is left of a day: how often each page, source and so on. The total has an empty item.
create table insights_counts (
  day date not null,
  list text not null,
  item text not null,
  views integer not null,
  visitors integer not null,
  primary key (list, day, item)
);
create index insights_counts_of_item on insights_counts (list, item, day);

-- Today and yesterday by the hour.
create table insights_hours (
  day date not null,
  hour smallint not null,
  views integer not null,
  visitors integer not null,
  primary key (day, hour)
);

-- How fast pages were for those who read them: how many fell into each step of a measure.
create table insights_vitals (
  day date not null,
  page_group text not null,
  metric text not null check (metric in ('lcp', 'cls', 'inp')),
  bucket smallint not null,
  count integer not null,
  primary key (day, page_group, metric, bucket)
);
