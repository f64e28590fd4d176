import { and, asc, count, eq, inArray, isNotNull, isNull, lt, ne, or, type SQLWrapper, sql } from 'drizzle-orm';
import { countRows } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { idSection, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import { AppError } from '#shared/errors.ts';
import type { Email, EmailSummary, EmailQuery } from './contract.ts';
import { type DeliveryError, SECRET_RETENTION_HOURS } from './rules.ts';
import { emailAttachments, emails, mailServerStatus } from './tables.ts';

const lineColumns = {
  id: emails.id,
  toName: emails.toName,
  toEmail: emails.toEmail,
  template: emails.template,
  subject: emails.subject,
  state: emails.state,
  attempts: emails.attempts,
  lastError: emails.lastError,
  createdAt: emails.createdAt,
  sentAt: emails.sentAt,
  isContentDeleted: sql<boolean>`${emails.html} is null`,
};

const selectLines = (db: Db) => db.select(lineColumns).from(emails);

type LineRow = Awaited<ReturnType<typeof selectLines>>[number];

function toLine({ toName, toEmail, createdAt, sentAt, ...row }: LineRow): EmailSummary {
  return {
    ...row,
    to: { name: toName, email: toEmail },
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}

const ofState = ({ state }: EmailQuery) => (state ? eq(emails.state, state) : undefined);

const newest: ListOrder = { from: emails, keys: [emails.sequence], descending: true, cursor: emails.id };

/** Lists one page of the email log, newest first. */
export async function listEmails(db: Db, query: EmailQuery): Promise<EmailSummary[]> {
  // Find the page by an index-only scan before reading its rows.
  const numbers = (await listPage(query, [idSection(db, newest, emails.sequence, ofState(query))])).map(({ id }) => id);
  if (numbers.length === 0) return [];
  const rows = await selectLines(db)
    .where(inArray(emails.sequence, numbers))
    .orderBy(...orderTerms(newest));
  return rows.map(toLine);
}

/** Counts the emails of a list. */
export function countEmails(db: Db, query: EmailQuery): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(emails).where(ofState(query)));
}

export function countEmailsByState(db: Db) {
  return db.select({ value: emails.state, count: count() }).from(emails).groupBy(emails.state);
}

/** Returns an email with its content, its unsubscribe URL and its attachments' keys, if it exists. */
export async function findEmail(db: Db, id: string) {
  const { html, text, replyToName, replyToEmail, calendarIcs, calendarMethod, unsubscribeUrl } = emails;
  const [row] = await db
    .select({ ...lineColumns, html, text, replyToName, replyToEmail, calendarIcs, calendarMethod, unsubscribeUrl })
    .from(emails)
    .where(eq(emails.id, id));
  if (!row) return undefined;
  const { replyToName: name, replyToEmail: email, calendarIcs: content, calendarMethod: method, ...mail } = row;
  return {
    ...toLine(mail),
    html: mail.html,
    text: mail.text,
    unsubscribeUrl: mail.unsubscribeUrl,
    replyTo: name !== null && email !== null ? { name, email } : null,
    calendarInvite: content !== null && method ? { method, content } : null,
    attachments: await listEmailAttachments(db, id),
  };
}

/** Lists the attachments of an email in order, with their keys in the store. */
export function listEmailAttachments(db: Db, mailId: string) {
  const { name, contentType, storageKey, sizeBytes } = emailAttachments;
  return db
    .select({ name, contentType, storageKey, sizeBytes })
    .from(emailAttachments)
    .where(eq(emailAttachments.emailId, mailId))
    .orderBy(asc(emailAttachments.position));
}

/** Returns an email with its content. Throws NOT_FOUND. */
export async function getEmail(db: Db, id: string): Promise<Email> {
  const mail = await findEmail(db, id);
  if (!mail) throw new AppError('NOT_FOUND', 'This email doesn’t exist.');
  const { unsubscribeUrl: _url, attachments, ...shown } = mail;
  return { ...shown, attachments: attachments.map(({ storageKey: _key, ...file }) => file) };
}

/** Inserts an email into the outbox with its attachments and returns its id. */
export async function insertEmail(
  tx: Transaction,
  mail: typeof emails.$inferInsert,
  attachments: readonly Omit<typeof emailAttachments.$inferInsert, 'emailId' | 'position'>[],
): Promise<string> {
  const emailId = crypto.randomUUID();
  await tx.insert(emails).values({ ...mail, id: emailId });
  const rows = attachments.map((file, position) => ({ ...file, emailId, position }));
  if (rows.length > 0) await tx.insert(emailAttachments).values(rows);
  return emailId;
}

/** Lists the waiting emails, oldest first. */
export function listQueuedEmails(db: Db, limit: number) {
  return db
    .select({ mailId: emails.id })
    .from(emails)
    .where(and(eq(emails.state, 'queued'), isNotNull(emails.html)))
    .orderBy(asc(emails.sequence))
    .limit(limit);
}

/** Resets an email to waiting. Returns false if it doesn't exist or its content was deleted. */
export async function requeueEmail(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(emails)
    .set({ state: 'queued', sentAt: null, attempts: 0, lastError: null })
    .where(and(eq(emails.id, id), isNotNull(emails.html)));
  return rowCount === 1;
}

/** Returns the outcome of the last delivery attempts. */
export async function getServerStatus(db: Db) {
  const [row] = await db.select().from(mailServerStatus);
  if (!row) throw new Error('mail_server_status is empty.');
  return row;
}

/** Marks an email as sent, deletes its content if it contains a code or link, and records that the server works. */
export async function recordSuccess(db: Db, now: Temporal.Instant, mailId: string): Promise<void> {
  const at = toDate(now);
  const unlessSecret = (column: SQLWrapper) => sql`case when ${emails.containsSecret} then null else ${column} end`;
  const [sent] = await db
    .update(emails)
    .set({
      state: 'sent',
      sentAt: at,
      attempts: sql`${emails.attempts} + 1`,
      lastError: null,
      html: unlessSecret(emails.html),
      text: unlessSecret(emails.text),
      unsubscribeUrl: unlessSecret(emails.unsubscribeUrl),
      calendarIcs: unlessSecret(emails.calendarIcs),
    })
    .where(eq(emails.id, mailId))
    .returning({ secret: emails.containsSecret });
  if (sent?.secret) await db.delete(emailAttachments).where(eq(emailAttachments.emailId, mailId));
  // While the server works, at most once a minute.
  const { lastSentAt, failingSince } = mailServerStatus;
  const aMinuteAgo = new Date(now.subtract({ minutes: 1 }).epochMilliseconds);
  await db
    .update(mailServerStatus)
    .set({ lastSentAt: at, failingSince: null, failures: 0, serverFailed: false, lastError: null })
    .where(or(isNotNull(failingSince), isNull(lastSentAt), lt(lastSentAt, aMinuteAgo)));
}

/** Records a failed attempt of an email, and of the server. */
export async function recordFailure(
  db: Db,
  now: Temporal.Instant,
  mailId: string,
  { reason, isRecipientRejected, isServer }: DeliveryError,
  isLast: boolean,
): Promise<void> {
  await db
    .update(emails)
    .set({
      attempts: sql`${emails.attempts} + 1`,
      lastError: reason,
      isRecipientRejected,
      ...(isLast ? { state: 'failed' as const } : {}),
    })
    .where(and(eq(emails.id, mailId), eq(emails.state, 'queued')));
  const { failures, failingSince } = mailServerStatus;
  await db.update(mailServerStatus).set({
    failures: sql`${failures} + 1`,
    failingSince: sql`coalesce(${failingSince}, ${now.toString()}::timestamptz)`,
    lastError: reason,
    ...(isServer ? { serverFailed: true } : {}),
  });
}

/**
 * Deletes codes and links in old emails, and marks those still waiting as failed. Waiting newsletters keep their
 * content, because unsubscribe links don't expire. Returns the number of emails.
 */
export async function deleteExpiredSecrets(db: Db, now: Temporal.Instant): Promise<number> {
  const before = new Date(now.subtract({ hours: SECRET_RETENTION_HOURS }).epochMilliseconds);
  const reason = 'Not sent within a day, so its content was deleted.';
  const { id, state, lastError, containsSecret, html, createdAt, unsubscribeUrl } = emails;
  const erased = await db
    .update(emails)
    .set({
      html: null,
      text: null,
      unsubscribeUrl: null,
      calendarIcs: null,
      lastError: sql`case when ${state} = 'queued' then ${reason} else ${lastError} end`,
      state: sql`case when ${state} = 'queued' then 'failed' else ${state} end`,
    })
    .where(
      and(
        eq(containsSecret, true),
        isNotNull(html),
        lt(createdAt, before),
        or(ne(state, 'queued'), isNull(unsubscribeUrl)),
      ),
    )
    .returning({ id });
  const ids = erased.map(mail => mail.id);
  if (ids.length > 0) await db.delete(emailAttachments).where(inArray(emailAttachments.emailId, ids));
  return ids.length;
}

const isSentTo = (address: string) => eq(sql`lower(${emails.toEmail})`, address.toLowerCase());

/** Lists emails to an address, oldest first, without their content. */
export function listEmailsByRecipient(db: Db, address: string) {
  return db
    .select({ to: emails.toEmail, subject: emails.subject, createdAt: emails.createdAt, sentAt: emails.sentAt })
    .from(emails)
    .where(isSentTo(address))
    .orderBy(asc(emails.createdAt));
}

/** Deletes all emails to an address, including waiting ones. */
export async function deleteEmailsByRecipient(tx: Transaction, address: string): Promise<void> {
  await tx.delete(emails).where(isSentTo(address));
}

/** Deletes those emails that are still waiting. */
export async function deleteQueuedEmails(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(emails).where(and(inArray(emails.id, [...ids]), eq(emails.state, 'queued')));
}

/** Deletes emails, including waiting ones. */
export async function deleteEmails(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(emails).where(inArray(emails.id, [...ids]));
}

/** Deletes the emails of one template to some addresses. */
export async function deleteEmailsByTemplate(
  tx: Transaction,
  template: string,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  const lower = addresses.map(address => address.toLowerCase());
  await tx.delete(emails).where(and(eq(emails.template, template), inArray(sql`lower(${emails.toEmail})`, lower)));
}
