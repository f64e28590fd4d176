import type { AnyContractProcedure } from '@orpc/contract';
import type { Router } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ApiContracts } from '#shared/api.ts';
import type {
  ApiContext,
  ApiServices,
  CoreServices,
  FeatureExtensions,
  FeatureServices,
  RequestContextFactory,
} from './api/context.ts';
import type { Database } from './database/database.ts';
import type { Command } from './cli/command.ts';
import type { DeveloperTools } from './http/developer-tools.ts';
import type { Job, Queue } from './jobs/jobs.ts';
import type { Log } from './log.ts';

/** The registration of a feature on the server. `src/app/features.ts` lists all features. */
export interface Feature extends FeatureExtensions {
  readonly name: string;
  readonly environment?: FeatureEnvironment;
  readonly handlers?: { readonly [Name in keyof ApiContracts]?: Router<ApiContracts[Name], ApiContext> };
  /** Creates its services. Called once, before any request. */
  readonly services?: (setup: FeatureSetup, core: CoreServices) => Partial<FeatureServices>;
  /** Registers its routes other than API and pages. */
  readonly routes?: (app: FastifyInstance, options: RouteOptions) => void | Promise<void>;
  /** The endpoints whose body is a file. */
  readonly uploads?: readonly UploadEndpoint[];
  readonly jobs?: readonly FeatureJob[];
  /** Its commands of the command line. */
  readonly commands?: readonly Command[];
  /** Deletes its expired rows. Called every hour, unless cleanups are paused. */
  readonly cleanup?: (db: Database, now: Temporal.Instant) => Promise<void>;
}

/** Returns the feature, type-checked. */
export const defineFeature = <const Defined extends Feature>(feature: Defined): Defined => feature;

/** Settings that features read from the environment. A feature adds its own by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface FeatureConfig {}

/** The environment variables of a feature. */
export interface FeatureEnvironment<Variables extends z.ZodRawShape = z.ZodRawShape> {
  readonly variables: Variables;
  // A method, so environments of different variables fit in one list.
  /** Returns the settings. Throws StartupError. */
  parse(values: z.output<z.ZodObject<Variables>>): Partial<FeatureConfig>;
}

/** Returns a feature's environment, type-checked. */
export const defineEnvironment = <Variables extends z.ZodRawShape>(
  variables: Variables,
  parse: (values: z.output<z.ZodObject<Variables>>) => Partial<FeatureConfig>,
): FeatureEnvironment<Variables> => ({ variables, parse });

/** The inputs of services: settings, and fakes on a local site. Features add fields by declaration merging. */
export interface FeatureSetup extends FeatureConfig {
  readonly log: Log;
  /** The key that encrypts values, for backups. */
  readonly secretKey: Uint8Array;
}

export interface RouteOptions {
  readonly services: ApiServices;
  /** The database pool for requests that only read. */
  readonly reads: Database;
  readonly contexts: RequestContextFactory;
  /** Access to fakes; undefined unless the site is local. */
  readonly developerTools: DeveloperTools | undefined;
}

export interface JobServices extends ApiServices {
  readonly log: Log;
}

/** A queue with the function that runs its jobs. */
export interface FeatureJob<Data extends object = object> {
  readonly queue: Queue<Data>;
  // A method, so jobs with different data fit in one list.
  run(services: JobServices, job: Job<Data>): Promise<void>;
  /** A cron expression in UTC that adds a job without data. */
  readonly schedule?: string;
  /** Whether a job is added at every start, for work that became due while the site was down. */
  readonly onStart?: true;
  /** Whether it deletes data because of its age, and so is skipped while cleanups are paused. */
  readonly cleanup?: true;
  /** Whether this site runs it; true by default. Otherwise its jobs are kept. */
  readonly isEnabled?: (services: JobServices) => boolean;
  /** Called at every start, before its jobs run. */
  readonly recover?: (services: JobServices) => Promise<void>;
}

/** Returns the job, with its data type-checked against its queue. */
export const defineJob = <Data extends object>(job: FeatureJob<Data>): FeatureJob<Data> => job;

/** An endpoint whose body is a file, sent as is. */
export interface UploadEndpoint {
  readonly endpoint: AnyContractProcedure;
  /** The accepted content types; `*` is any. */
  readonly types: readonly string[];
  /** The largest file, in bytes. Without it, only the free disk space and pauses between bytes limit an upload. */
  readonly maxBytes?: number;
  /** The messages for a file of another type, and for one that is too large. */
  readonly wrongType: string;
  readonly tooLarge: string;
  /**
   * Throws an AppError unless the request may upload. Called before the body is read; checks the endpoint's access by
   * default.
   */
  readonly authorize?: (contexts: RequestContextFactory, request: FastifyRequest) => Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has its own rate limit and is excluded from the limit on writes. */
    readonly hasOwnRateLimit?: true;
    /** The route accepts writes from other origins. */
    readonly acceptsAnyOrigin?: true;
  }
}
