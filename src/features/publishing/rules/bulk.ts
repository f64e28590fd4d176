import { Failure } from '#shared/errors.ts';
import { type Change, changeOf } from './changes.ts';

/** What came of a change of several texts: which were changed, and why others were not. */
interface Outcome {
  readonly change: Change | undefined;
  readonly changed: readonly string[];
  readonly refused: string | undefined;
}

/**
 * Changes texts one after the other, so that each is changed or refused as a whole. Throws the refusal when there was only
 * one; `noun` as in "post".
 */
export async function changeTexts(
  asked: string | undefined,
  keys: readonly string[],
  noun: string,
  carryOut: (change: Change, key: string) => Promise<unknown>,
): Promise<Outcome> {
  const change = changeOf(asked);
  if (!change || keys.length === 0) return { change: undefined, changed: [], refused: `Choose at least one ${noun}.` };
  const changed: string[] = [];
  const reasons: string[] = [];
  for (const key of keys) {
    try {
      await carryOut(change, key);
      changed.push(key);
    } catch (error) {
      if (keys.length === 1 || !Failure.is(error) || error.status === 401) throw error;
      reasons.push(error.message);
    }
  }
  const refused = reasons.length > 0 ? `${reasons.length} not changed. ${[...new Set(reasons)].join(' ')}` : undefined;
  return { change, changed, refused };
}
