import { ApiError } from '#shared/errors.ts';

/** The result of a bulk action: the changed items, and why others were not changed. */
export interface BulkResult<Change, One> {
  /** Undefined if the form selected no action or no items. */
  readonly action: Change | undefined;
  readonly succeeded: readonly One[];
  readonly errorMessage: string | undefined;
}

/**
 * Runs an action on items one by one, so each succeeds or fails completely. Rethrows the error if there was only one
 * item, if the user is signed out (401), or if it is no ApiError. `noun` as in "post".
 */
export async function runBulkAction<Change, One>(
  action: Change | undefined,
  keys: readonly string[],
  noun: string,
  run: (change: Change, key: string) => Promise<One>,
): Promise<BulkResult<Change, One>> {
  if (action === undefined || keys.length === 0) {
    return { action: undefined, succeeded: [], errorMessage: `Select at least one ${noun}.` };
  }
  const succeeded: One[] = [];
  const reasons: string[] = [];
  for (const key of keys) {
    try {
      succeeded.push(await run(action, key));
    } catch (error) {
      if (keys.length === 1 || !ApiError.is(error) || error.status === 401) throw error;
      reasons.push(error.message);
    }
  }
  const errorMessage =
    reasons.length > 0 ? `${reasons.length} not changed. ${[...new Set(reasons)].join(' ')}` : undefined;
  return { action, succeeded, errorMessage };
}
