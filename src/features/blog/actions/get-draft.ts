import { getDraftDetails, getEntry } from '#features/publishing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Draft } from '../contract/editing.ts';
import { postDrafts } from '../queries/drafts.ts';
import { postStore } from './post-store.ts';

/** Returns a post as its writers see it. Throws NOT_FOUND. */
export async function getDraft(db: Db, context: Pick<ApiContext, 'actor'>, id: number): Promise<Draft> {
  const row = await getEntry(db, context, postStore, id);
  const [summary, details] = await Promise.all([
    postDrafts.find(db, requireUser(context), id),
    getDraftDetails(db, postStore, row),
  ]);
  if (!summary) throw new AppError('NOT_FOUND', 'This post doesn’t exist.');
  return { ...summary, ...details };
}
