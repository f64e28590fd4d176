import { describe, expect, it } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { runBulkAction } from './bulk-action.ts';

/** Fails for the given keys with these errors; other items are changed. */
function changing(refusals: Readonly<Record<string, Error>>) {
  const calls: string[] = [];
  const carryOut = async (action: 'hide', key: string) => {
    calls.push(`${action} ${key}`);
    if (refusals[key]) throw refusals[key];
    return { key };
  };
  return { calls, carryOut };
}
const conflict = (message: string) => new ApiError(409, message);

describe('runBulkAction', () => {
  it('changes items one by one, and returns those that succeeded', async () => {
    const { calls, carryOut } = changing({});
    expect(await runBulkAction('hide', ['1', '2'], 'post', carryOut)).toEqual({
      action: 'hide',
      succeeded: [{ key: '1' }, { key: '2' }],
      errorMessage: undefined,
    });
    expect(calls).toEqual(['hide 1', 'hide 2']);
  });

  it('continues after an error, and lists each reason once', async () => {
    const { carryOut } = changing({ 1: conflict('It is gone.'), 3: conflict('It is gone.'), 4: conflict('Too late.') });
    expect(await runBulkAction('hide', ['1', '2', '3', '4'], 'post', carryOut)).toEqual({
      action: 'hide',
      succeeded: [{ key: '2' }],
      errorMessage: '3 not changed. It is gone. Too late.',
    });
  });

  it('rethrows the error of a single item', async () => {
    const { carryOut } = changing({ 1: conflict('It is gone.') });
    await expect(runBulkAction('hide', ['1'], 'post', carryOut)).rejects.toThrow('It is gone.');
  });

  it.each([new ApiError(401, 'Sign in.'), new TypeError('a fault of ours')])('ends with %s', async error => {
    const { calls, carryOut } = changing({ 1: error });
    await expect(runBulkAction('hide', ['1', '2'], 'post', carryOut)).rejects.toBe(error);
    expect(calls).toEqual(['hide 1']);
  });

  it('changes nothing without an action or items', async () => {
    const { calls, carryOut } = changing({});
    const nothing = { action: undefined, succeeded: [], errorMessage: 'Select at least one post.' };
    expect(await runBulkAction('hide', [], 'post', carryOut)).toEqual(nothing);
    expect(await runBulkAction(undefined, ['1'], 'post', carryOut)).toEqual(nothing);
    expect(calls).toEqual([]);
  });
});
