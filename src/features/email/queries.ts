import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { countRows } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { idSection, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import { AppError } from '#shared/errors.ts';
import type { Mail, MailLine, MailQuery } from './contract.ts';
import { mailAttachments, mails, mailServerStatus } from './tables.ts';

const lineColumns = {
  id: mails.id,
  toName: mails.toName,
  toAddress: mails.toAddress,
  template: mails.template,
  subject: mails.subject,
  state: mails.state,
  tries: mails.tries,
  lastError: mails.lastError,
  createdAt: mails.createdAt,
  sentAt: mails.sentAt,
  erased: sql<boolean>`${mails.html} is null`,
};

function selectLines(db: Db) {
  return db.select(lineColumns).from(mails);
}

type LineRow = Awaited<ReturnType<typeof selectLines>>[number];

function toLine({ toName, toAddress, createdAt, sentAt, ...row }: LineRow): MailLine {
  return {
    ...row,
    to: { name: toName, address: toAddress },
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}

function ofState(query: Pick<MailQuery, 'state'>) {
  return query.state ? eq(mails.state, query.state) : undefined;
}

/** Writes a mail into the outbox; answers its id. */
export async function insertMail(
  tx: Transaction,
  mail: Omit<typeof mails.$inferInsert, 'id' | 'state' | 'tries'>,
): Promise<string> {
  const [row] = await tx.insert(mails).values(mail).returning({ id: mails.id });
  if (!row) throw new Error('The mail was not written.');
  return row.id;
}

const newest: ListOrder = { from: mails, keys: [mails.number], descending: true, cursor: mails.id };

/** Lists one page of the outbox, newest first. */
export async function listMails(db: Db, query: MailQuery): Promise<MailLine[]> {
  // The page is found in an index alone, before its rows are read.
  const numbers = (await listPage(query, [idSection(db, newest, mails.number, ofState(query))])).map(({ id }) => id);
  if (numbers.length === 0) return [];
  const rows = await selectLines(db)
    .where(inArray(mails.number, numbers))
    .orderBy(...orderTerms(newest));
  return rows.map(toLine);
}

/** How many mails a list has in all. */
export function countMails(db: Db, query: Pick<MailQuery, 'state'>): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(mails).where(ofState(query)));
}

/** A mail with its content, if there is one. */
export async function findMail(db: Db, id: string): Promise<Mail | undefined> {
  const { html, text, replyToName, replyToAddress, calendar, calendarMethod } = mails;
  const [row] = await db
    .select({ line: lineColumns, html, text, replyToName, replyToAddress, calendar, calendarMethod })
    .from(mails)
    .where(eq(mails.id, id));
  if (!row) return undefined;
  const attachments = (await listAttachments(db, id)).map(({ file: _file, ...shown }) => shown);
  return {
    ...toLine(row.line),
    html: row.html,
    text: row.text,
    replyTo:
      row.replyToName !== null && row.replyToAddress !== null
        ? { name: row.replyToName, address: row.replyToAddress }
        : null,
    calendar:
      row.calendar !== null && row.calendarMethod ? { method: row.calendarMethod, content: row.calendar } : null,
    attachments,
  };
}

/** Where one click unsubscribes from a mail; null where it offers none. */
export async function findUnsubscribeAddress(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ address: mails.unsubscribeAddress }).from(mails).where(eq(mails.id, id));
  return row?.address ?? null;
}

/** The files that go out with a mail, in their order, each with its name in the store. */
export function listAttachments(db: Db, mailId: string) {
  const { name, type, file, bytes } = mailAttachments;
  return db
    .select({ name, type, file, bytes })
    .from(mailAttachments)
    .where(eq(mailAttachments.mailId, mailId))
    .orderBy(asc(mailAttachments.place));
}

/** Adds the files that go out with a mail. */
export async function insertAttachments(
  tx: Transaction,
  mailId: string,
  files: readonly Omit<typeof mailAttachments.$inferInsert, 'mailId' | 'place'>[],
): Promise<void> {
  if (files.length === 0) return;
  await tx.insert(mailAttachments).values(files.map((file, place) => ({ ...file, mailId, place })));
}

/** A mail with its content. Throws NOT_FOUND. */
export async function getMail(db: Db, id: string): Promise<Mail> {
  const mail = await findMail(db, id);
  if (!mail) throw new AppError('NOT_FOUND', 'There is no such mail.');
  return mail;
}

/** The ids of mails that wait, oldest first. */
export async function listWaitingMails(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.state, 'waiting'), isNotNull(mails.html)))
    .orderBy(asc(mails.number))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Puts a mail back to where it begins, unless its content was erased; false then, and when there is none. */
export async function updateMailToWaiting(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .update(mails)
    .set({ state: 'waiting', sentAt: null, tries: 0, lastError: null })
    .where(and(eq(mails.id, id), isNotNull(mails.html)))
    .returning({ id: mails.id });
  return rows.length > 0;
}

async function deleteAttachments(db: Db, mailIds: readonly string[]): Promise<void> {
  if (mailIds.length > 0) await db.delete(mailAttachments).where(inArray(mailAttachments.mailId, [...mailIds]));
}

/** Notes that the mail server took a mail; one that holds a code or link loses its content with it. */
export async function updateMailSent(db: Db, id: string, now: Temporal.Instant): Promise<void> {
  const [sent] = await db
    .update(mails)
    .set({
      state: 'sent',
      sentAt: new Date(now.epochMilliseconds),
      tries: sql`${mails.tries} + 1`,
      lastError: null,
      html: sql`case when ${mails.secret} then null else ${mails.html} end`,
      text: sql`case when ${mails.secret} then null else ${mails.text} end`,
      unsubscribeAddress: sql`case when ${mails.secret} then null else ${mails.unsubscribeAddress} end`,
      calendar: sql`case when ${mails.secret} then null else ${mails.calendar} end`,
    })
    .where(eq(mails.id, id))
    .returning({ secret: mails.secret });
  if (sent?.secret) await deleteAttachments(db, [id]);
}

/** Notes a try that failed, and whether it was the last. */
export async function updateMailTried(
  db: Db,
  id: string,
  failure: { reason: string; last: boolean; refused: boolean },
): Promise<void> {
  await db
    .update(mails)
    .set({
      tries: sql`${mails.tries} + 1`,
      lastError: failure.reason,
      refused: failure.refused,
      ...(failure.last ? { state: 'failed' as const } : {}),
    })
    .where(and(eq(mails.id, id), eq(mails.state, 'waiting')));
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
 * Erases the codes and links of mails written before `before`; those still waiting have failed with that. A newsletter
 * that waits stays whole, since its link to unsubscribe does not run out as a code does.
 */
export async function updateOldSecretsErased(db: Db, before: Temporal.Instant, reason: string): Promise<number> {
  const rows = await db
    .update(mails)
    .set({
      html: null,
      text: null,
      unsubscribeAddress: null,
      calendar: null,
      lastError: sql`case when ${mails.state} = 'waiting' then ${reason} else ${mails.lastError} end`,
      state: sql`case when ${mails.state} = 'waiting' then 'failed' else ${mails.state} end`,
    })
    .where(
      and(
        eq(mails.secret, true),
        isNotNull(mails.html),
        lt(mails.createdAt, new Date(before.epochMilliseconds)),
        or(ne(mails.state, 'waiting'), isNull(mails.unsubscribeAddress)),
      ),
    )
    .returning({ id: mails.id });
  await deleteAttachments(
    db,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

function sentTo(address: string) {
  return eq(sql`lower(${mails.toAddress})`, address.toLowerCase());
}

/** What went to an address and when, oldest first, without the texts. */
export function listMailsTo(db: Db, address: string) {
  return db
    .select({ to: mails.toAddress, subject: mails.subject, createdAt: mails.createdAt, sentAt: mails.sentAt })
    .from(mails)
    .where(sentTo(address))
    .orderBy(asc(mails.createdAt));
}

/** Drops mails that no server has taken yet. */
export async function deleteWaitingMails(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(mails).where(and(inArray(mails.id, [...ids]), eq(mails.state, 'waiting')));
}

/** Drops some mails, those that wait as well. */
export async function deleteMails(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(mails).where(inArray(mails.id, [...ids]));
}

/** Drops the mails of one kind to some addresses. */
export async function deleteMailsOfKind(
  tx: Transaction,
  template: string,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  const lower = addresses.map(address => address.toLowerCase());
  await tx.delete(mails).where(and(eq(mails.template, template), inArray(sql`lower(${mails.toAddress})`, lower)));
}

/** Drops all mails to an address, those that wait as well. */
export async function deleteMailsTo(tx: Transaction, address: string): Promise<void> {
  await tx.delete(mails).where(sentTo(address));
}
