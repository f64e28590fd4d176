import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MIN_SUBMIT_MS } from '../contract/limits.ts';
import { FORM_TOKEN_TTL_MS, isSpam, classifyMessage } from './spam-checks.ts';

const NOW = Date.UTC(2027, 2, 1);
const plain = { website: '', formOpenedAt: NOW - 60_000, now: NOW, hasProof: true };

describe('classifyMessage', () => {
  it.each([
    ['a proof', {}, 'proof_of_work'],
    ['unverified', { hasProof: false }, 'unverified'],
    ['a hidden field that is filled in', { website: 'x' }, 'honeypot'],
    ['a space in it', { website: ' ' }, 'honeypot'],
    ['a form that this site did not issue', { formOpenedAt: undefined }, 'too_fast'],
    ['too little time', { formOpenedAt: NOW - MIN_SUBMIT_MS + 1 }, 'too_fast'],
    ['enough time, to the millisecond', { formOpenedAt: NOW - MIN_SUBMIT_MS }, 'proof_of_work'],
    ['a form from the future', { formOpenedAt: NOW + 1 }, 'too_fast'],
    ['the last millisecond of a form', { formOpenedAt: NOW - FORM_TOKEN_TTL_MS }, 'proof_of_work'],
    ['an older form', { formOpenedAt: NOW - FORM_TOKEN_TTL_MS - 1 }, 'stale'],
    ['a hidden field in an old form', { formOpenedAt: NOW - FORM_TOKEN_TTL_MS - 1, website: 'x' }, 'honeypot'],
  ] as const)('with %s', (_what, changes, verdict) => {
    expect(classifyMessage({ ...plain, ...changes })).toBe(verdict);
  });

  it('never accepts a message with a filled honeypot or sent too fast', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.option(fc.integer({ min: NOW - 2 * FORM_TOKEN_TTL_MS, max: NOW + FORM_TOKEN_TTL_MS }), { nil: undefined }),
        fc.boolean(),
        (website, formOpenedAt, hasProof) => {
          const verdict = classifyMessage({ website, formOpenedAt, now: NOW, hasProof });
          const fast = formOpenedAt === undefined || NOW - formOpenedAt < MIN_SUBMIT_MS;
          if (website !== '' || fast) return verdict !== 'stale' && isSpam(verdict);
          if (NOW - formOpenedAt > FORM_TOKEN_TTL_MS) return verdict === 'stale';
          return verdict === (hasProof ? 'proof_of_work' : 'unverified');
        },
      ),
    );
  });
});
