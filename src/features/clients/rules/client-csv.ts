import { parseCsv } from '#platform/text/csv.ts';
import type { ClientInput } from '../contract/index.ts';
import { findCountry } from '../contract/countries.ts';
import { splitList } from '../contract/form-fields.ts';

/** What separates the items of a cell. */
const LIST = /[,;\n]/;

interface CsvClient extends Pick<ClientInput, 'name' | 'emails' | 'phone' | 'billing' | 'notes' | 'tags'> {}

/** Heading, cell, and the names that other programs use for the column. */
const columns: readonly (readonly [heading: string, cell: (client: CsvClient) => string, names?: readonly string[]])[] =
  [
    ['Name', ({ name }) => name, ['contact', 'contact name', 'full name', 'client']],
    ['Company', ({ billing }) => billing.company, ['organization', 'company name', 'business name']],
    ['Email', ({ emails }) => emails.join(', '), ['e-mail', 'emails', 'email address']],
    ['Phone', ({ phone }) => phone, ['telephone', 'phone number']],
    ['Street', ({ billing }) => billing.street, ['address', 'address line 1', 'street address']],
    ['Postal code', ({ billing }) => billing.postalCode, ['zip', 'zip code', 'postcode', 'postal_code']],
    ['City', ({ billing }) => billing.city, ['town']],
    ['State', ({ billing }) => billing.region, ['region', 'province', 'county']],
    ['Country', ({ billing }) => billing.country, ['country code']],
    ['Tax ID', ({ billing }) => billing.taxId, ['vat', 'vat id', 'vat number', 'tax number']],
    ['Tags', ({ tags }) => tags.join(', '), ['labels']],
    ['Notes', ({ notes }) => notes, ['note']],
  ];

export const clientCsvHeading = columns.map(([heading]) => heading);

/** Returns a client as the cells of a CSV row. */
export const toClientCells = (client: CsvClient) => columns.map(([, cell]) => cell(client));

const headingByName = new Map(
  columns.flatMap(([heading, , names = []]) => [heading.toLowerCase(), ...names].map(name => [name, heading] as const)),
);

/** A row of a list, as the input of the API, which checks it. */
export interface CsvRow {
  /** 1 is the first line. */
  readonly row: number;
  readonly input: Readonly<Record<keyof CsvClient, unknown>> & { readonly name: string };
}

/** Parses a CSV whose first row names the columns. Returns undefined if none of them is a name, company or email. */
export function parseClientsCsv(csv: string): CsvRow[] | undefined {
  const [first = [], ...rows] = parseCsv(csv);
  const headings = first.map(cell => headingByName.get(cell.trim().toLowerCase()) ?? '');
  if (!headings.some(heading => heading === 'Name' || heading === 'Company' || heading === 'Email')) return undefined;
  return rows.map((cells, index) => {
    const values: Record<string, string> = Object.fromEntries(
      headings.map((heading, column) => [heading, (cells[column] ?? '').trim()]),
    );
    const get = (heading: string) => values[heading] ?? '';
    const emails = splitList(get('Email'), LIST);
    const country = get('Country');
    return {
      row: index + 2,
      input: {
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
        notes: get('Notes'),
        tags: splitList(get('Tags'), LIST),
      },
    };
  });
}

/** Returns an imported row on top of a client: empty cells change nothing, addresses and tags are added. */
export function applyRow(row: ClientInput, client: ClientInput): ClientInput {
  const known = new Set(client.emails.map(email => email.toLowerCase()));
  const text = <Fields extends Readonly<Record<string, string>>>(from: Fields, to: Fields): Fields =>
    Object.fromEntries(Object.entries(to).map(([name, value]) => [name, from[name] || value])) as Fields;
  return {
    name: row.name,
    emails: [...client.emails, ...row.emails.filter(email => !known.has(email.toLowerCase()))],
    phone: row.phone || client.phone,
    billing: text({ ...row.billing }, { ...client.billing }),
    notes: row.notes || client.notes,
    tags: [...new Set([...client.tags, ...row.tags])],
  };
}
