import { ApiError } from '#shared/errors.ts';

/** What came of a change of several things of a list: which were changed, and why others were not. */
export interface BulkResult<Change, One> {
  /** Undefined where a form asked for none. */
  readonly action: Change | undefined;
  readonly succeeded: readonly One[];
  readonly errorMessage: string | undefined;
}

/**
 * Changes things one after the other, so that each is changed or refused as a whole. Throws the refusal where there was
 * only one, and where whoever asks is not signed in any more; `noun` as in "post".
 */
export async function runBulkAction<Change, One>(
  action: Change | undefined,
  keys: readonly string[],
  noun: string,
  carryOut: (change: Change, key: string) => Promise<One>,
): Promise<BulkResult<Change, One>> {
  if (action === undefined || keys.length === 0) {
    return { action: undefined, succeeded: [], errorMessage: `Choose at least one ${noun}.` };
  }
  const succeeded: One[] = [];
  const reasons: string[] = [];
  for (const key of keys) {
    try {
      succeeded.push(await carryOut(action, key));
    } catch (error) {
      if (keys.length === 1 || !ApiError.is(error) || error.status === 401) throw error;
      reasons.push(error.message);
    }
  }
  const errorMessage =
    reasons.length > 0 ? `${reasons.length} not changed. ${[...new Set(reasons)].join(' ')}` : undefined;
  return { action, succeeded, errorMessage };
}
