import type { ImportedThread } from './imported-content.ts';

/**
 * Numbers the comments of an archive by when they were written. Comments on one post keep the order that they have in the
 * archive, whatever their times say, and a comment comes before its replies. Holds one number for each comment.
 */
export class CommentOrder {
  readonly #times: number[] = [];

  /** How many comments were added. */
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
