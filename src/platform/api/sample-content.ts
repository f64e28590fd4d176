import type { ApiServices } from './context.ts';
import type { Db, Transaction } from '../database/database.ts';
import type { FileStore } from '../files/file-store.ts';

/** Number of unchanged sample items of a kind. */
export interface SampleCount {
  readonly kind: string;
  readonly count: number;
}

export interface SampleSource {
  readonly folder: string;
  readonly files: FileStore;
}

/** Context of a removal. */
export interface SampleRemoval {
  readonly owner: { readonly name: string; readonly email: string };
  readonly now: Temporal.Instant;
}

/** Pictures and files a feature no longer uses after its sample rows were deleted. */
export interface UnusedBySamples {
  /** Pictures by their ids, which other features may still use. */
  readonly pictures?: readonly string[];
  /** Names of files in the store. */
  readonly files?: readonly string[];
}

/** A feature's part of the sample content. Content that the owner wrote or changed is never touched. */
export interface FeatureSamples {
  /** Returns the number of items of each kind, including kinds without any. */
  readonly count?: (db: Db) => Promise<SampleCount[]>;
  /** Adds missing items; the owner's items with the same names stay. */
  readonly load: (tx: Transaction, source: SampleSource) => Promise<void>;
  /** Deletes it, or resets it to neutral content. */
  readonly remove?: (tx: Transaction, removal: SampleRemoval) => Promise<UnusedBySamples>;
}

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    readonly samples?: FeatureSamples;
  }
}

/** Returns the sample content of all features. */
export function listSamples({ features }: Pick<ApiServices, 'features'>): FeatureSamples[] {
  return features.flatMap(({ samples }) => samples ?? []);
}
