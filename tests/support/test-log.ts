import { createLog, type Log } from '#platform/log.ts';

/** One line of the log as it was written. */
export interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly [field: string]: unknown;
}

const ERROR = 50;

/** A log that keeps its lines, so that a test can ask what was written, and that nothing was. */
export interface TestLog {
  readonly log: Log;
  /** Everything written so far, as text. */
  readonly text: () => string;
  /** The lines at error level or above since the last call. A site that closes with some left fails its test. */
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
