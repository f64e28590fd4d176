import {
  buildDocumentPath,
  findBillingDocument,
  findBillingDocumentByNumber,
  finalizeDocument,
  findDocumentDesign,
  isPayable,
  translateDraft,
} from '#features/billing/index.ts';
import { findClientByEmail } from '#features/clients/index.ts';
import { getPaymentTerms } from '#features/pricing/index.ts';
import { getSettings } from '#features/settings/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import type { DraftContent } from '../contract/constants.ts';
import type { Draft, ListedDraft, Schedule } from '../contract/index.ts';
import {
  countIssued,
  deleteDraftRow,
  type DraftRow,
  findDraft,
  findDraftForUpdate,
  insertDraft,
  listDraftRows,
  updateDraftRow,
} from '../queries.ts';
import { changeDefaults, copyDocument, createDraftContent, type DraftDefaults } from '../rules/draft-content.ts';
import { listProblems, readDraft } from '../rules/read-draft.ts';
import { buildInvoice, getDraftContext } from './read-draft.ts';

type Services = Pick<ApiServices, 'now'>;

const notFound = () => new AppError('NOT_FOUND', 'This draft doesn’t exist. It may have been sent or deleted.');

/** Returns a draft that wasn't issued. Throws NOT_FOUND. */
async function getDraftRow(db: Db, id: number): Promise<DraftRow> {
  const row = await findDraft(db, id);
  if (!row || row.documentId !== null) throw notFound();
  return row;
}

/** Returns a draft and locks it until the transaction ends. Throws NOT_FOUND. */
export async function getDraftForUpdate(tx: Transaction, id: number): Promise<DraftRow> {
  const row = await findDraftForUpdate(tx, id);
  if (!row) throw notFound();
  return row;
}

/** Locks a draft for a change. Throws NOT_FOUND, and CONFLICT if it has changed or is a running recurring invoice. */
export async function getDraftToEdit(tx: Transaction, id: number, version: number): Promise<DraftRow> {
  const row = await getDraftForUpdate(tx, id);
  if (row.documentId !== null) throw notFound();
  if (row.version !== version) throw editConflict();
  if (row.nextOn !== null && !row.isPaused)
    throw new AppError('UNPROCESSABLE', 'Pause this recurring invoice before you change it.');
  return row;
}

function toSchedule({ repeats, nextOn, endsOn, isPaused, problem }: DraftRow, count: number): Schedule | null {
  return repeats && { repeats, nextOn, endsOn, isPaused, problem, count };
}

/** Lists drafts and recurring invoices, last changed first. */
export async function listDrafts(db: Db): Promise<{ items: ListedDraft[] }> {
  const rows = await listDraftRows(db);
  const counts = await countIssued(
    db,
    rows.map(({ draft }) => draft.id),
  );
  const items = rows.map(({ draft, clientName }) => ({
    id: draft.id,
    clientName,
    description: draft.content.lines[0]?.description ?? '',
    total: draft.total === null ? null : { minor: draft.total, currency: draft.content.currency },
    schedule: toSchedule(draft, counts.get(draft.id) ?? 0),
    updatedAt: draft.updatedAt.toISOString(),
  }));
  return { items };
}

/** Returns a draft with the taxes to choose from, also after it was sent. Throws NOT_FOUND. */
export async function getDraft(
  db: Db,
  services: Services & Pick<ApiServices, 'encryption'>,
  { id }: { readonly id: number },
): Promise<Draft> {
  const row = await findDraft(db, id);
  if (!row) throw notFound();
  const invoice = row.documentId === null ? null : await findBillingDocument(db, row.documentId);
  const sentPath = invoice && buildDocumentPath(services, invoice.number);
  const { client, taxes, taxReason, today } = await getDraftContext(db, services, row.clientId);
  const schedule = toSchedule(row, (await countIssued(db, [id])).get(id) ?? 0);
  const { version, content } = row;
  return { id, sentPath, version, client, content, taxes: [...taxes], taxReason, schedule, today: today.toString() };
}

/** Adds an empty draft for a client, or a copy of a draft or of an issued invoice. Throws NOT_FOUND and CONFLICT. */
export async function createDraft(
  tx: Transaction,
  services: Services,
  from: { readonly clientId: number } | { readonly copyOf: number } | { readonly documentNumber: string },
): Promise<{ id: number }> {
  const at = toDate(services.now());
  const insert = (clientId: number, content: DraftContent, total: DraftRow['total']) =>
    insertDraft(tx, { clientId, content, total, createdAt: at, updatedAt: at });
  if ('copyOf' in from) {
    const { clientId, content, total } = await getDraftForUpdate(tx, from.copyOf);
    return { id: await insert(clientId, content, total) };
  }
  const issued = 'documentNumber' in from ? await getDocumentToCopy(tx, from.documentNumber) : null;
  const clientId = 'clientId' in from ? from.clientId : (issued?.clientId ?? 0);
  const context = await getDraftContext(tx, services, clientId);
  const defaults = await getDefaults(tx, context);
  const content = issued ? copyDocument(issued.content, defaults) : createDraftContent(defaults);
  return { id: await insert(context.client.id, content, readTotal(content, context)) };
}

async function getDefaults(db: Db, context: Awaited<ReturnType<typeof getDraftContext>>): Promise<DraftDefaults> {
  const [{ defaultCurrency }, { settings }] = await Promise.all([getSettings(db), getPaymentTerms(db)]);
  return {
    currency: context.currency ?? defaultCurrency,
    dueDays: context.paymentDays ?? settings.balanceDueDays,
    taxBehavior: context.behavior,
  };
}

async function getDocumentToCopy(tx: Transaction, number: string) {
  const document = await findBillingDocumentByNumber(tx, number);
  if (!document) throw new AppError('NOT_FOUND', `There’s no invoice ${number}.`);
  if (!isPayable(document.kind)) throw new AppError('CONFLICT', 'You can only copy invoices.');
  const { content } = document;
  const client = content.client.email === null ? undefined : await findClientByEmail(tx, content.client.email);
  if (!client) throw new AppError('CONFLICT', 'The client of this invoice no longer exists. Add them first.');
  return { content, clientId: client.id };
}

/** Returns the total of a draft; null while something is missing. */
function readTotal(content: DraftContent, context: Parameters<typeof readDraft>[1]) {
  const { total, problems } = readDraft(content, context);
  return Object.keys(problems).some(field => field.startsWith('lines')) ? null : total;
}

/** Saves a draft as typed. Throws NOT_FOUND, and CONFLICT if it has changed since it was loaded. */
export async function updateDraft(
  tx: Transaction,
  services: Services,
  { id, version, content }: { readonly id: number; readonly version: number; readonly content: DraftContent },
): Promise<{ version: number }> {
  const { clientId } = await getDraftToEdit(tx, id, version);
  const total = readTotal(content, await getDraftContext(tx, services, clientId));
  return { version: await updateDraftRow(tx, id, { content, total, updatedAt: toDate(services.now()) }) };
}

/**
 * Moves a draft to another client, and proposes that client's values. Throws NOT_FOUND and CONFLICT like `updateDraft`.
 */
export async function updateDraftClient(
  tx: Transaction,
  services: Services,
  { id, version, clientId }: { readonly id: number; readonly version: number; readonly clientId: number },
): Promise<{ version: number }> {
  const row = await getDraftToEdit(tx, id, version);
  const before = await getDraftContext(tx, services, row.clientId);
  const after = await getDraftContext(tx, services, clientId);
  const content = changeDefaults(row.content, await getDefaults(tx, before), await getDefaults(tx, after));
  const values = { clientId: after.client.id, content, total: readTotal(content, after) };
  return { version: await updateDraftRow(tx, id, { ...values, updatedAt: toDate(services.now()) }) };
}

/** Deletes a draft. Throws NOT_FOUND, also for one that was issued. */
export async function deleteDraft(tx: Transaction, _services: unknown, { id }: { readonly id: number }) {
  const { documentId } = await getDraftForUpdate(tx, id);
  if (documentId !== null) throw notFound();
  await deleteDraftRow(tx, id);
  return { deleted: true as const };
}

/** Returns a draft as the invoice that would be issued now, or the problems to correct first. Throws NOT_FOUND. */
export async function previewDraft(db: Db, services: Services, { id }: { readonly id: number }) {
  const { clientId, content, version } = await getDraftRow(db, id);
  const context = await getDraftContext(db, services, clientId);
  const built = await buildInvoice(db, content, context);
  if ('problems' in built) return { version, document: null, problems: listProblems(built.problems) };
  const issuedOn = context.today.toString();
  // Not shown: a draft has no number.
  const number = `${context.today.year}-0000`;
  return {
    version,
    document: finalizeDocument({
      ...translateDraft(built.invoice),
      number,
      issuedOn,
      paymentUrl: null,
      ...(await findDocumentDesign(db)),
    }),
    problems: [],
  };
}
