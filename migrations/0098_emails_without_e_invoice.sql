-- Why the last email with a document had no e-invoice, although its client gets one; null if nothing was missing.
alter table billing_document_emails add e_invoice_problem text;
create index billing_document_emails_e_invoice_problem on billing_document_emails (billing_document_id)
  where e_invoice_problem is not null;
