import { eInvoiceFormatLabels, eInvoiceFormats } from '#features/e-invoices/contract/constants.ts';
import { parseCsvRows } from '#shared/csv.ts';
import { type BillingDetails, documentLanguageNames, documentLanguages } from '../contract/constants.ts';
import { findCountry } from '../contract/countries.ts';
import { splitList } from '../contract/form-fields.ts';
import type { Client } from '../contract/index.ts';
import type { ReminderSchedule } from '../contract/reminder-schedule.ts';
import { formatReminderSchedule, parseReminderSchedule } from './reminder-schedule.ts';

/** Separators of the items of a cell. */
const LIST = /[,;\n]/;

/** The cell for the site's reminder schedule. */
const AS_ON_SITE = 'site';

/** A client as texts, which may be wrong; an empty text is unknown. */
export interface CsvClient {
  readonly name: string;
  readonly emails: readonly string[];
  readonly phone: string;
  readonly billing: BillingDetails;
  readonly eInvoice: Readonly<Record<keyof Client['eInvoice'], string>>;
  readonly language: string;
  readonly currency: string;
  readonly paymentDays: string;
  /** Null for the site's schedule. A text is not a schedule. */
  readonly reminderSchedule: ReminderSchedule | string | null;
  readonly notes: string;
  readonly tags: readonly string[];
}

interface Column {
  readonly heading: string;
  /** The field of the API. */
  readonly field: string;
  readonly cell: (client: CsvClient) => string;
  /** Names of the column in other programs. */
  readonly names?: readonly string[];
  /** The error of a value that isn't a possible one. */
  readonly hint?: string;
}

const billing = (heading: string, name: keyof BillingDetails, names: readonly string[]): Column => ({
  heading,
  field: `billing.${name}`,
  cell: client => client.billing[name],
  names,
});

const eInvoice = (
  heading: string,
  name: keyof CsvClient['eInvoice'],
  rest: Pick<Column, 'names' | 'hint'>,
): Column => ({
  heading,
  field: `eInvoice.${name}`,
  cell: client => client.eInvoice[name],
  ...rest,
});

const columns: readonly Column[] = [
  {
    heading: 'Name',
    field: 'name',
    cell: ({ name }) => name,
    names: ['contact', 'contact name', 'full name', 'client'],
  },
  billing('Company', 'company', ['organization', 'company name', 'business name']),
  {
    heading: 'Email',
    field: 'emails',
    cell: ({ emails }) => emails.join(', '),
    names: ['e-mail', 'emails', 'email address'],
  },
  { heading: 'Phone', field: 'phone', cell: ({ phone }) => phone, names: ['telephone', 'phone number'] },
  billing('Street', 'street', ['address', 'address line 1', 'street address']),
  billing('Postal code', 'postalCode', ['zip', 'zip code', 'postcode', 'postal_code']),
  billing('City', 'city', ['town']),
  billing('State', 'region', ['region', 'province', 'county']),
  billing('Country', 'country', ['country code']),
  billing('Tax ID', 'taxId', ['vat', 'vat id', 'vat number', 'tax number']),
  { heading: 'Tags', field: 'tags', cell: ({ tags }) => tags.join(', '), names: ['labels'] },
  { heading: 'Notes', field: 'notes', cell: ({ notes }) => notes, names: ['note'] },
  {
    heading: 'Language',
    field: 'language',
    cell: ({ language }) => language,
    hint: `Use one of: ${documentLanguages.join(', ')}.`,
  },
  { heading: 'Currency', field: 'currency', cell: ({ currency }) => currency, names: ['currency code'] },
  {
    heading: 'Payment days',
    field: 'paymentDays',
    cell: ({ paymentDays }) => paymentDays,
    names: ['payment terms'],
    hint: 'Enter a number of days from 0 to 365.',
  },
  eInvoice('E-invoice format', 'eInvoiceFormat', { hint: `Use one of: ${eInvoiceFormats.join(', ')}.` }),
  eInvoice('Buyer reference', 'buyerReference', { names: ['leitweg-id'] }),
  eInvoice('Electronic address scheme', 'electronicAddressScheme', {
    hint: 'Use a code of the EAS list that this site knows, such as EM or 0204.',
  }),
  eInvoice('Electronic address', 'electronicAddress', {}),
  {
    heading: 'Payment reminders',
    field: 'reminderSchedule',
    cell: ({ reminderSchedule }) =>
      reminderSchedule === null || typeof reminderSchedule === 'string' ? '' : formatReminderSchedule(reminderSchedule),
    hint: `Use “${AS_ON_SITE}”, “none” or a list such as “2 days before, on the due date, 7 days after”.`,
  },
];

export const clientCsvHeading = columns.map(({ heading }) => heading);

/** Returns a client as the cells of a CSV row. */
export const toClientCells = (client: CsvClient) => columns.map(({ cell }) => cell(client));

/** Returns the cells with a value, with the names of their columns. */
export const toNamedCells = (client: CsvClient) =>
  columns.map(({ heading, cell }) => ({ column: heading, value: cell(client) })).filter(({ value }) => value !== '');

/** Returns a client as texts. */
export function toCsvClient(
  client: Omit<Client, 'addressLines' | 'countryName' | 'id' | 'version' | 'createdAt'>,
): CsvClient {
  const { name, emails, phone, billing: details, eInvoice: settings, language, currency, notes, tags } = client;
  return {
    name,
    emails,
    phone,
    billing: details,
    eInvoice: settings,
    language,
    currency: currency ?? '',
    paymentDays: client.paymentDays?.toString() ?? '',
    reminderSchedule: client.reminderSchedule,
    notes,
    tags,
  };
}

/** Returns the input of the API, which checks it. */
export const toClientInput = ({ language, ...client }: CsvClient) => ({ ...client, language: language || undefined });

const headingByName = new Map(
  columns.flatMap(({ heading, names = [] }) => [heading.toLowerCase(), ...names].map(name => [name, heading] as const)),
);

/** A row of a list. */
export interface CsvRow {
  /** 1 is the first line. */
  readonly row: number;
  readonly client: CsvClient;
}

/** Returns the key that equals a text, or whose label does, ignoring case; the text if there is none. */
function findKey(labels: Readonly<Record<string, string>>, text: string): string {
  const entered = text.toLowerCase();
  return Object.keys(labels).find(key => key === entered || labels[key]?.toLowerCase() === entered) ?? text;
}

/** Parses a CSV whose first row names the columns. Returns undefined if none of them is a name, company or email. */
export function parseClientsCsv(csv: string): CsvRow[] | undefined {
  const [first, ...rows] = parseCsvRows(csv);
  const headings = (first?.cells ?? []).map(cell => headingByName.get(cell.trim().toLowerCase()) ?? '');
  if (!headings.some(heading => heading === 'Name' || heading === 'Company' || heading === 'Email')) return undefined;
  return rows.map(({ row, cells }) => {
    const values: Record<string, string> = Object.fromEntries(
      headings.map((heading, column) => [heading, (cells[column] ?? '').trim()]),
    );
    const get = (heading: string) => values[heading] ?? '';
    const emails = splitList(get('Email'), LIST);
    const country = get('Country');
    const reminders = get('Payment reminders');
    return {
      row,
      client: {
        name: get('Name') || get('Company') || (emails[0]?.split('@')[0] ?? ''),
        emails,
        phone: get('Phone'),
        billing: {
          company: get('Company'),
          street: get('Street'),
          postalCode: get('Postal code'),
          city: get('City'),
          region: get('State'),
          // An unknown country is reported by the check.
          country: country && (findCountry(country) ?? '??'),
          taxId: get('Tax ID'),
        },
        eInvoice: {
          eInvoiceFormat: findKey(eInvoiceFormatLabels, get('E-invoice format')),
          buyerReference: get('Buyer reference'),
          electronicAddressScheme: get('Electronic address scheme').toUpperCase(),
          electronicAddress: get('Electronic address'),
        },
        language: findKey(documentLanguageNames, get('Language')),
        currency: get('Currency').toUpperCase(),
        paymentDays: get('Payment days'),
        reminderSchedule: reminders && (parseReminderSchedule(reminders) ?? reminders),
        notes: get('Notes'),
        tags: splitList(get('Tags'), LIST),
      },
    };
  });
}

/**
 * Returns an imported row on top of a client: empty cells change nothing, addresses and tags are added. `client` is
 * omitted for a new one.
 */
export function applyRow(row: CsvClient, client?: CsvClient): CsvClient {
  const reminderSchedule = toSchedule(row.reminderSchedule, client?.reminderSchedule ?? null);
  if (!client) return { ...row, reminderSchedule };
  const known = new Set(client.emails.map(email => email.toLowerCase()));
  const text = <Fields extends object>(from: Fields, to: Fields): Fields => ({
    ...to,
    ...Object.fromEntries(Object.entries(from).filter(([, value]) => value)),
  });
  return {
    ...text(row, client),
    emails: [...client.emails, ...row.emails.filter(email => !known.has(email.toLowerCase()))],
    billing: text(row.billing, client.billing),
    eInvoice: text(row.eInvoice, client.eInvoice),
    reminderSchedule,
    tags: [...new Set([...client.tags, ...row.tags])],
  };
}

function toSchedule(cell: CsvClient['reminderSchedule'], current: CsvClient['reminderSchedule']) {
  if (cell === '') return current;
  return typeof cell === 'string' && cell.toLowerCase() === AS_ON_SITE ? null : cell;
}

/** Returns an error of the API's check with its column; the column is empty if there is none. */
export function toRowProblem(
  { eInvoice: { electronicAddressScheme: scheme } }: Pick<CsvClient, 'eInvoice'>,
  { path, message }: { readonly path: readonly PropertyKey[]; readonly message: string },
): { column: string; message: string } {
  const isScheme = path.at(-1) === 'electronicAddress' && scheme === '';
  const field = isScheme ? 'eInvoice.electronicAddressScheme' : path.map(String).join('.');
  const column = columns.find(one => field === one.field || field.startsWith(`${one.field}.`));
  return { column: column?.heading ?? '', message: (column?.field === field && column.hint) || message };
}
