import { isDeepStrictEqual } from 'node:util';
import { getOwnerDate } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { EMPTY_DETAILS } from '../contract/constants.ts';
import {
  type ClientRow,
  findClientByEmail,
  findClientForUpdate,
  listClientEmails,
  listEmailsOfClients,
  moveEmails,
  setPrimaryEmail,
  updateClientRow,
} from '../queries/clients.ts';
import { insertMerge, takeMerge } from '../queries/merges.ts';
import type { MergeFilled } from '../tables.ts';
import { getClientForUpdate, getClientRow } from './clients.ts';

const refuse = (message: string) => new AppError('CONFLICT', message, { intoEmail: message });

/**
 * The columns that a merge can fill in, with the values that mean empty. The columns of a group are only copied
 * together.
 */
const groups: readonly MergeFilled[] = [
  EMPTY_DETAILS,
  { phone: '' },
  { language: 'en' },
  { currency: null },
  { paymentDays: null },
  { reminderSchedule: null },
  { eInvoiceFormat: '' },
  { buyerReference: '' },
  { electronicAddressScheme: '', electronicAddress: '' },
];

/** Returns the columns of a client that a group has. */
const pick = (row: MergeFilled, group: MergeFilled): MergeFilled =>
  Object.fromEntries(Object.keys(group).map(name => [name, row[name as keyof MergeFilled]]));

/** Returns the columns that the merged client has and the kept one lacks. */
function fillGaps(kept: ClientRow, merged: ClientRow): MergeFilled {
  const isEmpty = (row: ClientRow, group: MergeFilled) => isDeepStrictEqual(pick(row, group), group);
  const missing = groups.filter(group => isEmpty(kept, group) && !isEmpty(merged, group));
  const tags = merged.tags.filter(tag => !kept.tags.includes(tag));
  return Object.assign({}, ...missing.map(group => pick(merged, group)), tags.length > 0 ? { tags } : {});
}

/** Returns the earlier values of the columns that a merge filled in and that haven't changed since. */
function emptyFilled(kept: ClientRow, filled: MergeFilled): MergeFilled {
  const unchanged = groups.filter(
    group =>
      Object.keys(group).every(name => name in filled) && isDeepStrictEqual(pick(kept, group), pick(filled, group)),
  );
  return Object.assign({}, ...unchanged);
}

/**
 * Returns the day of a merge or its undoing, after which reminders for earlier days are not sent: invoices may follow
 * another schedule from then on. An empty object if both clients use the site's schedule.
 */
async function toReminderChange(tx: Transaction, { now }: Pick<ApiServices, 'now'>, clients: readonly ClientRow[]) {
  const isUsual = clients.every(
    ({ reminderSchedule, remindersChangedOn }) => reminderSchedule === null && remindersChangedOn === null,
  );
  return isUsual ? {} : { remindersChangedOn: await getOwnerDate(tx, now()) };
}

/**
 * Merges a client into another one, which gets its addresses, and thereby its orders, invoices and messages, and the
 * details that it lacks. Throws NOT_FOUND, and CONFLICT for the same client or an unknown address.
 */
export async function mergeIntoClient(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  {
    id,
    ...other
  }: { readonly id: number; readonly into?: number | undefined; readonly intoEmail?: string | undefined },
): Promise<{ id: number }> {
  const into = other.into ?? (await findClientByEmail(tx, other.intoEmail ?? ''))?.id;
  if (into === undefined) throw refuse('No client has this email address.');
  if (into === id) throw refuse('This address belongs to the same client. Enter one of the client to keep.');
  // Locked in the order of their IDs, so two merges can't wait for each other.
  const [first, second] = [
    await getClientForUpdate(tx, Math.min(id, into)),
    await getClientForUpdate(tx, Math.max(id, into)),
  ];
  const [merged, kept] = id < into ? [first, second] : [second, first];
  const emails = await listEmailsOfClients(tx, [id, into]);
  const moved = emails.get(id) ?? [];
  const filled = fillGaps(kept, merged);
  const mergedAt = toDate(now());
  await moveEmails(tx, moved, into);
  const primary = moved[0];
  if (emails.get(into)?.length === 0 && primary !== undefined) await setPrimaryEmail(tx, into, primary);
  const { tags = [], ...fields } = filled;
  await updateClientRow(tx, into, {
    ...fields,
    ...(await toReminderChange(tx, { now }, [kept, merged])),
    tags: [...kept.tags, ...tags],
    updatedAt: mergedAt,
  });
  await updateClientRow(tx, id, { mergedIntoId: into, updatedAt: mergedAt });
  const movedEmails = [...moved];
  await insertMerge(tx, { mergedId: id, keptId: into, movedEmails, primaryEmail: primary ?? null, filled, mergedAt });
  return { id: into };
}

/**
 * Separates a merged client again. Details that were changed since the merge stay. Throws NOT_FOUND, and CONFLICT if the
 * kept client was merged into another one since, which has the addresses now.
 */
export async function undoMerge(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  { id }: { readonly id: number },
): Promise<{ id: number }> {
  const merge = await takeMerge(tx, id);
  const kept = merge && (await findClientForUpdate(tx, merge.keptId));
  if (!merge || !kept) throw new AppError('NOT_FOUND', 'This merge was already undone.');
  if (kept.mergedIntoId !== null) throw new AppError('CONFLICT', 'Undo the later merge of the other client first.');
  const current = await listClientEmails(tx, kept.id);
  const isCurrent = (email: string) => current.some(one => one.toLowerCase() === email.toLowerCase());
  const moved = merge.movedEmails.filter(isCurrent);
  const { tags = [] } = merge.filled;
  const updatedAt = toDate(now());
  await moveEmails(tx, moved, id);
  const primary = moved.find(email => email.toLowerCase() === merge.primaryEmail?.toLowerCase()) ?? moved[0];
  if (primary !== undefined) await setPrimaryEmail(tx, id, primary);
  const reminders = await toReminderChange(tx, { now }, [kept, await getClientRow(tx, id)]);
  await updateClientRow(tx, kept.id, {
    ...emptyFilled(kept, merge.filled),
    ...reminders,
    tags: kept.tags.filter(tag => !tags.includes(tag)),
    updatedAt,
  });
  await updateClientRow(tx, id, { ...reminders, mergedIntoId: null, updatedAt });
  return { id };
}
