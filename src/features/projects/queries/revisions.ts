import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#features/accounts/tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { ProjectContent } from '../contract/drafts.ts';
import type { RevisionLine } from '#features/publishing/contract/shapes.ts';
import { estimateWords } from '#features/publishing/rules/texts.ts';
import { projectRevisions } from '../tables.ts';

type Reason = RevisionLine['reason'];

/** The newest revision of a project, as far as it decides whether a save continues it. */
export async function findNewestRevision(tx: Transaction, projectId: string) {
  const [row] = await tx
    .select({
      id: projectRevisions.id,
      reason: projectRevisions.reason,
      savedBy: projectRevisions.savedBy,
      begunAt: projectRevisions.begunAt,
    })
    .from(projectRevisions)
    .where(eq(projectRevisions.projectId, projectId))
    .orderBy(desc(projectRevisions.id))
    .limit(1);
  return row;
}

/** Keeps what a project says as a revision of its own. */
export async function insertRevision(
  tx: Transaction,
  revision: {
    projectId: string;
    version: number;
    content: ProjectContent;
    reason: Reason;
    savedBy: string | null;
    at: Date;
  },
): Promise<void> {
  const { at, ...values } = revision;
  const words = estimateWords(values.content.markdown);
  await tx.insert(projectRevisions).values({ ...values, words, begunAt: at, savedAt: at });
}

/** Puts what a project says into the revision of the sitting that goes on. */
export async function updateRevision(
  tx: Transaction,
  id: number,
  values: { version: number; content: ProjectContent; savedAt: Date },
): Promise<void> {
  const words = estimateWords(values.content.markdown);
  await tx
    .update(projectRevisions)
    .set({ ...values, words })
    .where(eq(projectRevisions.id, id));
}

/** Leaves the newest `most` of a project's saved revisions; those that were submitted or published stay all. */
export async function deleteOldRevisions(tx: Transaction, projectId: string, most: number): Promise<void> {
  const saved = and(eq(projectRevisions.projectId, projectId), eq(projectRevisions.reason, 'saved'));
  const old = tx
    .select({ id: projectRevisions.id })
    .from(projectRevisions)
    .where(saved)
    .orderBy(desc(projectRevisions.id))
    .offset(most);
  await tx.delete(projectRevisions).where(inArray(projectRevisions.id, old));
}

const lineColumns = {
  id: projectRevisions.id,
  version: projectRevisions.version,
  reason: projectRevisions.reason,
  savedBy: users.name,
  savedAt: projectRevisions.savedAt,
  title: sql<string>`${projectRevisions.content} ->> 'title'`,
  words: projectRevisions.words,
};

function selectRevisions(db: Db) {
  return db.select(lineColumns).from(projectRevisions).leftJoin(users, eq(users.id, projectRevisions.savedBy));
}

type Row = Awaited<ReturnType<typeof selectRevisions>>[number];

function toLine({ savedAt, ...row }: Row): RevisionLine {
  return { ...row, savedAt: savedAt.toISOString() };
}

/** What a project said before, the newest first. */
export async function listRevisions(db: Db, projectId: string): Promise<RevisionLine[]> {
  const rows = await selectRevisions(db)
    .where(eq(projectRevisions.projectId, projectId))
    .orderBy(desc(projectRevisions.id));
  return rows.map(toLine);
}

/** One revision of a project, whole. Throws NOT_FOUND. */
export async function getRevision(
  db: Db,
  projectId: string,
  id: number,
): Promise<RevisionLine & { content: ProjectContent }> {
  const [row] = await selectRevisions(db).where(
    and(eq(projectRevisions.id, id), eq(projectRevisions.projectId, projectId)),
  );
  const [whole] = await db
    .select({ content: projectRevisions.content })
    .from(projectRevisions)
    .where(eq(projectRevisions.id, id));
  if (!row || !whole) throw new AppError('NOT_FOUND', 'There is no such revision.');
  return { ...toLine(row), content: whole.content };
}
