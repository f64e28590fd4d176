import { isDeepStrictEqual } from 'node:util';
import { getOwnerDate } from '#features/site/index.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import { pageOf } from '#shared/lists.ts';
import type {
  Client,
  ClientDetails,
  ClientInput,
  ClientListItem,
  ClientMoney,
  ClientQuery,
  Duplicate,
} from '../contract/index.ts';
import type { ReminderSchedule } from '../contract/reminder-schedule.ts';
import {
  type ClientRow,
  deleteClientRows,
  findClient,
  findClientForUpdate,
  insertClient,
  listClientEmails,
  listEmailsOfClients,
  listOtherOwners,
  listTags,
  lockEmails,
  replaceEmails,
  updateClientRow,
} from '../queries/clients.ts';
import { countClients, listClientRows } from '../queries/list-clients.ts';
import { countDuplicatePairs, insertDismissedDuplicate, listDuplicatePairs, listMerges } from '../queries/merges.ts';
import { sumMoney } from '../rules/activity.ts';
import { getCountryName } from '../contract/countries.ts';
import { formatAddressLines, pickDetails, pickEInvoiceSettings } from '../rules/billing-details.ts';

type MoneyServices = Pick<ApiServices, 'features' | 'now'>;

const notFound = () => new AppError('NOT_FOUND', 'This client doesn’t exist. It may have been deleted.');

/** Returns a client. Throws NOT_FOUND. */
export async function getClientRow(db: Db, id: number): Promise<ClientRow> {
  const row = await findClient(db, id);
  if (!row) throw notFound();
  return row;
}

/** Returns a client and locks it until the transaction ends. Throws NOT_FOUND, also for a merged client. */
export async function getClientForUpdate(tx: Transaction, id: number): Promise<ClientRow> {
  const row = await findClientForUpdate(tx, id);
  if (!row || row.mergedIntoId !== null) throw notFound();
  return row;
}

/** Returns a client with its addresses, the primary one first. */
export function toClient(row: ClientRow, emails: readonly string[]): Client {
  const { id, name, phone, language, currency, paymentDays, reminderSchedule, notes, tags, version, createdAt } = row;
  return {
    id,
    name,
    emails: [...emails],
    phone,
    billing: pickDetails(row),
    eInvoice: pickEInvoiceSettings(row),
    language,
    currency,
    paymentDays,
    reminderSchedule,
    addressLines: formatAddressLines(row),
    countryName: row.country && getCountryName(row.country),
    notes,
    tags,
    version,
    createdAt: createdAt.toISOString(),
  };
}

async function getClient(db: Db, id: number): Promise<Client> {
  const row = await getClientRow(db, id);
  return toClient(row, await listClientEmails(db, id));
}

/** Returns the amounts that clients paid and owe, by lower-case address. */
async function listMoney(
  db: Db,
  services: MoneyServices,
  emails: readonly string[],
): Promise<Map<string, ClientMoney[]>> {
  const byEmail = new Map<string, ClientMoney[]>();
  if (emails.length === 0) return byEmail;
  for (const { clientMoney } of services.features) {
    for (const { email, ...money } of (await clientMoney?.(db, services, emails)) ?? []) {
      byEmail.set(email, [...(byEmail.get(email) ?? []), money]);
    }
  }
  return byEmail;
}

/** Returns clients as in lists, in the order of the rows. */
export async function toListItems(
  db: Db,
  services: MoneyServices,
  rows: readonly ClientRow[],
): Promise<ClientListItem[]> {
  const emails = await listEmailsOfClients(
    db,
    rows.map(({ id }) => id),
  );
  const money = await listMoney(
    db,
    services,
    [...emails.values()].flat().map(email => email.toLowerCase()),
  );
  return rows.map(row => {
    const {
      notes: _notes,
      version: _version,
      eInvoice: _eInvoice,
      reminderSchedule: _schedule,
      ...client
    } = toClient(row, emails.get(row.id) ?? []);
    return { ...client, money: sumMoney(client.emails.flatMap(email => money.get(email.toLowerCase()) ?? [])) };
  });
}

/** Returns one page of clients, with all tags in use and the number of possible duplicates. */
export async function listClients(db: Db, services: MoneyServices, query: ClientQuery) {
  const [rows, total, tags, duplicateCount] = await Promise.all([
    listClientRows(db, query),
    countClients(db, query),
    listTags(db),
    countDuplicatePairs(db),
  ]);
  return { ...pageOf(query, await toListItems(db, services, rows), total), tags, duplicateCount };
}

/** Returns a client with money, next steps and merges; for a merged client, the one that it was merged into. */
export async function getClientDetails(context: ApiContext, { id }: { readonly id: number }): Promise<ClientDetails> {
  const { db, features } = context;
  const { mergedIntoId, vatCheck } = await getClientRow(db, id);
  if (mergedIntoId !== null) return getClientDetails(context, { id: mergedIntoId });
  const client = await getClient(db, id);
  const emails = client.emails.map(email => email.toLowerCase());
  const [money, merges, ...steps] = await Promise.all([
    listMoney(db, context, emails),
    listMerges(db, id),
    ...features.flatMap(({ clientNextSteps }) => (clientNextSteps ? [clientNextSteps(context, emails)] : [])),
  ]);
  return {
    ...client,
    vatCheck,
    money: sumMoney([...money.values()].flat()),
    nextSteps: steps.flat().toSorted((one, other) => Number(one.by === 'client') - Number(other.by === 'client')),
    merges: merges.map(({ mergedAt, ...merge }) => ({ ...merge, mergedAt: mergedAt.toISOString() })),
  };
}

/** Throws CONFLICT if an address belongs to another client. */
async function assertEmailsFree(tx: Transaction, emails: readonly string[], clientId?: number): Promise<void> {
  const [other] = await listOtherOwners(tx, emails, clientId);
  if (!other) return;
  const message = `${other.email} belongs to ${other.company || other.name}. Remove it there first, or merge the two clients.`;
  throw new AppError('CONFLICT', message, { emails: message });
}

/** Adds a client. Throws CONFLICT if an address belongs to another client. */
export async function createClient(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  { emails, billing, eInvoice, reminderSchedule, ...fields }: ClientInput,
): Promise<Client> {
  await lockEmails(tx, emails);
  await assertEmailsFree(tx, emails);
  const at = toDate(now());
  const reminders = await toReminderColumns(tx, { now }, null, reminderSchedule);
  const columns = { ...fields, ...billing, ...eInvoice, ...reminders };
  const { id } = await insertClient(tx, { ...columns, createdAt: at, updatedAt: at });
  await replaceEmails(tx, id, emails);
  return getClient(tx, id);
}

/**
 * Updates a client; new invoices use the new details. Throws NOT_FOUND, and CONFLICT if the client has changed since it
 * was loaded or an address belongs to another client.
 */
export async function updateClient(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  {
    id,
    version,
    emails,
    billing,
    eInvoice,
    reminderSchedule,
    ...fields
  }: ClientInput & { readonly id: number; readonly version: number },
): Promise<Client> {
  await lockEmails(tx, emails);
  const current = await getClientForUpdate(tx, id);
  if (current.version !== version) throw editConflict();
  await assertEmailsFree(tx, emails, id);
  const reminders = await toReminderColumns(tx, { now }, current.reminderSchedule, reminderSchedule);
  await updateClientRow(tx, id, { ...fields, ...billing, ...eInvoice, ...reminders, updatedAt: toDate(now()) });
  await replaceEmails(tx, id, emails);
  return getClient(tx, id);
}

/** Returns the columns of a schedule that differs from the current one. */
async function toReminderColumns(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  current: ReminderSchedule | null,
  schedule: ReminderSchedule | null | undefined,
) {
  if (schedule === undefined || isDeepStrictEqual(schedule, current)) return {};
  return { reminderSchedule: schedule, remindersChangedOn: await getOwnerDate(tx, now()) };
}

/**
 * Sets a client's schedule of invoice reminders; null for the site's. From then on, only reminders for today or later
 * days are sent. Throws NOT_FOUND.
 */
export async function updateClientReminders(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  { id, schedule }: { readonly id: number; readonly schedule: ReminderSchedule | null },
): Promise<{ schedule: ReminderSchedule | null }> {
  const { reminderSchedule } = await getClientForUpdate(tx, id);
  const changes = await toReminderColumns(tx, { now }, reminderSchedule, schedule);
  if ('reminderSchedule' in changes) await updateClientRow(tx, id, { ...changes, updatedAt: toDate(now()) });
  return { schedule };
}

/** Returns whether a client has orders, bookings or billing documents. */
export async function hasSales(
  db: Db,
  services: Pick<ApiServices, 'features' | 'encryption'>,
  id: number,
): Promise<boolean> {
  const emails = (await listClientEmails(db, id)).map(email => email.toLowerCase());
  if (emails.length === 0) return false;
  for (const { group, list } of services.features.flatMap(({ clientActivity = [] }) => clientActivity)) {
    if ((group === 'sales' || group === 'money') && (await list(db, services, emails, 1)).length > 0) return true;
  }
  return false;
}

/** Deletes a client. Throws NOT_FOUND, and CONFLICT if anything belongs to the client. */
export async function deleteClient(
  tx: Transaction,
  services: Pick<ApiServices, 'features' | 'encryption'>,
  { id }: { readonly id: number },
): Promise<{ deleted: true }> {
  await getClientForUpdate(tx, id);
  if (await hasSales(tx, services, id)) {
    throw new AppError(
      'CONFLICT',
      'This client has orders, bookings or invoices, which must be kept. You can merge the client into another one instead.',
    );
  }
  if ((await listMerges(tx, id)).length > 0) {
    throw new AppError('CONFLICT', 'Other clients were merged into this one. Undo these merges first.');
  }
  await deleteClientRows(tx, [id]);
  return { deleted: true };
}

/** Lists pairs of clients that may be the same. */
export async function listDuplicates(db: Db, services: MoneyServices) {
  const pairs = await listDuplicatePairs(db);
  const rows = new Map(pairs.flatMap(({ first, second }) => [first, second]).map(row => [row.id, row]));
  const items = new Map((await toListItems(db, services, [...rows.values()])).map(item => [item.id, item]));
  return {
    items: pairs.flatMap(({ reason, first, second }): Duplicate[] => {
      const [one, other] = [items.get(first.id), items.get(second.id)];
      return one && other ? [{ reason, clients: [one, other] }] : [];
    }),
  };
}

/** Records that two clients are not the same. Throws NOT_FOUND. */
export async function dismissDuplicate(
  tx: Transaction,
  _context: unknown,
  { id, other }: { readonly id: number; readonly other: number },
): Promise<{ dismissed: true }> {
  await getClientForUpdate(tx, Math.min(id, other));
  await getClientForUpdate(tx, Math.max(id, other));
  await insertDismissedDuplicate(tx, id, other);
  return { dismissed: true };
}
