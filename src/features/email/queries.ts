import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { countRows } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { idSection, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import { AppError } from '#shared/errors.ts';
import type { Email, EmailSummary, EmailQuery } from './contract.ts';
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

function selectLines(db: Db) {
  return db.select(lineColumns).from(emails);
}

type LineRow = Awaited<ReturnType<typeof selectLines>>[number];

function toLine({ toName, toEmail, createdAt, sentAt, ...row }: LineRow): EmailSummary {
  return {
    ...row,
    to: { name: toName, email: toEmail },
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}

function ofState(query: Pick<EmailQuery, 'state'>) {
  return query.state ? eq(emails.state, query.state) : undefined;
}

/** Inserts an email into the outbox and returns its id. */
export async function insertEmail(
  tx: Transaction,
  mail: Omit<typeof emails.$inferInsert, 'id' | 'state' | 'attempts'>,
): Promise<string> {
  const [row] = await tx.insert(emails).values(mail).returning({ id: emails.id });
  if (!row) throw new Error('The mail was not written.');
  return row.id;
}

const newest: ListOrder = { from: emails, keys: [emails.sequence], descending: true, cursor: emails.id };

/** Lists one page of the outbox, newest first. */
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
export function countEmails(db: Db, query: Pick<EmailQuery, 'state'>): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(emails).where(ofState(query)));
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

export async function insertEmailAttachments(
  tx: Transaction,
  emailId: string,
  files: readonly Omit<typeof emailAttachments.$inferInsert, 'emailId' | 'position'>[],
): Promise<void> {
  if (files.length === 0) return;
  await tx.insert(emailAttachments).values(files.map((file, position) => ({ ...file, emailId, position })));
}

/** Returns an email with its content. Throws NOT_FOUND. */
export async function getEmail(db: Db, id: string): Promise<Email> {
  const mail = await findEmail(db, id);
  if (!mail) throw new AppError('NOT_FOUND', 'This email doesn’t exist.');
  const { unsubscribeUrl: _url, attachments, ...shown } = mail;
  return { ...shown, attachments: attachments.map(({ storageKey: _key, ...file }) => file) };
}

/** Lists the ids of waiting emails, oldest first. */
export async function listQueuedEmailIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.state, 'queued'), isNotNull(emails.html)))
    .orderBy(asc(emails.sequence))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Resets an email to waiting. Returns false if it doesn't exist or its content was deleted. */
export async function requeueEmail(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .update(emails)
    .set({ state: 'queued', sentAt: null, attempts: 0, lastError: null })
    .where(and(eq(emails.id, id), isNotNull(emails.html)))
    .returning({ id: emails.id });
  return rows.length > 0;
}

async function deleteAttachments(db: Db, mailIds: readonly string[]): Promise<void> {
  if (mailIds.length > 0) await db.delete(emailAttachments).where(inArray(emailAttachments.emailId, [...mailIds]));
}

/** Marks an email as sent; deletes its content if it contains a code or link. */
export async function markEmailSent(db: Db, id: string, now: Temporal.Instant): Promise<void> {
  const [sent] = await db
    .update(emails)
    .set({
      state: 'sent',
      sentAt: new Date(now.epochMilliseconds),
      attempts: sql`${emails.attempts} + 1`,
      lastError: null,
      html: sql`case when ${emails.containsSecret} then null else ${emails.html} end`,
      text: sql`case when ${emails.containsSecret} then null else ${emails.text} end`,
      unsubscribeUrl: sql`case when ${emails.containsSecret} then null else ${emails.unsubscribeUrl} end`,
      calendarIcs: sql`case when ${emails.containsSecret} then null else ${emails.calendarIcs} end`,
    })
    .where(eq(emails.id, id))
    .returning({ secret: emails.containsSecret });
  if (sent?.secret) await deleteAttachments(db, [id]);
}

/** Records a failed attempt, and whether it was the last. */
export async function recordDeliveryFailure(
  db: Db,
  id: string,
  failure: { reason: string; last: boolean; refused: boolean },
): Promise<void> {
  await db
    .update(emails)
    .set({
      attempts: sql`${emails.attempts} + 1`,
      lastError: failure.reason,
      isRecipientRejected: failure.refused,
      ...(failure.last ? { state: 'failed' as const } : {}),
    })
    .where(and(eq(emails.id, id), eq(emails.state, 'queued')));
}

/** Returns how the last attempts to deliver went. */
export async function getServerStatus(db: Db) {
  const [row] = await db.select().from(mailServerStatus);
  if (!row) throw new Error('mail_server_status is empty.');
  return row;
}

/** Records that the mail server accepted an email; while it works, at most once a minute. */
export async function updateServerWorks(db: Db, now: Temporal.Instant): Promise<void> {
  const { lastSentAt, failingSince } = mailServerStatus;
  const aMinuteAgo = new Date(now.subtract({ minutes: 1 }).epochMilliseconds);
  await db
    .update(mailServerStatus)
    .set({
      lastSentAt: new Date(now.epochMilliseconds),
      failingSince: null,
      failures: 0,
      serverFailed: false,
      lastError: null,
    })
    .where(or(isNotNull(failingSince), isNull(lastSentAt), lt(lastSentAt, aMinuteAgo)));
}

/** Records a failed attempt to deliver an email. */
export async function updateServerFailed(
  db: Db,
  now: Temporal.Instant,
  { reason, isServer }: { reason: string; isServer: boolean },
): Promise<void> {
  const { failures, failingSince } = mailServerStatus;
  await db.update(mailServerStatus).set({
    failures: sql`${failures} + 1`,
    failingSince: sql`coalesce(${failingSince}, ${now.toString()}::timestamptz)`,
    lastError: reason,
    ...(isServer ? { serverFailed: true } : {}),
  });
}

/**
 * Deletes codes and links in emails older than `before`, and marks those still waiting as failed. Waiting newsletters
 * keep their content, because unsubscribe links don't expire.
 */
export async function deleteExpiredSecrets(db: Db, before: Temporal.Instant, reason: string): Promise<number> {
  const rows = await db
    .update(emails)
    .set({
      html: null,
      text: null,
      unsubscribeUrl: null,
      calendarIcs: null,
      lastError: sql`case when ${emails.state} = 'queued' then ${reason} else ${emails.lastError} end`,
      state: sql`case when ${emails.state} = 'queued' then 'failed' else ${emails.state} end`,
    })
    .where(
      and(
        eq(emails.containsSecret, true),
        isNotNull(emails.html),
        lt(emails.createdAt, new Date(before.epochMilliseconds)),
        or(ne(emails.state, 'queued'), isNull(emails.unsubscribeUrl)),
      ),
    )
    .returning({ id: emails.id });
  await deleteAttachments(
    db,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

function sentTo(address: string) {
  return eq(sql`lower(${emails.toEmail})`, address.toLowerCase());
}

/** Lists emails to an address, oldest first, without their content. */
export function listEmailsByRecipient(db: Db, address: string) {
  return db
    .select({ to: emails.toEmail, subject: emails.subject, createdAt: emails.createdAt, sentAt: emails.sentAt })
    .from(emails)
    .where(sentTo(address))
    .orderBy(asc(emails.createdAt));
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

/** Deletes all emails to an address, including waiting ones. */
export async function deleteEmailsByRecipient(tx: Transaction, address: string): Promise<void> {
  await tx.delete(emails).where(sentTo(address));
}
