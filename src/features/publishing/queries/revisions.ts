import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { RevisionSummary } from '../contract/schemas.ts';
import { estimateWordCount } from '../rules/content.ts';
import type { RevisionTable } from '../tables.ts';

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

/** Returns the newest revision, with the fields that decide whether a save continues it. */
export async function findNewestRevision<Id, Content extends Text>(
  tx: Transaction,
  { table, of }: RevisionStore<Id, Content>,
  textId: Id,
) {
  const [row] = await tx
    .select({ id: table.id, reason: table.reason, savedBy: table.savedBy, begunAt: table.startedAt })
    .from(table)
    .where(eq(of, textId))
    .orderBy(desc(table.id))
    .limit(1);
  return row;
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

/** Overwrites the revision of the current editing session. */
export async function updateRevision<Id, Content extends Text>(
  tx: Transaction,
  { table }: RevisionStore<Id, Content>,
  id: number,
  values: { version: number; content: Content; savedAt: Date },
): Promise<void> {
  const wordCount = estimateWordCount(values.content.markdown);
  await tx
    .update(table)
    .set({ ...values, wordCount })
    .where(eq(table.id, id));
}

/** Deletes all but the newest `most` saved revisions. Submitted and published revisions are kept. */
export async function deleteOldRevisions<Id, Content extends Text>(
  tx: Transaction,
  { table, of }: RevisionStore<Id, Content>,
  textId: Id,
  most: number,
): Promise<void> {
  const old = tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(of, textId), eq(table.reason, 'saved')))
    .orderBy(desc(table.id))
    .offset(most);
  await tx.delete(table).where(inArray(table.id, old));
}

function selectRevisions<Content>(db: Db, table: RevisionTable<Content>) {
  return db
    .select({
      id: table.id,
      version: table.version,
      reason: table.reason,
      savedBy: users.name,
      savedAt: table.savedAt,
      title: sql<string>`${table.content} ->> 'title'`,
      wordCount: table.wordCount,
    })
    .from(table)
    .leftJoin(users, eq(users.id, table.savedBy));
}

/** Lists the revisions of a text, newest first. */
export async function listRevisions<Id, Content extends Text>(
  db: Db,
  { table, of }: RevisionStore<Id, Content>,
  textId: Id,
): Promise<RevisionSummary[]> {
  const rows = await selectRevisions(db, table).where(eq(of, textId)).orderBy(desc(table.id));
  return rows.map(({ savedAt, ...row }) => ({ ...row, savedAt: savedAt.toISOString() }));
}

/** Returns a revision with its content. Throws NOT_FOUND. */
export async function getRevision<Id, Content extends Text>(
  db: Db,
  { table, of }: RevisionStore<Id, Content>,
  textId: Id,
  id: number,
): Promise<RevisionSummary & { content: Content }> {
  const [row] = await selectRevisions(db, table).where(and(eq(table.id, id), eq(of, textId)));
  const [whole] = await db.select({ content: table.content }).from(table).where(eq(table.id, id));
  if (!row || !whole) throw new AppError('NOT_FOUND', 'This revision doesn’t exist.');
  const { savedAt, ...line } = row;
  return { ...line, savedAt: savedAt.toISOString(), content: whole.content };
}
