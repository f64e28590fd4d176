import { createLog, type Log } from '#platform/log.ts';

/** A line of the log. */
export interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly [field: string]: unknown;
}

const ERROR = 50;

/** A log that keeps its lines for assertions. */
export interface TestLog {
  readonly log: Log;
  /** Returns everything logged so far as text. */
  readonly text: () => string;
  /**
   * Returns the lines at error level or above since the last call. A test fails if its site closes with errors that the
   * test didn't take.
   */
  readonly takeErrors: () => LogLine[];
}

export function createTestLog(): TestLog {
  const lines: string[] = [];
  let taken = 0;
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  return {
    log,
    text: () => lines.join(''),
    takeErrors() {
      const fresh = lines.slice(taken).map(line => JSON.parse(line) as LogLine);
      taken = lines.length;
      return fresh.filter(line => line.level >= ERROR);
    },
  };
}
