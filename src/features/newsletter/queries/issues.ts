import { and, desc, eq, lte, ne, sql } from 'drizzle-orm';
import { pictureIdsIn, type PictureUse } from '#features/media/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { AppError } from '#shared/errors.ts';
import type { IssueStats, IssueSummary, IssueQuery, NewsletterSettings } from '../contract/issues.ts';
import { DEFAULT_EMAILS_PER_MINUTE, type Topic } from '../contract/limits.ts';
import { newsletterIssues, newsletterSettings, newsletterSubscribers } from '../tables.ts';

export type IssueRow = typeof newsletterIssues.$inferSelect;

/** Counts an issue's recipients by state, using the current state of their emails in the outbox. */
const countsOf = sql<Omit<IssueStats, 'unsubscribes' | 'opens' | 'clicks'>>`(
  select jsonb_build_object(
    'recipients', count(*),
    'pending', count(*) filter (where r.state = 'pending'),
    'queued', count(*) filter (where r.state = 'queued' and m.state = 'queued'),
    'sent', count(*) filter (where r.state = 'sent' or (r.state = 'queued' and m.state = 'sent')),
    'failed', count(*) filter (where r.state = 'failed' or (r.state = 'queued' and coalesce(m.state, 'failed') = 'failed')),
    'skipped', count(*) filter (where r.state = 'skipped'))
  from newsletter_recipients r left join emails m on m.id = r.email_id
  where r.issue_id = newsletter_issues.id)`;

function selectIssues(db: Db) {
  return db.select({ row: newsletterIssues, counts: countsOf }).from(newsletterIssues);
}

function toIssue({ row, counts }: Awaited<ReturnType<typeof selectIssues>>[number]) {
  return {
    ...row,
    updatedAt: row.updatedAt.toISOString(),
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    sendingStartedAt: row.sendingStartedAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
    stats: { ...counts, unsubscribes: row.unsubscribeCount, opens: row.openCount, clicks: row.clickCount },
  };
}

const ofState = ({ state }: Pick<IssueQuery, 'state'>) => (state ? eq(newsletterIssues.state, state) : undefined);

/** Returns one page of issues, newest first. */
export async function listIssues(db: Db, query: IssueQuery): Promise<IssueSummary[]> {
  const rows = await selectIssues(db)
    .where(ofState(query))
    .orderBy(
      desc(
        sql`coalesce(${newsletterIssues.sendingStartedAt}, ${newsletterIssues.scheduledAt}, ${newsletterIssues.updatedAt})`,
      ),
      desc(newsletterIssues.id),
    )
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize);
  return rows.map(toIssue);
}

export function countIssues(db: Db, query: Pick<IssueQuery, 'state'>): Promise<number> {
  return db.$count(newsletterIssues, ofState(query));
}

/** Returns an issue with its figures. Throws NOT_FOUND. */
export async function getIssue(db: Db, id: number) {
  const [selected] = await selectIssues(db).where(eq(newsletterIssues.id, id));
  if (!selected) throw new AppError('NOT_FOUND', 'This newsletter doesn’t exist. It may have been deleted.');
  return toIssue(selected);
}

/** Returns an issue and locks it until the transaction ends. */
export async function findIssueForUpdate(tx: Transaction, id: number): Promise<IssueRow | undefined> {
  const [row] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for('update');
  return row;
}

/** Inserts an issue and returns its id. */
export async function insertIssue(db: Db, issue: typeof newsletterIssues.$inferInsert): Promise<number> {
  const [row] = await db.insert(newsletterIssues).values(issue).returning({ id: newsletterIssues.id });
  if (!row) throw new Error('The issue was not inserted.');
  return row.id;
}

export async function updateIssue(
  tx: Transaction,
  id: number,
  changes: Partial<typeof newsletterIssues.$inferInsert>,
): Promise<void> {
  await tx.update(newsletterIssues).set(changes).where(eq(newsletterIssues.id, id));
}

export async function deleteIssue(tx: Transaction, id: number): Promise<void> {
  await tx.delete(newsletterIssues).where(eq(newsletterIssues.id, id));
}

/** Returns the scheduled issues that are due. */
export async function listDueIssues(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(and(eq(newsletterIssues.state, 'scheduled'), lte(newsletterIssues.scheduledAt, now)));
  return rows.map(({ id }) => id);
}

/** Returns the newest issue about a post that isn't a draft. */
export async function findSendingOfPost(db: Db, postId: number) {
  const { id, state } = newsletterIssues;
  const [issue] = await db
    .select({ id, state })
    .from(newsletterIssues)
    .where(and(eq(newsletterIssues.postId, postId), ne(state, 'draft')))
    .orderBy(desc(id))
    .limit(1);
  return issue;
}

/** Returns the issues being sent, each with its next step. */
export function listSendingIssues(db: Db) {
  return db
    .select({ id: newsletterIssues.id, batch: newsletterIssues.batch })
    .from(newsletterIssues)
    .where(eq(newsletterIssues.state, 'sending'));
}

/** Returns how many subscribers an issue about a topic would go to now. */
export function countAudience(db: Db, topic: Topic): Promise<number> {
  const { state, topics } = newsletterSubscribers;
  return db.$count(newsletterSubscribers, and(eq(state, 'subscribed'), sql`${topic} = any(${topics})`));
}

/** Counts an unsubscribe through a link of an issue. */
export async function incrementUnsubscribes(tx: Transaction, issueId: number): Promise<void> {
  await tx
    .update(newsletterIssues)
    .set({ unsubscribeCount: sql`${newsletterIssues.unsubscribeCount} + 1` })
    .where(eq(newsletterIssues.id, issueId));
}

/** Counts an open or a click if the issue is tracked. */
export async function incrementTrackingCount(db: Db, issueId: number, counter: 'openCount' | 'clickCount') {
  await db
    .update(newsletterIssues)
    .set({ [counter]: sql`${newsletterIssues[counter]} + 1` })
    .where(and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.isTrackingEnabled, true)));
}

export async function getNewsletterSettings(db: Db): Promise<NewsletterSettings> {
  const [row] = await db.select().from(newsletterSettings);
  return {
    emailsPerMinute: row?.emailsPerMinute ?? DEFAULT_EMAILS_PER_MINUTE,
    isTrackingEnabled: row?.isTrackingEnabled ?? false,
  };
}

export async function upsertNewsletterSettings(db: Db, settings: NewsletterSettings): Promise<void> {
  await db
    .insert(newsletterSettings)
    .values(settings)
    .onConflictDoUpdate({ target: newsletterSettings.isSingleton, set: settings });
}

/** Returns where newsletters use pictures. Sent emails keep loading them from this site. */
export async function listNewsletterPictureUses(db: Db, ids: readonly string[]): Promise<PictureUse[]> {
  const { rows } = await db.execute<{ id: string; subject: string; issue: number }>(sql`
    select picture as id, newsletter_issues.subject, newsletter_issues.id as issue
      from unnest(${sql.param([...ids])}::text[]) as picture
      join newsletter_issues on ${pictureIdsIn(newsletterIssues.markdown)} @> array[picture]`);
  return rows.map(({ id, subject, issue }) => ({
    pictureId: id,
    label: `In the newsletter “${subject || 'Untitled'}”`,
    path: dashboardPaths.newsletterIssue(issue),
  }));
}
