import type { ImportSummary } from '../contract/index.ts';

/** Returns whether an import waits for its job or runs, so that nobody may change it. */
export function isUnderWay(state: ImportSummary['status']): boolean {
  return state === 'queued' || state === 'running';
}
