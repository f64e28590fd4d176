-- Receipts are numbered by themselves, such as R-2026-0001; all other documents share the series without letters. What was
-- issued before keeps its number.
alter table business_documents
  add column series text not null default '' check (series in ('', 'R')),
  drop constraint business_documents_year_sequence_key,
  drop constraint business_documents_check,
  add unique (series, year, sequence),
  add constraint business_documents_number_check check (
    number = case series when '' then '' else series || '-' end
      || year || '-' || lpad(sequence::text, greatest(4, length(sequence::text)), '0')
  );
create index business_documents_series_day on business_documents (series, issued_on);

alter table document_years
  add column series text not null default '',
  drop constraint document_years_pkey,
  add primary key (series, year);
