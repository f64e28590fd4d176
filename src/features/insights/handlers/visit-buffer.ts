import type { ApiContext } from '#platform/api/context.ts';
import type { Log } from '#platform/log.ts';
import { findErrorCode } from '#platform/startup-error.ts';
import { getReportingTimeZone } from '../actions/settings.ts';
import { recordVisits, type Visit } from '../actions/record-visits.ts';

/** Maximum milliseconds until a visit is stored, and thus the loss in a crash. */
const FLUSH_INTERVAL_MS = 3000;

/** Maximum number of visits per write; a full batch is written immediately. */
const BATCH_SIZE = 500;

/** Maximum number of visits kept while the database is unavailable; later ones are dropped. */
const MAX_BUFFERED_VISITS = 5000;

/** Buffers visits, so requests don't wait for the database. */
export interface VisitBuffer {
  add(visit: Visit): void;
  /** Writes all buffered visits and waits for running writes. */
  flush(): Promise<void>;
}

/** Returns whether the database rejected the data (SQLSTATE classes 22 and 23). */
function isDataError(error: unknown): boolean {
  return error instanceof Error && /^2[23]/.test(findErrorCode(error.cause) ?? '');
}

type Services = Pick<ApiContext, 'db' | 'cache' | 'siteUrl'> & { readonly log: Log };

export function createVisitBuffer(services: Services): VisitBuffer {
  const waiting: Visit[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** Writes all visits in one transaction. */
  async function save(batch: readonly Visit[]): Promise<void> {
    const timeZone = await getReportingTimeZone(services);
    await services.db.transaction(tx => recordVisits(tx, { siteUrl: services.siteUrl, timeZone }, batch));
  }

  /** Finds rejected visits by bisection and drops them, so the others are stored. */
  async function saveValid(batch: readonly Visit[]): Promise<void> {
    try {
      await save(batch);
    } catch (err) {
      if (!isDataError(err)) throw err;
      if (batch.length === 1) return services.log.error({ err }, 'visit not recorded');
      const middle = Math.floor(batch.length / 2);
      await saveValid(batch.slice(0, middle));
      await saveValid(batch.slice(middle));
    }
  }

  async function write(): Promise<void> {
    const batch = waiting.splice(0);
    if (batch.length === 0) return;
    try {
      await saveValid(batch);
    } catch (err) {
      services.log.warn({ err, visits: batch.length }, 'visits not saved yet, will retry');
      waiting.unshift(...batch);
      waiting.length = Math.min(waiting.length, MAX_BUFFERED_VISITS);
      scheduleFlush();
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  function scheduleFlush(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_INTERVAL_MS).unref();
  }

  return {
    add(visit) {
      if (waiting.length >= MAX_BUFFERED_VISITS) return;
      waiting.push(visit);
      if (waiting.length === BATCH_SIZE) void flush();
      else scheduleFlush();
    },
    flush,
  };
}
