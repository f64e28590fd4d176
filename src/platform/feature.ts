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
import type { DeveloperTools } from './http/developer-tools.ts';
import type { Job, Queue } from './jobs/jobs.ts';
import type { Log } from './log.ts';

/** Everything that the app has to know of a feature on the server. `src/app/features.ts` is the list of them. */
export interface Feature extends FeatureExtensions {
  readonly name: string;
  readonly environment?: FeatureEnvironment;
  /** The implementation of its contracts. */
  readonly handlers?: { readonly [Name in keyof ApiContracts]?: Router<ApiContracts[Name], ApiContext> };
  /** Makes its services; called once, before any request. */
  readonly services?: (setup: FeatureSetup, core: CoreServices) => Partial<FeatureServices>;
  /** Registers what it serves besides API and pages. */
  readonly routes?: (app: FastifyInstance, options: RouteOptions) => void | Promise<void>;
  /** The endpoints whose body is a file. */
  readonly uploads?: readonly UploadEndpoint[];
  readonly jobs?: readonly FeatureJob[];
  /** Deletes its expired rows; called every hour, unless cleanups are paused. */
  readonly cleanup?: (db: Database, now: Temporal.Instant) => Promise<void>;
}

/** Returns the feature, checked. */
export const defineFeature = <const Defined extends Feature>(feature: Defined): Defined => feature;

/** Settings that features read from the environment. A feature adds its own by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface FeatureConfig {}

/** The environment variables of a feature. */
export interface FeatureEnvironment<Variables extends z.ZodRawShape = z.ZodRawShape> {
  readonly variables: Variables;
  // A method, so that environments of different variables fit in one list.
  /** Returns the settings. Throws a StartupError. */
  parse(values: z.output<z.ZodObject<Variables>>): Partial<FeatureConfig>;
}

/** Returns the environment of a feature, checked. */
export const defineEnvironment = <Variables extends z.ZodRawShape>(
  variables: Variables,
  parse: (values: z.output<z.ZodObject<Variables>>) => Partial<FeatureConfig>,
): FeatureEnvironment<Variables> => ({ variables, parse });

/** What services are made of: settings, and fakes on a local site. A feature adds its own by declaration merging. */
export interface FeatureSetup extends FeatureConfig {
  readonly log: Log;
}

/** What routes are registered with. */
export interface RouteOptions {
  readonly services: ApiServices;
  /** The database connections for requests that only read. */
  readonly reads: Database;
  readonly contexts: RequestContextFactory;
  /** Access to fakes; undefined unless the site is local. */
  readonly developerTools: DeveloperTools | undefined;
}

/** The services of a job. */
export interface JobServices extends ApiServices {
  readonly log: Log;
}

/** A queue with the function that runs its jobs. */
export interface FeatureJob<Data extends object = object> {
  readonly queue: Queue<Data>;
  // A method, so that jobs with different data fit in one list.
  run(services: JobServices, job: Job<Data>): Promise<void>;
  /** A cron expression in UTC: when a job without data is added. */
  readonly schedule?: string;
  /** Whether a job is added at every start, for what became due while the site was down. */
  readonly onStart?: true;
  /** Whether it deletes data because of its age, and so is skipped while cleanups are paused. */
  readonly cleanup?: true;
  /** Whether this site runs it; by default it does. Its jobs are kept otherwise. */
  readonly isEnabled?: (services: JobServices) => boolean;
  /** Called at every start, before its jobs run. */
  readonly recover?: (services: JobServices) => Promise<void>;
}

/** Returns the job, with its data checked against its queue. */
export const defineJob = <Data extends object>(job: FeatureJob<Data>): FeatureJob<Data> => job;

/** An endpoint whose body is a file, sent as is. */
export interface UploadEndpoint {
  readonly endpoint: AnyContractProcedure;
  /** The content types that it accepts; `*` is any. */
  readonly types: readonly string[];
  /** The largest file, in bytes. Without it, only the free disk space and pauses between bytes limit an upload. */
  readonly maxBytes?: number;
  /** The messages for a file of another type, and for one that is too large. */
  readonly wrongType: string;
  readonly tooLarge: string;
  /** Throws an AppError unless the request may upload. Called before the body is read; by default it checks the endpoint's access. */
  readonly authorize?: (contexts: RequestContextFactory, request: FastifyRequest) => Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route limits requests itself, and does not count for the limit of writes. */
    readonly hasOwnRateLimit?: true;
    /** Other sites may send this route requests that change something. */
    readonly acceptsAnyOrigin?: true;
  }
}
