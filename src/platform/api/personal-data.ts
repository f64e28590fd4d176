import type { Db, Transaction } from '../database/database.ts';
import type { ApiServices } from './context.ts';

export interface DataSubject {
  readonly userId: string;
  readonly email: string;
}

/** One feature's data about a person. */
export interface PersonalDataProvider {
  /** The key in the person's copy of their data. */
  readonly name: string;
  /**
   * Returns the person's copy, without secrets that give access to an account, such as hashes or tokens. Omit it if
   * another feature's copy includes the data.
   */
  readonly export?: (db: Db, person: DataSubject, services: Pick<ApiServices, 'now' | 'features'>) => Promise<unknown>;
  /**
   * Removes the data that deleting the row in `users` does not remove. Called before that, in the same transaction.
   * Throws an AppError if the account has to stay.
   */
  readonly erase?: (
    tx: Transaction,
    person: DataSubject,
    services: Pick<ApiServices, 'jobs' | 'features' | 'encryption' | 'now'>,
  ) => Promise<void>;
}

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    readonly personalData?: readonly PersonalDataProvider[];
  }
}

/** Returns the personal data providers of all features. */
export function listPersonalData({ features }: Pick<ApiServices, 'features'>): PersonalDataProvider[] {
  return features.flatMap(({ personalData = [] }) => personalData);
}
