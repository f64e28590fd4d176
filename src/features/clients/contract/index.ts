import { z } from 'zod';
import { email, userName } from '#features/auth/contract.ts';
import {
  createPageSchema,
  defineEndpoints,
  emptyInput,
  instant,
  integerBetween,
  integerParam,
  multilineText,
  pagedBy,
  rowNumber,
  searchTerm,
  singleLineText,
  streamedFile,
} from '#shared/contract.ts';
import { billingDetails, billingDetailsInput } from './billing-details.ts';
import { eInvoiceInput, eInvoiceSettings } from './e-invoice.ts';
import { reminderScheduleSchema } from './reminder-schedule.ts';
import {
  ACTIVITY_STEP,
  activityGroups,
  activityKinds,
  documentLanguages,
  MAX_ACTIVITY,
  MAX_EMAILS,
  MAX_IMPORT_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_TAGS,
} from './constants.ts';

const clientSorts = ['newest', 'oldest', 'name_asc', 'name_desc'] as const;

const DAYS = 'Enter a number of days from 0 to 365.';
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const amount = z.int().brand<'MinorUnits'>();

/** The amounts that a client paid and owes in one currency, in minor units. */
const clientMoney = z.object({ currency: z.string(), paid: amount, outstanding: amount, overdue: amount });
export type ClientMoney = z.infer<typeof clientMoney>;

const client = z.object({
  id: z.int(),
  /** The person; for a company, its contact. */
  name: z.string(),
  /** The first is the primary one. */
  emails: z.array(z.string()),
  phone: z.string(),
  billing: billingDetails,
  eInvoice: eInvoiceSettings,
  language: z.enum(documentLanguages),
  /** For manual invoices; null for the site's currency, and for the days in the payment terms. */
  currency: z.string().nullable(),
  paymentDays: z.int().nullable(),
  /** The client's schedule of invoice reminders; null for the site's. */
  reminderSchedule: reminderScheduleSchema.nullable(),
  /** The address as printed, and its country in English; from the server, because browsers may name it differently. */
  addressLines: z.array(z.string()),
  countryName: z.string(),
  notes: z.string(),
  tags: z.array(z.string()),
  version: z.int(),
  createdAt: instant,
});
export type Client = z.infer<typeof client>;

const listedClient = client
  .omit({ notes: true, version: true, eInvoice: true, reminderSchedule: true })
  .extend({ money: z.array(clientMoney) });
export type ClientListItem = z.infer<typeof listedClient>;

const clientFilter = z.strictObject({
  search: searchTerm.optional(),
  tag: singleLineText.trim().min(1, 'Enter a tag.').max(40).optional(),
  sort: z.enum(clientSorts, `Sort by one of: ${clientSorts.join(', ')}.`).prefault('newest'),
});
export type ClientFilter = z.infer<typeof clientFilter>;

const clientQuery = clientFilter.extend(pagedBy(rowNumber, 25));
export type ClientQuery = z.infer<typeof clientQuery>;

const clientFields = {
  name: userName,
  emails: z
    .array(email)
    .max(MAX_EMAILS, `Enter at most ${MAX_EMAILS} addresses.`)
    .refine(
      list => new Set(list.map(address => address.toLowerCase())).size === list.length,
      'Enter each address only once.',
    )
    .prefault([]),
  phone: singleLineText.trim().max(40).prefault(''),
  billing: billingDetailsInput,
  /** Unchanged if absent, as in imports and on pages of an earlier version. */
  eInvoice: eInvoiceInput.optional(),
  /** Language of documents and their emails; unchanged if omitted. */
  language: z.enum(documentLanguages, 'Choose a language.').optional(),
  /** Unchanged if omitted; empty for none. */
  currency: singleLineText
    .trim()
    .toUpperCase()
    .refine(code => code === '' || currencies.has(code), 'Enter a currency code, such as EUR.')
    .transform(code => code || null)
    .optional(),
  paymentDays: z.union([z.literal('').transform(() => null), integerBetween(0, 365, DAYS)], DAYS).optional(),
  /** Unchanged if omitted; null for the site's schedule. */
  reminderSchedule: reminderScheduleSchema.nullable().optional(),
  notes: multilineText(MAX_NOTES_LENGTH).prefault(''),
  tags: z
    .array(singleLineText.trim().min(1, 'Enter a tag.').max(40, 'Use at most 40 characters per tag.'))
    .max(MAX_TAGS, `Enter at most ${MAX_TAGS} tags.`)
    .transform(tags => [...new Set(tags)])
    .prefault([]),
};
/** A client as entered by the owner, or imported. */
export const clientInput = z.strictObject(clientFields);
export type ClientInput = z.output<typeof clientInput>;

const byId = z.strictObject({ id: integerParam });

const activityEntry = z.object({
  kind: z.enum(activityKinds),
  at: instant,
  title: z.string(),
  /** A status or another fact. */
  detail: z.string(),
  /** The page to open. */
  path: z.string(),
  amount: z.object({ minor: amount, currency: z.string() }).nullable(),
  /** Present for a sale or message whose sender typed the address without having confirmed it. */
  hasUnverifiedEmail: z.literal(true).optional(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

/** An open order or booking, and who has to act next. */
const nextStep = z.object({
  title: z.string(),
  status: z.string(),
  by: z.enum(['owner', 'client']),
  path: z.string(),
});
export type NextStep = z.infer<typeof nextStep>;

const merge = z.object({ mergedId: z.int(), name: z.string(), mergedAt: instant });

const vatCheck = z.object({ isValid: z.boolean(), checkedAt: instant, name: z.string() });

const clientDetails = client.extend({
  /** The last check of the VAT ID. */
  vatCheck: vatCheck.nullable(),
  money: z.array(clientMoney),
  /** Steps that wait for the owner come first. */
  nextSteps: z.array(nextStep),
  /** Clients that were merged into this one, newest first. */
  merges: z.array(merge),
});
export type ClientDetails = z.infer<typeof clientDetails>;

/** Two clients that may be the same. */
const duplicate = z.object({
  reason: z.enum(['tax_id', 'name', 'phone']),
  /** The older one is first. */
  clients: z.tuple([listedClient, listedClient]),
});
export type Duplicate = z.infer<typeof duplicate>;

const importInput = z.strictObject({
  csv: z
    .string()
    .max(
      MAX_IMPORT_LENGTH,
      `This list is too long. Import at most ${MAX_IMPORT_LENGTH.toLocaleString('en')} characters.`,
    ),
  /** Whether to check the import without saving it. */
  dryRun: z.boolean().prefault(false),
});

const importResult = z.object({
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** The first new or updated clients as they are saved. */
  examples: z.array(
    z.object({
      row: z.int(),
      outcome: z.enum(['added', 'updated']),
      /** The cells of an export that have a value. */
      cells: z.array(z.object({ column: z.string(), value: z.string() })),
    }),
  ),
  invalidRows: z.array(
    z.object({
      row: z.int(),
      name: z.string(),
      /** All problems in one text. */
      message: z.string(),
      /** The column is empty if a problem concerns the row. */
      problems: z.array(z.object({ column: z.string(), message: z.string() })),
    }),
  ),
});
export type ImportResult = z.infer<typeof importResult>;

const { publicEndpoint, memberEndpoint, ownerEndpoint } = defineEndpoints('clients');

export const clientsContract = {
  list: ownerEndpoint('GET /clients', 'List clients with what they paid and owe')
    .input(clientQuery)
    .output(createPageSchema(listedClient).extend({ tags: z.array(z.string()), duplicateCount: z.int() })),
  export: ownerEndpoint('GET /clients.csv', 'Export the filtered clients as CSV', { outputStructure: 'detailed' })
    .input(clientFilter)
    .output(streamedFile),
  import: ownerEndpoint('POST /clients/import', 'Import clients from CSV, or try it with `dryRun`', {
    body: 'long_text',
  })
    .input(importInput)
    .output(importResult),
  get: ownerEndpoint('GET /clients/{id}', 'Get a client with money, next steps and merges')
    .input(byId)
    .output(clientDetails),
  find: ownerEndpoint('GET /client-by-email/{email}', 'Find the client with an email address')
    .input(z.strictObject({ email }))
    .output(z.object({ id: z.int().nullable() })),
  listActivity: ownerEndpoint('GET /clients/{id}/activity', 'List what happened with a client, newest first')
    .input(
      byId.extend({
        group: z.enum(activityGroups, `Choose one of: ${activityGroups.join(', ')}.`).optional(),
        limit: integerParam
          .pipe(z.number().min(1, 'Enter at least 1.').max(MAX_ACTIVITY, `Enter at most ${MAX_ACTIVITY}.`))
          .prefault(ACTIVITY_STEP),
      }),
    )
    .output(z.object({ entries: z.array(activityEntry), hasMore: z.boolean() })),
  create: ownerEndpoint('POST /clients', 'Add a client', { successStatus: 201 }).input(clientInput).output(client),
  update: ownerEndpoint('PUT /clients/{id}', 'Update a client; `version` must be the current one')
    .input(z.strictObject({ ...clientFields, id: integerParam, version: integerParam }))
    .output(client),
  updateReminders: ownerEndpoint(
    'PUT /clients/{id}/payment-reminders',
    'Set when a client is reminded of invoices, or null for as on the site; reminders for earlier days are not sent',
  )
    .input(byId.extend({ schedule: reminderScheduleSchema.nullable() }))
    .output(z.object({ schedule: reminderScheduleSchema.nullable() })),
  delete: ownerEndpoint('DELETE /clients/{id}', 'Delete a client without orders, bookings or documents')
    .input(byId)
    .output(z.object({ deleted: z.literal(true) })),
  checkVatId: ownerEndpoint('POST /clients/{id}/check-vat-id', 'Check the VAT ID of a client with VIES')
    .input(byId)
    .output(vatCheck),
  listDuplicates: ownerEndpoint('GET /client-duplicates', 'List clients that may be the same')
    .input(emptyInput)
    .output(z.object({ items: z.array(duplicate) })),
  dismissDuplicate: ownerEndpoint('POST /clients/{id}/dismiss-duplicate', 'Record that two clients are not the same')
    .input(byId.extend({ other: integerParam }))
    .output(z.object({ dismissed: z.literal(true) })),
  merge: ownerEndpoint('POST /clients/{id}/merge', 'Merge a client into another one; can be undone')
    .input(
      byId.extend({
        /** The client to keep, by ID or by an email address. */
        into: integerParam.optional(),
        intoEmail: email.optional(),
      }),
    )
    .output(z.object({ id: z.int() })),
  undoMerge: ownerEndpoint('POST /clients/{id}/undo-merge', 'Separate a merged client again')
    .input(byId)
    .output(z.object({ id: z.int() })),
  listCountries: publicEndpoint('GET /countries', 'List the codes and names of all countries')
    .input(emptyInput)
    .output(z.object({ countries: z.array(z.tuple([z.string(), z.string()])) })),
  getMine: memberEndpoint('GET /my-billing-details', 'Get your billing details')
    .input(emptyInput)
    .output(z.object({ billing: billingDetails, phone: z.string() })),
  updateMine: memberEndpoint('PUT /my-billing-details', 'Update your billing details for new invoices')
    .input(z.strictObject({ billing: billingDetailsInput, phone: clientFields.phone }))
    .output(z.object({ billing: billingDetails, phone: z.string() })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    clients: typeof clientsContract;
  }
}
