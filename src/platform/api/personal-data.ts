import type { Db, Transaction } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { ListPictureUses } from './picture-uses.ts';

/** Whose data it is. */
export interface DataSubject {
  readonly userId: string;
  readonly email: string;
}

/** What removing somebody's data may need besides the database. */
export interface ErasureContext {
  readonly jobs: Jobs;
  readonly pictureUses: readonly ListPictureUses[];
}

/**
 * What one feature holds about a person. Each feature tells it of itself, and the app lists them all, so that the copy of
 * one's own data and the deletion of an account need to know no feature.
 */
export interface PersonalDataProvider {
  /** The part's key in the copy. */
  readonly name: string;
  /** What the person gets a copy of; nothing that opens an account, such as a hash or a token. */
  readonly collect: (db: Db, person: DataSubject, now: Temporal.Instant) => Promise<unknown>;
  /**
   * Removes what does not go with the row in `users` by itself. It runs before that row is deleted, in the same
   * transaction, and may throw an AppError that says why the account has to stay.
   */
  readonly erase?: (tx: Transaction, person: DataSubject, services: ErasureContext) => Promise<void>;
}
