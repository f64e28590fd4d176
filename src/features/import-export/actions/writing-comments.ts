import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { type CommentToInsert, insertComments, listFreeCommentIds } from '../queries/comments.ts';
import { listUserIdsByEmail } from '../queries/existing-content.ts';
import type { ImportedComment, ImportedThread } from '../rules/imported-content.ts';
import { pictureIdOf } from '../rules/freehold.ts';
import { toDateOrNull } from './insert-posts.ts';

/** The post or project of a comment; one of the two is set. */
type Subject = Pick<CommentToInsert, 'postId' | 'projectId'>;

/** Comments that are inserted together. */
const BATCH = 500;

/**
 * Writes the comments of an import in batches. Accounts with the same email address become authors; other commenters
 * keep their names without an account. Sends no email.
 */
export class CommentWriter {
  readonly #tx: Transaction;
  readonly #numbers: Uint32Array;
  readonly #ids: Int32Array;
  /** Returns the site's picture for an id in the archive. */
  readonly #pictureOf: (id: string) => string | undefined;
  #place = 0;
  #waiting: { readonly comment: ImportedComment; readonly row: Subject & { id: number; parentId: number | null } }[] =
    [];

  private constructor(
    tx: Transaction,
    numbers: Uint32Array,
    ids: Int32Array,
    pictureOf: (id: string) => string | undefined,
  ) {
    this.#tx = tx;
    this.#numbers = numbers;
    this.#ids = ids;
    this.#pictureOf = pictureOf;
  }

  /** Reserves an id for each comment. `numbers` contains their order by time, in the order in which they are added. */
  static async begin(
    tx: Transaction,
    numbers: Uint32Array,
    pictureOf: (id: string) => string | undefined,
  ): Promise<CommentWriter> {
    return new CommentWriter(tx, numbers, await listFreeCommentIds(tx, numbers.length), pictureOf);
  }

  /** Adds the comments on a post or project, which must be written already. */
  async add(subject: Subject, threads: readonly ImportedThread[]): Promise<void> {
    for (const { replies, ...first } of threads) {
      const parentId = this.#nextId();
      await this.#push(first, { ...subject, id: parentId, parentId: null });
      for (const reply of replies) await this.#push(reply, { ...subject, id: this.#nextId(), parentId });
    }
  }

  /** Writes the last batch. */
  async end(): Promise<void> {
    await this.#write();
    if (this.#place > 0) await invalidateTag(this.#tx, 'comments');
  }

  #nextId(): number {
    const id = this.#ids[this.#numbers[this.#place] ?? -1];
    if (id === undefined) throw new Error('There are more comments than were counted.');
    this.#place++;
    return id;
  }

  async #push(comment: ImportedComment, row: Subject & { id: number; parentId: number | null }): Promise<void> {
    this.#waiting.push({ comment, row });
    if (this.#waiting.length === BATCH) await this.#write();
  }

  async #write(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0) return;
    const emails = new Set(batch.flatMap(({ comment }) => comment.author?.email?.toLowerCase() ?? []));
    const accounts = await listUserIdsByEmail(this.#tx, [...emails]);
    await insertComments(
      this.#tx,
      batch.map(({ comment, row }) => {
        const { author, createdAt, editedAt, approvedAt, removedAt, body, state, stateBefore } = comment;
        return {
          ...row,
          ...this.#speaker(author, accounts),
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

  #speaker(author: ImportedComment['author'], accounts: ReadonlyMap<string, string>) {
    const authorId = author?.email ? accounts.get(author.email.toLowerCase()) : undefined;
    if (authorId !== undefined) return { authorId };
    if (!author) return {};
    const id = pictureIdOf(author.avatar);
    return { authorName: author.name, designation: author.designation, avatarId: (id && this.#pictureOf(id)) ?? null };
  }
}
