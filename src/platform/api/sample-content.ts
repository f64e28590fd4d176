import type { Db, Transaction } from '../database/database.ts';

/** How much of a kind came with the sample content and was never changed since. */
export interface SampleCount {
  /** What it is, for people: `posts`, `skills`. */
  readonly kind: string;
  readonly count: number;
}

/** The sample content as a whole. Whatever the owner wrote or changed is never touched. */
export interface SampleContent {
  /** What is there of it, kinds without any included. */
  readonly list: (db: Db) => Promise<SampleCount[]>;
  /**
   * Takes away what is there of it; documents then say no more than the owner's name and address. Answers how to remove
   * the files that are no longer needed, once that is through.
   */
  readonly remove: (tx: Transaction, ownerId: string, now: Temporal.Instant) => Promise<() => Promise<void>>;
  /** Adds what is missing of it; what the owner has under the same name stays in its place. */
  readonly load: (tx: Transaction) => Promise<void>;
}
