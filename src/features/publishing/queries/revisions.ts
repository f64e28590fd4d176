import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { RevisionSummary } from '../contract/schemas.ts';
import { estimateWordCount } from '../rules/content.ts';
import { type RevisionTable } from '../tables.ts';

interface Text {
  readonly markdown: string;
}

interface Revision<Content> {
  readonly version: number;
  readonly content: Content;
  readonly reason: RevisionSummary['reason'];
  readonly savedBy: string | null;
}

/** Where a feature stores revisions. */
export interface RevisionStore<Id, Content extends Text> {
  readonly table: RevisionTable<Content>;
  /** The column with the ID of the post or project. */
  readonly of: PgColumn;
  /** Inserts revisions. `id` is the value of the `of` column. */
  readonly insert: (
    tx: Transaction,
    rows: readonly (Revision<Content> & {
      readonly id: Id;
      readonly wordCount: number;
      readonly startedAt: Date;
      readonly savedAt: Date;
    })[],
  ) => Promise<unknown>;
}

/** Inserts a revision of one text. */
export async function insertRevision<Id, Content extends Text>(
  tx: Transaction,
  of: RevisionStore<Id, Content>,
  textId: Id,
  revision: Revision<Content> & { readonly at: Date },
): Promise<void> {
  await insertRevisions(tx, of, [{ id: textId, ...revision }]);
}

/** Inserts revisions of several texts. */
export async function insertRevisions<Id, Content extends Text>(
  tx: Transaction,
  { insert }: RevisionStore<Id, Content>,
  rows: readonly (Revision<Content> & { readonly id: Id; readonly at: Date })[],
): Promise<void> {
  const complete = rows.map(({ at, ...row }) => {
    const wordCount = estimateWordCount(row.content.markdown);
    return { ...row, wordCount, startedAt: at, savedAt: at };
  });
  await insert(tx, complete);
}

/** Maximum number of saved revisions kept per text. Submitted and published ones are always kept. */
const MAX_REVISIONS = 200;

/** Saves by one person within this many minutes share one revision. */
const SESSION_MINUTES = 10;

/**
 * Saves the content as a new revision or into the revision of the current editing session. Also stores `before` if the
 * text has no revision yet, as with sample content.
 */
export async function saveRevision<Id, Content extends Text>(
  tx: Transaction,
  { now, actor }: Pick<ApiContext, 'now'> & Partial<Pick<ApiContext, 'actor'>>,
  revisions: RevisionStore<Id, Content>,
  textId: Id,
  { version, content, reason }: Omit<Revision<Content>, 'savedBy'>,
  before?: { content: Content; at: Date },
): Promise<void> {
  const { table, of } = revisions;
  const at = toDate(now());
  const savedBy = actor && actor.role !== 'visitor' ? actor.userId : null;
  const [newest] = await tx
    .select({ id: table.id, reason: table.reason, savedBy: table.savedBy, startedAt: table.startedAt })
    .from(table)
    .where(eq(of, textId))
    .orderBy(desc(table.id))
    .limit(1);
  const isSameSession =
    newest?.reason === 'saved' &&
    newest.savedBy === savedBy &&
    newest.startedAt > toDate(now().subtract({ minutes: SESSION_MINUTES }));
  if (reason === 'saved' && isSameSession) {
    const wordCount = estimateWordCount(content.markdown);
    await tx.update(table).set({ version, content, wordCount, savedAt: at }).where(eq(table.id, newest.id));
    return;
  }
  if (!newest && before) {
    await insertRevision(tx, revisions, textId, { ...before, version: version - 1, reason: 'saved', savedBy: null });
  }
  await insertRevision(tx, revisions, textId, { version, content, reason, savedBy, at });
  const old = tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(of, textId), eq(table.reason, 'saved')))
    .orderBy(desc(table.id))
    .offset(MAX_REVISIONS);
  await tx.delete(table).where(inArray(table.id, old));
}

const revisionColumns = <Content>(table: RevisionTable<Content>) => ({
  id: table.id,
  version: table.version,
  reason: table.reason,
  savedBy: users.name,
  savedAt: table.savedAt,
  title: sql<string>`${table.content} ->> 'title'`,
  wordCount: table.wordCount,
});

/** Lists the revisions of a text, newest first. */
export async function listRevisions<Id, Content extends Text>(
  db: Db,
  { table, of }: RevisionStore<Id, Content>,
  textId: Id,
): Promise<RevisionSummary[]> {
  const rows = await db
    .select(revisionColumns(table))
    .from(table)
    .leftJoin(users, eq(users.id, table.savedBy))
    .where(eq(of, textId))
    .orderBy(desc(table.id));
  return rows.map(row => ({ ...row, savedAt: row.savedAt.toISOString() }));
}

/** Returns a revision with its content. Throws NOT_FOUND. */
export async function getRevision<Id, Content extends Text>(
  db: Db,
  { table, of }: RevisionStore<Id, Content>,
  textId: Id,
  id: number,
): Promise<RevisionSummary & { content: Content }> {
  const [row] = await db
    .select({ ...revisionColumns(table), content: sql<Content>`${table.content}` })
    .from(table)
    .leftJoin(users, eq(users.id, table.savedBy))
    .where(and(eq(table.id, id), eq(of, textId)));
  if (!row) throw new AppError('NOT_FOUND', 'This version doesn’t exist.');
  return { ...row, savedAt: row.savedAt.toISOString() };
}
