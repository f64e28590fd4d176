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

export type Actor =
  | { readonly role: 'visitor' }
  | {
      readonly role: 'member' | 'author' | 'owner';
      readonly userId: string;
      readonly email: string;
      readonly sessionId: string;
    };

/** An actor who is signed in. */
export type AuthenticatedActor = Exclude<Actor, { role: 'visitor' }>;

/** The caller's address and browser, as far as the request shows them. */
export interface ClientInfo {
  readonly ip: string;
  /** The address or network that shares one rate limit (`toClientNetwork`). */
  readonly network: string;
  readonly userAgent: string;
}

/** Services that features create (`services` in `feature.ts`). Features add their types by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface FeatureServices {}

/** Extensions that features register for another one, which adds the field by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface FeatureExtensions {}

/** Services that the app creates. */
export interface CoreServices {
  readonly db: Database;
  /** Uploaded and generated files. */
  readonly files: FileStore;
  /** Temporary files for the duration of a request. */
  readonly temporary: TemporaryFolder;
  /** The free space on the disks with the site's data. */
  readonly disk: Disk;
  /** Bytes that must be free on those disks. */
  readonly minFreeDisk: number;
  /** The site's data folder. */
  readonly dataDir: string;
  /** The version of Freehold. */
  readonly version: string;
  /** The folder of the migrations. */
  readonly migrations: string;
  /** Whether `SECRET_KEY` sets the key that encrypts values, instead of `secret.key` in the data folder. */
  readonly isSecretKeyConfigured: boolean;
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
  /** Whether SITE_URL sets the origin, which then overrides the dashboard. */
  readonly isSiteUrlConfigured: boolean;
  /** Fetches a URL of another site that a user entered. */
  readonly safeFetch: SafeFetch;
  /** Notices requests for a foreign host on a site without SITE_URL. */
  readonly foreignHosts: ForeignHostWatch;
  readonly now: () => Temporal.Instant;
  /** Small results that are expensive to compute, cached until their feature's content changes. */
  readonly cache: TaggedCache<unknown>;
  /** Results of visitors' free-text searches. Separate, so random searches never evict entries of `cache`. */
  readonly searches: TaggedCache<unknown>;
  /** Background jobs. */
  readonly jobs: Jobs;
  /** Encrypts values before they are stored in the database. */
  readonly encryption: Encryption;
  /** Renders an email from its template. To send one, use `enqueueEmail` of the email feature. */
  readonly renderEmail: RenderEmail;
}

/** The services that every call uses. Tests pass fakes here. */
export interface ApiServices extends CoreServices, FeatureServices {}

export interface ApiContext extends ApiServices {
  readonly log: Log;
  readonly actor: Actor;
  readonly client: ClientInfo;
  readonly cookies: Cookies;
  /** Whether the caller may use a local site's developer mail and fake providers. */
  readonly hasDeveloperAccess: boolean;
  /** Gives the caller's browser developer access, on a local site without a proxy. Otherwise does nothing. */
  readonly grantDeveloperAccess: () => void;
  /** Additional headers of the response. */
  readonly responseHeaders: Record<string, string>;
  /** Tags of the content that the response shows. A page that is cached from it is dropped when one is invalidated. */
  readonly cacheTags: Set<string>;
  readonly requestId: string;
  /** Idempotency key sent by the client (`withIdempotencyKey`). */
  readonly idempotencyKey?: string;
}

export interface RequestContextFactory {
  /** Creates a visitor's context without reading cookies, for responses that are the same for everyone. */
  readonly createAnonymous: (request: FastifyRequest) => ApiContext;
  /** Creates the context of the request's sender. */
  readonly createForCaller: (request: FastifyRequest) => Promise<ApiContext>;
}
