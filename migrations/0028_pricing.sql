-- What orders need to know of a plan. What stands here so far came with the sample content, since nothing could be edited.
alter table plans
  -- Days from the deposit until it is expected.
  add column delivery_days integer not null default 30 check (delivery_days between 1 and 730),
  -- Days of support after delivery that are included (term 13).
  add column support_days integer not null default 0 check (support_days between 0 and 3650),
  -- What the client supplies before work starts (term 9).
  add column content_items text[] not null default '{}',
  add column highlighted boolean not null default false;
alter table plans alter column delivery_days drop default, alter column support_days drop default;
create unique index plans_one_highlighted on plans (highlighted) where highlighted;
create unique index services_one_highlighted on services (highlight) where highlight;

alter table consultation_features add column id text;
update consultation_features set id = trim('-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'));
alter table consultation_features drop constraint consultation_features_pkey;
alter table consultation_features add primary key (id);

-- Not shown to readers; as the sample content has it, and never changed since; raised by each save.
alter table plans
  add column hidden boolean not null default false,
  add column sample boolean not null default true,
  add column version integer not null default 1;
alter table services
  add column hidden boolean not null default false,
  add column sample boolean not null default true,
  add column version integer not null default 1;
alter table custom_package_details
  add column hidden boolean not null default false,
  add column sample boolean not null default true,
  add column version integer not null default 1;
alter table specialized_services
  add column hidden boolean not null default false,
  add column sample boolean not null default true,
  add column version integer not null default 1;
alter table consultation_features
  add column hidden boolean not null default false,
  add column sample boolean not null default true,
  add column version integer not null default 1;
alter table consultation_options
  add column hidden boolean not null default false,
  add column sample boolean not null default true,
  add column version integer not null default 1;
alter table plans alter column sample set default false;
alter table services alter column sample set default false;
alter table custom_package_details alter column sample set default false;
alter table specialized_services alter column sample set default false;
alter table consultation_features alter column sample set default false;
alter table consultation_options alter column sample set default false;

update plans set
  delivery_days = case id when 'starter' then 14 when 'growth' then 28 when 'business' then 42 else 84 end,
  support_days = case id when 'starter' then 14 when 'growth' then 30 when 'business' then 60 when 'elite' then 90 else 0 end,
  highlighted = id = 'growth',
  content_items = case id
    when 'starter' then array[
      'The words for up to 3 pages',
      'Your logo and the pictures you want to show',
      'Your domain, or a wish for one']
    when 'growth' then array[
      'The words for up to 8 pages',
      'Your logo and the pictures you want to show',
      'The first three pieces of news or dates',
      'Your domain, or a wish for one']
    when 'business' then array[
      'The words for up to 15 pages',
      'Your logo and the pictures you want to show',
      'Your products or bookable times, with prices',
      'Access to your payment provider',
      'Your domain, or a wish for one']
    when 'elite' then array[
      'Someone who knows the process and can decide',
      'Samples of the data and papers you work with now',
      'Access to the systems it connects to']
    else '{}' end;

-- The figures that the software keeps the payment terms by: one row, of every site.
create table selling_terms (
  only_row boolean primary key default true check (only_row),
  deposit_percent integer not null default 50 check (deposit_percent between 1 and 100),
  balance_days integer not null default 7 check (balance_days between 0 and 90),
  installments_from_minor integer not null default 100000 check (installments_from_minor >= 0),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  late_days integer not null default 7 check (late_days between 1 and 90),
  late_fee_percent integer not null default 5 check (late_fee_percent between 0 and 25),
  late_fees text not null default 'proposed' check (late_fees in ('proposed', 'automatic')),
  refund_days integer not null default 7 check (refund_days between 1 and 90),
  minor_revisions integer not null default 3 check (minor_revisions between 0 and 20),
  urgent_percent integer not null default 25 check (urgent_percent between 0 and 200),
  version integer not null default 1
);
insert into selling_terms default values;

-- Texts name the figures, so that the two never differ.
update payment_terms set short = '{deposit} deposit' where number = 1 and short = '50% deposit';
update payment_terms set text = 'I start a project after a deposit of {deposit} has been paid.'
where number = 1 and text = 'I start a project after a deposit of 50% has been paid.';
update payment_terms set text = 'If a payment is more than {lateDays} late, I may add a fee of {lateFee}.'
where number = 6 and text = 'If a payment is more than 7 days late, I may add a fee of 5%.';
update payment_terms set text = 'You get a full refund if I have not started your project within {refundDays} of your payment.'
where number = 7 and text = 'You get a full refund if I have not started your project within 7 days of your payment.';
update payment_terms set short = '{minorRevisions}' where number = 11 and short = '3 minor revisions';
update payment_terms set text = 'Up to {minorRevisions} are included, and major revisions cost extra.'
where number = 11 and text = 'Up to 3 minor revisions are included, and major revisions cost extra.';
