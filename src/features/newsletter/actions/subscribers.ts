import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { topics } from '../contract/limits.ts';
import type { ImportPreview, Subscriber } from '../contract/subscribers.ts';
import {
  deleteSuppressions,
  findSubscriberForUpdate,
  insertSubscribers,
  listSuppressions,
  listSubscribersByEmailForUpdate,
  findOrInsertSubscriber,
  type SubscriberRow,
  updateSubscriber,
} from '../queries/subscribers.ts';
import { toSubscriberDto } from '../rules/subscriber-dto.ts';
import { planImportRow, parseSubscribersCsv } from '../rules/subscriber-csv.ts';
import { applyConfirmation, applyUnsubscribe, canSendConfirmation, applyUnblock } from '../rules/subscription.ts';
import { blockSubscriber, cancelQueuedEmails } from './delivery-results.ts';
import { deleteAndSuppressSubscriber } from './preferences.ts';
import { hashSuppressedEmail, sendConfirmationEmail, type SubscriptionServices } from './subscribe.ts';

type Clock = Pick<ApiServices, 'now'>;
type ById = { readonly id: number };

const nowOf = ({ now }: Clock) => toDate(now());

async function getRow(tx: Transaction, id: number): Promise<SubscriberRow> {
  const row = await findSubscriberForUpdate(tx, { id });
  if (!row) throw new AppError('NOT_FOUND', 'This address is no longer on the list.');
  return row;
}

/**
 * Adds an address. The owner's recorded consent subscribes it immediately, unless it opted out: then only a
 * confirmation link can. Throws CONFLICT, and UNPROCESSABLE without a note about the consent.
 */
export async function addSubscriber(
  tx: Transaction,
  services: SubscriptionServices,
  input: { email: string; confirmationMethod: 'email_link' | 'consent'; note: string },
): Promise<Subscriber> {
  const now = nowOf(services);
  if (input.confirmationMethod === 'consent' && input.note.length < 3) {
    const sentence = 'Enter when and how they gave consent.';
    throw new AppError('UNPROCESSABLE', sentence, { note: sentence });
  }
  const row = await findOrInsertSubscriber(tx, {
    email: input.email,
    state: 'pending',
    topics: [...topics],
    source: 'owner',
    createdAt: now,
    consentNote: input.note,
  });
  assertCanConfirm(row);
  if (input.confirmationMethod === 'consent') {
    const isSuppressed = (await listSuppressions(tx, [hashSuppressedEmail(row.email)])).size > 0;
    const changes = isSuppressed ? undefined : applyConfirmation(row, 'owner', now, input.note);
    if (changes) return toSubscriberDto(await updateSubscriber(tx, row.id, changes));
    throw refuseAddress(
      'This person unsubscribed before. Send them a confirmation link instead, so they can subscribe again.',
    );
  }
  return sendLinkOnce(tx, services, row);
}

function refuseAddress(sentence: string): AppError {
  return new AppError('CONFLICT', sentence, { email: sentence });
}

function assertCanConfirm({ state }: SubscriberRow): void {
  if (state === 'subscribed') throw refuseAddress('This address is already subscribed.');
  if (state === 'blocked') throw refuseAddress('This address is blocked. Unblock it first.');
}

/** Sends a confirmation link, unless one was sent within a day. */
async function sendLinkOnce(tx: Transaction, services: SubscriptionServices, row: SubscriberRow): Promise<Subscriber> {
  if (!canSendConfirmation(row, nowOf(services)))
    throw refuseAddress('You sent this address a link in the last 24 hours. You can send one a day.');
  await sendConfirmationEmail(tx, services, row);
  return toSubscriberDto(await getRow(tx, row.id));
}

/** Resends a confirmation link. Throws NOT_FOUND, and CONFLICT if subscribed, blocked or sent one within a day. */
export async function resendConfirmation(tx: Transaction, services: SubscriptionServices, { id }: ById) {
  const row = await getRow(tx, id);
  assertCanConfirm(row);
  return sendLinkOnce(tx, services, row);
}

export async function unsubscribeByOwner(tx: Transaction, services: Clock, { id }: ById): Promise<Subscriber> {
  const row = await getRow(tx, id);
  const changes = applyUnsubscribe(row, 'owner', nowOf(services));
  await cancelQueuedEmails(tx, id);
  return toSubscriberDto(changes ? await updateSubscriber(tx, id, changes) : row);
}

export async function blockByOwner(tx: Transaction, services: Clock, { id }: ById): Promise<Subscriber> {
  return toSubscriberDto(await blockSubscriber(tx, await getRow(tx, id), 'owner', nowOf(services), ''));
}

/** Lifts a block and restores the previous state. */
export async function unblockSubscriber(tx: Transaction, _services: unknown, { id }: ById): Promise<Subscriber> {
  const row = await getRow(tx, id);
  const changes = applyUnblock(row);
  return toSubscriberDto(changes ? await updateSubscriber(tx, id, changes) : row);
}

/** Deletes a subscriber. Returns the address. */
export async function deleteSubscriberById(tx: Transaction, services: Clock, { id }: ById) {
  const row = await getRow(tx, id);
  await cancelQueuedEmails(tx, id);
  await deleteAndSuppressSubscriber(tx, row, nowOf(services));
  return { email: row.email };
}

/** Maximum number of rejected or unchanged rows that are reported individually. */
const MAX_REPORTED_ROWS = 100;

/** Imports a list; with `dryRun` only previews the changes. Throws UNPROCESSABLE if it contains no address. */
export async function importSubscribers(
  tx: Transaction,
  services: Clock,
  { csv, note, dryRun }: { csv: string; note: string; dryRun: boolean },
): Promise<ImportPreview> {
  const now = nowOf(services);
  const { entries, invalid } = parseSubscribersCsv(csv, now);
  if (entries.length === 0) {
    const sentence = 'This list contains no email addresses. The first row should name the columns, including “Email”.';
    throw new AppError('UNPROCESSABLE', sentence, { csv: sentence });
  }
  const emails = entries.map(({ email }) => email);
  const known = await listSubscribersByEmailForUpdate(tx, emails);
  const suppressed = await listSuppressions(tx, emails.map(hashSuppressedEmail));
  const counts = { subscribed: 0, pending: 0, unsubscribed: 0, blocked: 0 };
  const skipped: ImportPreview['skippedRows'] = [];
  const ended: ImportPreview['ended'] = [];
  const newRows: Parameters<typeof insertSubscribers>[1][number][] = [];
  let unchanged = 0;
  for (const entry of entries) {
    const row = known.get(entry.email.toLowerCase());
    const plan = planImportRow(entry, row, suppressed.has(hashSuppressedEmail(entry.email)), note, now);
    if (plan.kind === 'skipped') {
      skipped.push({ row: entry.row, email: entry.email, message: `Stays ${row?.state ?? 'unsubscribed'}.` });
    } else if (plan.kind === 'unchanged') {
      unchanged++;
      if (!dryRun && row && Object.keys(plan.details).length > 0) await updateSubscriber(tx, row.id, plan.details);
    } else {
      counts[entry.state]++;
      if (entry.state === 'unsubscribed' || entry.state === 'blocked') {
        ended.push({ row: entry.row, email: entry.email, message: `Set to ${entry.state}.` });
      }
      if (dryRun) continue;
      if (plan.kind === 'created') newRows.push(plan.values);
      else if (row) await updateListed(tx, row, plan.values);
    }
  }
  const added = await insertSubscribers(tx, newRows);
  // Addresses on the list record their own state, so they need no suppression.
  const optedOut = added.filter(({ state }) => state === 'unsubscribed' || state === 'blocked');
  const hashes = optedOut.map(({ email }) => hashSuppressedEmail(email));
  await deleteSuppressions(tx, hashes);
  return {
    rowCount: entries.length,
    ...counts,
    unchanged,
    invalidRows: invalid.slice(0, MAX_REPORTED_ROWS),
    invalidCount: invalid.length,
    skippedRows: skipped.slice(0, MAX_REPORTED_ROWS),
    skippedCount: skipped.length,
    ended: ended.slice(0, MAX_REPORTED_ROWS),
    endedTotal: ended.length,
  };
}

async function updateListed(tx: Transaction, row: SubscriberRow, values: Partial<SubscriberRow>): Promise<void> {
  if (values.state !== undefined && values.state !== 'subscribed') await cancelQueuedEmails(tx, row.id);
  await updateSubscriber(tx, row.id, values);
}
