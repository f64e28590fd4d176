import type { ImportLine } from '../contract/index.ts';

/** Returns whether an import waits for its job or runs, so that nobody may change it. */
export function isUnderWay(state: ImportLine['state']): boolean {
  return state === 'queued' || state === 'running';
}
