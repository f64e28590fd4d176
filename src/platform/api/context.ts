import type { TaggedCache } from '../cache/tagged-cache.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';

/** Who is calling. */
export type Actor =
  | { readonly role: 'visitor' }
  | { readonly role: 'member' | 'author' | 'owner'; readonly userId: string };

/** What a handler works with. Clock and services come from here, so that tests can put others in their place. */
export interface ApiContext {
  readonly db: Database;
  readonly log: Log;
  readonly actor: Actor;
  readonly requestId: string;
  /** The site's public origin. */
  readonly siteUrl: string;
  readonly now: () => Temporal.Instant;
  /** Small answers that are dear to make, kept until their feature's content changes. */
  readonly memory: TaggedCache<unknown>;
}
