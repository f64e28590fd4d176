import { comments } from '#features/comments/index.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Subject } from '../queries/insert-content.ts';
import { listUserIdsByEmail } from '../queries/existing-content.ts';
import type { ImportedComment, ImportedThread } from '../rules/freehold-comments.ts';
import { pictureIdOf } from '../rules/freehold.ts';
import { toDateOrNull } from './insert-entries.ts';

/** Comments per insert. */
const BATCH = 500;

/**
 * Writes the comments of an import in batches. Accounts with the same email address become authors; other commenters
 * keep their names without an account. Sends no email. `numbers` contains the comments' order by time, in the order in
 * which they are added; `ids` an id for each, in ascending order; `pictures` the site's pictures by their ids in the
 * archive.
 */
export function createCommentWriter(
  tx: Transaction,
  numbers: Uint32Array,
  ids: Int32Array,
  pictures: ReadonlyMap<string, string>,
) {
  let index = 0;
  let waiting: { comment: ImportedComment; row: Subject & { id: number; parentId: number | null } }[] = [];

  /** Adds a comment. Returns its id. */
  async function push(comment: ImportedComment, subject: Subject, parentId: number | null): Promise<number> {
    const id = ids[numbers[index++] ?? -1];
    if (id === undefined) throw new Error('The archive has more comments than counted.');
    waiting.push({ comment, row: { ...subject, id, parentId } });
    if (waiting.length === BATCH) await write();
    return id;
  }

  async function write(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    const emails = new Set(batch.flatMap(({ comment }) => comment.author?.email?.toLowerCase() ?? []));
    const accounts = await listUserIdsByEmail(tx, [...emails]);
    await tx
      .insert(comments)
      .overridingSystemValue()
      .values(
        batch.map(({ comment, row }) => {
          const { author, createdAt, editedAt, approvedAt, removedAt, body, state, stateBefore } = comment;
          return {
            ...row,
            ...authorColumns(author, accounts),
            body,
            state,
            previousState: stateBefore,
            createdAt: new Date(createdAt),
            editedAt: toDateOrNull(editedAt),
            approvedAt: toDateOrNull(approvedAt),
            removedAt: toDateOrNull(removedAt),
          };
        }),
      );
  }

  function authorColumns(author: ImportedComment['author'], accounts: ReadonlyMap<string, string>) {
    const authorId = author?.email ? accounts.get(author.email.toLowerCase()) : undefined;
    if (authorId !== undefined) return { authorId };
    if (!author) return {};
    const id = pictureIdOf(author.avatar);
    return { authorName: author.name, designation: author.designation, avatarId: (id && pictures.get(id)) ?? null };
  }

  return {
    /** Adds the comments on a post or project, which must be written already. */
    async add(subject: Subject, threads: readonly ImportedThread[]): Promise<void> {
      for (const { replies, ...first } of threads) {
        const parentId = await push(first, subject, null);
        for (const reply of replies) await push(reply, subject, parentId);
      }
    },
    /** Writes the last batch. */
    async end(): Promise<void> {
      await write();
      if (index > 0) await invalidateTag(tx, 'comments');
    },
  };
}
