import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';

/** How much of a kind came with the sample content and was never changed since. */
export interface SampleCount {
  /** The kind, for people: `posts`, `skills`. */
  readonly kind: string;
  readonly count: number;
}

/** What sample content is loaded from. */
export interface SampleSource {
  readonly folder: string;
  /** Where its files are stored. */
  readonly files: FileStore;
}

/** What a removal leaves behind. */
export interface SampleRemoval {
  readonly owner: { readonly name: string; readonly email: string };
  readonly now: Temporal.Instant;
}

/** What a feature no longer uses, now that its sample rows are deleted. */
export interface UnusedBySamples {
  /** Pictures by their ids, which other features may still use. */
  readonly pictures?: readonly string[];
  /** Names of files in the store. */
  readonly files?: readonly string[];
}

/** A feature's part of the sample content. What the owner wrote or changed is never touched. */
export interface FeatureSamples {
  /** Returns how much of each kind there is, kinds without any included. */
  readonly count?: (db: Db) => Promise<SampleCount[]>;
  /** Adds what is missing; what the owner has under the same name stays. */
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
