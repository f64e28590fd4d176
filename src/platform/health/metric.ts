import type { Db } from '../database/database.ts';

/** A count of rows by state for `/metrics`, registered by its feature. */
export interface StateMetric {
  readonly name: string;
  readonly help: string;
  /** The label whose values are the states. */
  readonly label: string;
  readonly count: (db: Db) => Promise<readonly { readonly value: string; readonly count: number }[]>;
}

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    readonly metrics?: readonly StateMetric[];
  }
}
