import type { ReminderSchedule } from './reminder-schedule.ts';

// Separate from the contract so pages don't load the validator.

/** A client's address and tax number, as on invoices. Unknown fields are empty. */
export interface BillingDetails {
  readonly company: string;
  /** Up to three lines. */
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  /** State or province. */
  readonly region: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** VAT ID, or another tax number outside the countries that have one. */
  readonly taxId: string;
}

export const EMPTY_DETAILS: BillingDetails = {
  company: '',
  street: '',
  postalCode: '',
  city: '',
  region: '',
  country: '',
  taxId: '',
};

/** The result of a check of a VAT ID. */
export interface VatCheck {
  readonly isValid: boolean;
  /** ISO 8601. */
  readonly checkedAt: string;
  /** The registered name; empty if the country doesn't publish it. */
  readonly name: string;
}

export const billingDetailNames = Object.keys(EMPTY_DETAILS) as readonly (keyof BillingDetails)[];

/** Languages of documents and their emails (BCP 47). */
export const documentLanguages = ['en', 'de', 'fr', 'bn'] as const;
export type DocumentLanguage = (typeof documentLanguages)[number];

/** Their names, as shown to the owner. */
export const documentLanguageNames: Readonly<Record<DocumentLanguage, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  bn: 'Bengali',
};

/** The schedule of a client who gets no reminders of invoices. */
export const NO_REMINDERS: ReminderSchedule = {
  daysBefore: null,
  isOnDueDate: false,
  daysAfter: [null, null, null],
  warnsOfLateFee: false,
};

export const MAX_EMAILS = 10;
export const MAX_TAGS = 20;
export const MAX_NOTES_LENGTH = 5000;

/** The largest list that can be imported, in characters. */
export const MAX_IMPORT_LENGTH = 900_000;
export const MAX_IMPORTED_ROWS = 2000;

/** Number of clients that the result of an import shows as examples. */
export const MAX_IMPORT_EXAMPLES = 3;

/** The largest list that fits into a request, in bytes of JSON. */
export const MAX_IMPORT_BYTES = 1_000_000;

/** Filters of a client's timeline. */
export const activityGroups = ['sales', 'money', 'messages', 'emails'] as const;
export type ActivityGroup = (typeof activityGroups)[number];

export const activityKinds = [
  'order',
  'quote',
  'booking',
  'invoice',
  'credit_note',
  'payment',
  'write_off',
  'credit',
  'message',
  'email',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Entries per step of the timeline, and the maximum. */
export const ACTIVITY_STEP = 50;
export const MAX_ACTIVITY = 1000;
