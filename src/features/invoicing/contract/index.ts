import { z } from 'zod';
import { billingDocumentSchema } from '#features/billing/contract/documents.ts';
import { lineUnits } from '#features/billing/contract/units.ts';
import { currencies } from '#features/settings/contract.ts';
import {
  defineEndpoints,
  emptyInput,
  instant,
  integerParam,
  multilineText,
  plainDate,
  singleLineText,
} from '#shared/contract.ts';
import {
  intervals,
  MAX_DESCRIPTION_LENGTH,
  MAX_DETAIL_LENGTH,
  MAX_DRAFT_NOTES_LENGTH,
  MAX_LINES,
} from './constants.ts';

const { ownerEndpoint } = defineEndpoints('invoicing');

const amount = z.int().brand<'MinorUnits'>();
const typed = (max: number) => singleLineText.max(max);

/** Only lengths are checked; the rest is checked before the invoice is sent. */
const draftContent = z.strictObject({
  currency: z.string().refine(code => currencies.includes(code), 'Choose a currency from the list.'),
  dueDays: typed(10),
  serviceFrom: typed(10),
  serviceUntil: typed(10),
  taxBehavior: z.enum(['exclusive', 'inclusive'], 'Choose whether prices include tax.'),
  discount: typed(30),
  notes: multilineText(MAX_DRAFT_NOTES_LENGTH),
  lines: z
    .array(
      z.strictObject({
        description: typed(MAX_DESCRIPTION_LENGTH),
        detail: multilineText(MAX_DETAIL_LENGTH),
        quantity: typed(20),
        unit: z.enum(['', ...lineUnits], 'Choose a unit from the list.'),
        unitPrice: typed(30),
        discount: typed(30),
        tax: typed(200),
      }),
    )
    .max(MAX_LINES, `Enter at most ${MAX_LINES} lines.`),
});

const schedule = z.object({
  repeats: z.enum(intervals),
  /** The day of the next invoice; null if there is none. */
  nextOn: plainDate.nullable(),
  endsOn: plainDate.nullable(),
  isPaused: z.boolean(),
  /** Why the last invoice wasn't issued. */
  problem: z.string().nullable(),
  /** Issued so far. */
  count: z.int(),
});
export type Schedule = z.infer<typeof schedule>;

const client = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  hasTaxId: z.boolean(),
});

const draft = z.object({
  id: z.int(),
  /** The page of the invoice that it was sent as; null before. */
  sentPath: z.string().nullable(),
  version: z.int(),
  client,
  content: draftContent,
  /** The taxes to choose from, the proposed one first. */
  taxes: z.array(z.object({ key: z.string(), label: z.string(), tax: billingDocumentSchema.shape.tax })),
  /** Why the first one is proposed; null if unknown. */
  taxReason: z.string().nullable(),
  schedule: schedule.nullable(),
  /** Today in the owner's time zone. */
  today: plainDate,
});
export type Draft = z.infer<typeof draft>;

const listedDraft = z.object({
  id: z.int(),
  clientName: z.string(),
  /** The first line. */
  description: z.string(),
  /** Null while something is missing or invalid. */
  total: z.object({ minor: amount, currency: z.string() }).nullable(),
  schedule: schedule.nullable(),
  updatedAt: instant,
});
export type ListedDraft = z.infer<typeof listedDraft>;

const byId = z.strictObject({ id: integerParam });
const issued = z.object({ number: z.string(), path: z.string() });

const creditForm = z.object({
  number: z.string(),
  clientName: z.string(),
  currency: z.string(),
  path: z.string(),
  /**
   * Lines with their amounts including tax, after discounts on all lines. A line isn't creditable if it is credited, or
   * if other credit notes leave less than its amount.
   */
  lines: z.array(
    z.object({
      index: z.int(),
      description: z.string(),
      amount,
      isCredited: z.boolean(),
      isCreditable: z.boolean(),
    }),
  ),
  total: amount,
  /** The rest that can still be credited. */
  left: amount,
});
export type CreditForm = z.infer<typeof creditForm>;

const documentNumber = singleLineText.trim().max(40, 'Enter an invoice number.');

export const invoicingContract = {
  listDrafts: ownerEndpoint('GET /invoice-drafts', 'List invoice drafts and recurring invoices, last changed first')
    .input(emptyInput)
    .output(z.object({ items: z.array(listedDraft) })),
  createDraft: ownerEndpoint(
    'POST /invoice-drafts',
    'Add an empty draft for a client, or a copy of a draft or of an issued document',
    { successStatus: 201 },
  )
    .input(
      z.union([
        z.strictObject({ clientId: integerParam }),
        z.strictObject({ copyOf: integerParam }),
        z.strictObject({ documentNumber }),
      ]),
    )
    .output(z.object({ id: z.int() })),
  getDraft: ownerEndpoint('GET /invoice-drafts/{id}', 'Get an invoice draft with the taxes to choose from')
    .input(byId)
    .output(draft),
  updateDraft: ownerEndpoint('PUT /invoice-drafts/{id}', 'Save an invoice draft; `version` must be the current one')
    .input(byId.extend({ version: integerParam, content: draftContent }))
    .output(z.object({ version: z.int() })),
  updateDraftClient: ownerEndpoint(
    'PUT /invoice-drafts/{id}/client',
    'Choose another client for a draft; its proposals follow, other values stay',
  )
    .input(byId.extend({ version: integerParam, clientId: integerParam }))
    .output(z.object({ version: z.int() })),
  deleteDraft: ownerEndpoint('DELETE /invoice-drafts/{id}', 'Delete an invoice draft')
    .input(byId)
    .output(z.object({ deleted: z.literal(true) })),
  previewDraft: ownerEndpoint('GET /invoice-drafts/{id}/preview', 'Get a draft as the invoice that would be issued now')
    .input(byId)
    .output(
      z.object({
        version: z.int(),
        document: billingDocumentSchema.nullable(),
        /** Problems to correct first. */
        problems: z.array(z.string()),
      }),
    ),
  sendDraft: ownerEndpoint(
    'POST /invoice-drafts/{id}/send',
    'Issue a draft as an invoice and email it; repeated requests return the same invoice',
  )
    .input(byId.extend({ version: integerParam }))
    .output(issued),
  startSchedule: ownerEndpoint('PUT /invoice-drafts/{id}/schedule', 'Issue a draft repeatedly, or resume it')
    .input(
      byId.extend({
        version: integerParam,
        repeats: z.enum(intervals, 'Choose how often.'),
        startsOn: plainDate,
        endsOn: z.union([z.literal('').transform(() => null), plainDate]).prefault(''),
      }),
    )
    .output(z.object({ version: z.int() })),
  pauseSchedule: ownerEndpoint('POST /invoice-drafts/{id}/schedule/pause', 'Pause a recurring invoice')
    .input(byId)
    .output(z.object({ version: z.int() })),
  getCreditForm: ownerEndpoint('GET /creditable-invoices/{number}', 'Get what can be credited of an issued invoice')
    .input(z.strictObject({ number: documentNumber }))
    .output(creditForm),
  createCreditNote: ownerEndpoint(
    'POST /creditable-invoices/{number}/credit-notes',
    'Issue a credit note for lines or an amount of an invoice and email it',
    { successStatus: 201 },
  )
    .input(
      z.strictObject({
        number: documentNumber,
        /** Indexes of the lines; without any, `amount` is used. */
        lines: z.array(integerParam).max(1000).prefault([]),
        /** Including tax, such as "250". */
        amount: typed(30).prefault(''),
        reason: singleLineText.trim().min(1, 'Enter a reason. The client sees it.').max(300),
        idempotencyKey: singleLineText.max(200).optional(),
      }),
    )
    .output(issued),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    invoicing: typeof invoicingContract;
  }
}
