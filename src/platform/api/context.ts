import type { FastifyRequest } from 'fastify';
import type { RenderEmail } from '#shared/emails.ts';
import type { TaggedCache } from '../cache/tagged-cache.ts';
import type { Database } from '../database/database.ts';
import type { Disk } from '../files/disk-space.ts';
import type { FileStore } from '../files/file-store.ts';
import type { TemporaryFolder } from '../files/local-file.ts';
import type { Cookies } from '../http/cookies.ts';
import type { SafeFetch } from '../http/safe-fetch.ts';
import type { ForeignHostWatch } from '../http/foreign-host.ts';
import type { SitePages } from '../pages/page-registry.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Encryption } from '../encryption.ts';
import type { Log } from '../log.ts';

/** Who is calling. */
export type Actor =
  | { readonly role: 'visitor' }
  | {
      readonly role: 'member' | 'author' | 'owner';
      readonly userId: string;
      readonly email: string;
      readonly sessionId: string;
    };

/** Somebody who is signed in. */
export type AuthenticatedActor = Exclude<Actor, { role: 'visitor' }>;

/** From where somebody calls, as far as the request tells. */
export interface ClientInfo {
  readonly ip: string;
  /** Who counts as one where tries are limited. */
  readonly network: string;
  readonly userAgent: string;
}

/** Services that a feature makes (`services` in its `feature.ts`). It adds their types here by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface FeatureServices {}

/** What any feature may register for the one that uses it, which adds the field here by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface FeatureExtensions {}

/** The services that the app makes. */
export interface CoreServices {
  readonly db: Database;
  /** Uploaded and generated files. */
  readonly files: FileStore;
  /** Temporary files for the duration of a request. */
  readonly temporary: TemporaryFolder;
  /** The free space on the disk with the site's data. */
  readonly disk: Disk;
  /** The folder of the build. */
  readonly dist: string;
  /** The folder of the sample content. */
  readonly content: string;
  /** Every feature of the site, in the order of `src/app/features.ts`. */
  readonly features: readonly FeatureExtensions[];
  /** The site's public origin. */
  readonly siteUrl: string;
  /** The pages that the features declare. */
  readonly pages: SitePages;
  /** Whether the environment sets it, which overrules the dashboard. */
  readonly isSiteUrlConfigured: boolean;
  /** Fetches an address on another site that a person typed. */
  readonly safeFetch: SafeFetch;
  /** Notices that a site without SITE_URL is visited under another host than this machine. */
  readonly foreignHosts: ForeignHostWatch;
  readonly now: () => Temporal.Instant;
  /** Small results that are expensive to compute, cached until their feature's content changes. */
  readonly cache: TaggedCache<unknown>;
  /** Results of visitors' free-text searches. Separate, so that random searches never evict the rest of `memory`. */
  readonly searches: TaggedCache<unknown>;
  /** Work that is done later. */
  readonly jobs: Jobs;
  /** Encrypts what the database may keep but not show. */
  readonly encryption: Encryption;
  /** Renders an email from its template. To send one, use `enqueueEmail` of the email feature. */
  readonly renderEmail: RenderEmail;
}

/** The services that every call uses. Tests pass fakes here. */
export interface ApiServices extends CoreServices, FeatureServices {}

/** What a handler works with. */
export interface ApiContext extends ApiServices {
  readonly log: Log;
  readonly actor: Actor;
  readonly client: ClientInfo;
  readonly cookies: Cookies;
  /** Whether the caller may use a local site's developer mail and fake providers. */
  readonly hasDeveloperAccess: boolean;
  /** Gives the caller's browser that access, on a local site and without a proxy between; otherwise does nothing. */
  readonly grantDeveloperAccess: () => void;
  /** Further headers of the answer. */
  readonly responseHeaders: Record<string, string>;
  readonly requestId: string;
  /** What a request that makes something calls itself, so that it is carried out once (`withIdempotencyKey`). */
  readonly idempotencyKey?: string;
}

/** Creates the context of a request. */
export interface RequestContextFactory {
  /** As a visitor, without reading cookies: for what is the same for everyone. */
  readonly forAnyone: (request: FastifyRequest) => ApiContext;
  /** As the person who sent the request. */
  readonly forCaller: (request: FastifyRequest) => Promise<ApiContext>;
}
