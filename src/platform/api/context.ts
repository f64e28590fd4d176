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
import type { PaymentListener } from './payment-listeners.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PersonalDataProvider } from './personal-data.ts';
import type { SampleContent } from './sample-content.ts';
import type { ListPictureUses } from './picture-uses.ts';

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

/** Another site that people may sign in by. */
export interface SignInProvider {
  readonly name: string;
  readonly label: string;
  /** Whether this is a local fake. */
  readonly isFake: boolean;
}

/** What is the same for every call. Clock and services come from here, so that tests can put others in their place. */
export interface ApiServices {
  readonly db: Database;
  /** Uploaded and made files. */
  readonly files: FileStore;
  /** Temporary files for the duration of a request. */
  readonly temporary: TemporaryFolder;
  /** The free space on the disk with the site's data. */
  readonly disk: Disk;
  /** The folder of the build, where the fonts of documents are. */
  readonly dist: string;
  /** What each feature holds about people. */
  readonly personalData: readonly PersonalDataProvider[];
  /** The sample content, of which every feature has a part. */
  readonly sampleContent: SampleContent;
  /** Where each feature uses pictures. */
  readonly pictureUses: readonly ListPictureUses[];
  /** Who takes payments for this site. */
  readonly paymentProviders: readonly PaymentProvider[];
  /** What follows for each feature when money arrived. */
  readonly paymentFollowers: readonly PaymentListener<ApiServices>[];
  /** The site's public origin. */
  readonly siteUrl: string;
  /** The pages that the features declare. */
  readonly pages: SitePages;
  /** Gets what stands at an address elsewhere that a person typed. */
  readonly fetchOutside: SafeFetch;
  /** Whether the environment names it, so that nothing else can. */
  readonly siteUrlIsGiven: boolean;
  /** Tells whether a site without SITE_URL is visited under another host than this machine. */
  readonly foreignHosts: ForeignHostWatch;
  readonly signInProviders: readonly SignInProvider[];
  readonly now: () => Temporal.Instant;
  /** Small answers that are dear to make, kept until their feature's content changes. */
  readonly memory: TaggedCache<unknown>;
  /** Results of visitors' free-text searches. Separate, so that random searches never evict the rest of `memory`. */
  readonly searches: TaggedCache<unknown>;
  /** Work that is done later. */
  readonly jobs: Jobs;
  /** Whether there is a mail server, so that mails go out; without one they are only kept. */
  readonly deliversMail: boolean;
  /** Seals what the database may keep but not show. */
  readonly sealer: Encryption;
  /** Writes a mail from its template. To send one, use `enqueueEmail` of the mail feature. */
  readonly writeMail: RenderEmail;
}

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
  /** A document of the site that is looked at before it is saved: it stands in for the one that is kept. */
  readonly siteDraft?: { readonly key: string; readonly value: unknown };
}
