import type { Db, Transaction } from '../database/database.ts';
import type { ApiServices } from './context.ts';

/** The person whose data it is. */
export interface DataSubject {
  readonly userId: string;
  readonly email: string;
}

/** Data about a person, as one feature holds it. */
export interface PersonalDataProvider {
  /** The key in the person's copy of their data. */
  readonly name: string;
  /** Returns the person's copy, without anything that opens an account, such as a hash or a token. */
  readonly export: (db: Db, person: DataSubject, now: Temporal.Instant) => Promise<unknown>;
  /**
   * Removes the data that deleting the row in `users` does not remove. Called before that, in the same transaction.
   * Throws an AppError if the account has to stay.
   */
  readonly erase?: (
    tx: Transaction,
    person: DataSubject,
    services: Pick<ApiServices, 'jobs' | 'features'>,
  ) => Promise<void>;
}

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    readonly personalData?: readonly PersonalDataProvider[];
  }
}

/** Returns the data about people that all features hold. */
export function listPersonalData({ features }: Pick<ApiServices, 'features'>): PersonalDataProvider[] {
  return features.flatMap(({ personalData = [] }) => personalData);
}
