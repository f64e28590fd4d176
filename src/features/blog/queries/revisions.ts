import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#features/accounts/tables.ts';
import { estimateWords } from '#features/publishing/rules/texts.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { PostContent, RevisionLine } from '../contract/writing.ts';
import { postRevisions } from '../tables.ts';

type Reason = RevisionLine['reason'];

/** The newest revision of a post, as far as it decides whether a save continues it. */
export async function findNewestRevision(tx: Transaction, postId: number) {
  const [row] = await tx
    .select({
      id: postRevisions.id,
      reason: postRevisions.reason,
      savedBy: postRevisions.savedBy,
      begunAt: postRevisions.begunAt,
    })
    .from(postRevisions)
    .where(eq(postRevisions.postId, postId))
    .orderBy(desc(postRevisions.id))
    .limit(1);
  return row;
}

/** Keeps what a post says as a revision of its own. */
export async function insertRevision(
  tx: Transaction,
  revision: { postId: number; version: number; content: PostContent; reason: Reason; savedBy: string | null; at: Date },
): Promise<void> {
  const { at, ...values } = revision;
  const words = estimateWords(values.content.markdown);
  await tx.insert(postRevisions).values({ ...values, words, begunAt: at, savedAt: at });
}

/** Puts what a post says into the revision of the sitting that goes on. */
export async function updateRevision(
  tx: Transaction,
  id: number,
  values: { version: number; content: PostContent; savedAt: Date },
): Promise<void> {
  const words = estimateWords(values.content.markdown);
  await tx
    .update(postRevisions)
    .set({ ...values, words })
    .where(eq(postRevisions.id, id));
}

/** Leaves the newest `most` of a post's saved revisions; those that were submitted or published stay all. */
export async function deleteOldRevisions(tx: Transaction, postId: number, most: number): Promise<void> {
  const saved = and(eq(postRevisions.postId, postId), eq(postRevisions.reason, 'saved'));
  const old = tx
    .select({ id: postRevisions.id })
    .from(postRevisions)
    .where(saved)
    .orderBy(desc(postRevisions.id))
    .offset(most);
  await tx.delete(postRevisions).where(inArray(postRevisions.id, old));
}

const lineColumns = {
  id: postRevisions.id,
  version: postRevisions.version,
  reason: postRevisions.reason,
  savedBy: users.name,
  savedAt: postRevisions.savedAt,
  title: sql<string>`${postRevisions.content} ->> 'title'`,
  words: postRevisions.words,
};

function selectRevisions(db: Db) {
  return db.select(lineColumns).from(postRevisions).leftJoin(users, eq(users.id, postRevisions.savedBy));
}

type Row = Awaited<ReturnType<typeof selectRevisions>>[number];

function toLine({ savedAt, ...row }: Row): RevisionLine {
  return { ...row, savedAt: savedAt.toISOString() };
}

/** What a post said before, the newest first. */
export async function listRevisions(db: Db, postId: number): Promise<RevisionLine[]> {
  const rows = await selectRevisions(db).where(eq(postRevisions.postId, postId)).orderBy(desc(postRevisions.id));
  return rows.map(toLine);
}

/** One revision of a post, whole. Throws NOT_FOUND. */
export async function getRevision(
  db: Db,
  postId: number,
  id: number,
): Promise<RevisionLine & { content: PostContent }> {
  const [row] = await selectRevisions(db).where(and(eq(postRevisions.id, id), eq(postRevisions.postId, postId)));
  const [whole] = await db
    .select({ content: postRevisions.content })
    .from(postRevisions)
    .where(eq(postRevisions.id, id));
  if (!row || !whole) throw new AppError('NOT_FOUND', 'There is no such revision.');
  return { ...toLine(row), content: whole.content };
}
