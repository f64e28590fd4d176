import type { HealthGroup, HealthStatus } from '#shared/health.ts';
import type { ApiServices } from '../api/context.ts';
import type { Log } from '../log.ts';

export interface HealthServices extends ApiServices {
  readonly log: Log;
  /** Whether this process serves the site; false for a command, which may run while the site is stopped. */
  readonly isServer: boolean;
}

export interface HealthResult {
  readonly status: HealthStatus;
  /** The finding, in a sentence. */
  readonly message: string;
  /** What to do, unless all is well. */
  readonly help?: string;
}

/** A check that the site works, registered by its feature. */
export interface HealthCheck {
  /** Identifies it in the API, `/readyz` and the database, in snake_case. */
  readonly name: string;
  readonly label: string;
  readonly group: HealthGroup;
  /** Whether the owner can't be emailed while it fails. */
  readonly breaksEmail?: true;
  /** Checks without changing anything. If it throws or takes 10 seconds, the check fails. */
  readonly run: (services: HealthServices) => HealthResult | Promise<HealthResult>;
}

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    readonly checks?: readonly HealthCheck[];
  }
}

/** Returns the checks of all features. */
export function listChecks({ features }: Pick<ApiServices, 'features'>): HealthCheck[] {
  return features.flatMap(({ checks = [] }) => checks);
}

/** A check's result with its name and place on the status page. */
export interface HealthReport extends Pick<HealthCheck, 'name' | 'label' | 'group'> {
  readonly status: HealthStatus;
  readonly message: string;
  readonly help: string | null;
}

const TIME_LIMIT_MS = 10_000;

/** Runs all checks in parallel. Never throws. */
export function runChecks(services: HealthServices, timeLimit = TIME_LIMIT_MS): Promise<HealthReport[]> {
  return Promise.all(
    listChecks(services).map(async ({ name, label, group, ...check }) => {
      const timeout = Promise.withResolvers<HealthResult>();
      const message = `The check took longer than ${timeLimit / 1000} seconds.`;
      const timer = setTimeout(() => timeout.resolve({ status: 'failing', message }), timeLimit);
      const result = await Promise.race([Promise.try(check.run, services), timeout.promise]).catch((err: unknown) => {
        services.log.warn({ err, check: name }, 'a health check could not be completed');
        return { status: 'failing', message: 'The check couldn’t be completed. The log shows why.' } as const;
      });
      clearTimeout(timer);
      return { name, label, group, help: null, ...result };
    }),
  );
}

/** Returns how long ago something happened, such as "3 hours ago". */
export function formatAgo(then: Date, now: Temporal.Instant): string {
  const minutes = Math.max(1, Math.round((now.epochMilliseconds - then.getTime()) / 60_000));
  const [count, unit] =
    minutes < 120 ? [minutes, 'minute'] : minutes < 2880 ? [minutes / 60, 'hour'] : [minutes / 1440, 'day'];
  return `${Math.round(count)} ${unit}${Math.round(count) === 1 ? '' : 's'} ago`;
}
