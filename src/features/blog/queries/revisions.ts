import type { RevisionStore } from '#features/publishing/index.ts';
import type { PostContent } from '../contract/editing.ts';
import { postRevisions } from '../tables.ts';

/** Revision store of posts. */
export const revisions: RevisionStore<number, PostContent> = {
  table: postRevisions,
  of: postRevisions.postId,
  insert: (tx, rows) => tx.insert(postRevisions).values(rows.map(({ id, ...row }) => ({ postId: id, ...row }))),
};
