import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HASTE } from '../contract/limits.ts';
import { FORM_LASTS, isCaught, judge } from './spam-checks.ts';

const NOW = Date.UTC(2027, 2, 1);
const plain = { website: '', openedAt: NOW - 60_000, now: NOW, hasProof: true };

describe('what is made of a message by its signs', () => {
  it.each([
    ['a proof', {}, 'proof'],
    ['none', { hasProof: false }, 'none'],
    ['a hidden field that is filled in', { website: 'x' }, 'honeypot'],
    ['a space in it', { website: ' ' }, 'honeypot'],
    ['a form that was not from us', { openedAt: undefined }, 'haste'],
    ['too little time', { openedAt: NOW - HASTE + 1 }, 'haste'],
    ['time enough, to the millisecond', { openedAt: NOW - HASTE }, 'proof'],
    ['a form from the future', { openedAt: NOW + 1 }, 'haste'],
    ['the last millisecond of a form', { openedAt: NOW - FORM_LASTS }, 'proof'],
    ['a form that is older', { openedAt: NOW - FORM_LASTS - 1 }, 'stale'],
    ['a hidden field in an old form', { openedAt: NOW - FORM_LASTS - 1, website: 'x' }, 'honeypot'],
  ] as const)('with %s', (_what, changes, verdict) => {
    expect(judge({ ...plain, ...changes })).toBe(verdict);
  });

  it('is never for a person where the hidden field is filled in, or the time was too short', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.option(fc.integer({ min: NOW - 2 * FORM_LASTS, max: NOW + FORM_LASTS }), { nil: undefined }),
        fc.boolean(),
        (website, openedAt, hasProof) => {
          const verdict = judge({ website, openedAt, now: NOW, hasProof });
          const fast = openedAt === undefined || NOW - openedAt < HASTE;
          if (website !== '' || fast) return verdict !== 'stale' && isCaught(verdict);
          if (NOW - openedAt > FORM_LASTS) return verdict === 'stale';
          return verdict === (hasProof ? 'proof' : 'none');
        },
      ),
    );
  });
});
