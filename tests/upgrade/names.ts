/**
 * The current names of renamed tables, values, paths and fields in `data-0074`. After another rename, only this file
 * changes.
 */
export const renamed = {
  /** Tables of the database: recorded name to current. */
  tables: {
    address_changes: 'email_changes',
    agreement_mails: 'agreement_emails',
    business_documents: 'billing_documents',
    busy_calendars: 'external_calendars',
    change_quotes: 'change_orders',
    comment_notices: 'comment_digests',
    document_mails: 'billing_document_emails',
    document_years: 'billing_document_sequences',
    documents: 'media_files',
    insights_counts: 'insights_daily_stats',
    insights_hours: 'insights_hourly_stats',
    insights_views: 'insights_page_views',
    insights_vitals: 'insights_web_vitals',
    mail_attachments: 'email_attachments',
    mails: 'emails',
    newsletter_events: 'email_webhook_events',
    newsletter_objections: 'newsletter_suppressions',
    order_drafts: 'checkout_drafts',
    owner_set_up: 'owner_setup_tokens',
    pending_sign_ins: 'two_factor_challenges',
    selling_terms: 'payment_term_settings',
    site_content: 'site_sections',
    text_moves: 'publishing_transitions',
    used_proofs: 'used_proofs_of_work',
    waived_late_fees: 'late_fee_waivers',
    weekly_hours: 'weekly_availability',
  } as Readonly<Record<string, string>>,
  /** Values in API responses, such as order statuses: recorded value to current. */
  values: {
    'balance invoice': 'balance_invoice',
    'credit note': 'credit_note',
    'deposit invoice': 'deposit_invoice',
    'late fee invoice': 'late_fee_invoice',
    asked: 'invoiced',
    cancelled: 'canceled',
    done: 'resolved',
    ended: 'canceled',
    waiting: 'pending',
  } as Readonly<Record<string, string>>,
  /** API paths without the prefix: recorded path to current. */
  paths: {
    '/documents': '/billing-documents',
    '/orders/custom': '/custom-requests',
    '/mails': '/emails',
    '/media/documents': '/media/files',
  } as Readonly<Record<string, string>>,
  /** Fields of requests and responses: recorded name to current. */
  fields: {
    accepted: 'isAccepted',
    closing: 'closingBalance',
    link: 'reference',
    movements: 'entries',
    note: 'creditNoteNumber',
    on: 'date',
    opening: 'openingBalance',
    owed: 'amountDue',
    standing: 'summary',
    written: 'current',
  } as Readonly<Record<string, string>>,
};

/** Tables that may have fewer rows than before, each with the reason. */
export const cleanedUp: Readonly<Record<string, string>> = {};
