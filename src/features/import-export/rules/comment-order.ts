import type { ImportedThread } from './freehold-comments.ts';

/**
 * Numbers an archive's comments by date. Comments on one post keep the archive's order regardless of dates, and
 * comments precede their replies. Stores one number per comment.
 */
export class CommentOrder {
  readonly #times: number[] = [];

  get count(): number {
    return this.#times.length;
  }

  /** Adds the comments on one post or project. */
  add(threads: readonly ImportedThread[]): void {
    let latest = -Infinity;
    for (const { createdAt, replies } of threads) {
      latest = Math.max(latest, Date.parse(createdAt));
      this.#times.push(latest);
      let latestReply = latest;
      for (const reply of replies) {
        latestReply = Math.max(latestReply, Date.parse(reply.createdAt));
        this.#times.push(latestReply);
      }
    }
  }

  /** Returns the number of each comment from 0, in the order in which they were added. */
  numbers(): Uint32Array {
    const times = Float64Array.from(this.#times);
    const places = Uint32Array.from(times.keys());
    places.sort((one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other);
    const numbers = new Uint32Array(places.length);
    for (const [number, place] of places.entries()) numbers[place] = number;
    return numbers;
  }
}
