import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getInitialState, getDesignation, isEditable } from './auto-moderation.ts';

describe('getInitialState', () => {
  it.each([
    // role, approved, spam, links
    ['member', 0, 0, 0, 'pending'],
    ['member', 1, 0, 0, 'published'],
    ['member', 1, 0, 1, 'published'],
    ['member', 1, 0, 2, 'pending'],
    ['member', 9, 1, 0, 'pending'],
    ['member', 0, 1, 5, 'pending'],
    ['author', 0, 0, 0, 'published'],
    ['author', 0, 0, 9, 'published'],
    ['owner', 0, 0, 9, 'published'],
  ] as const)(
    'a %s with %i approved and %i spam who writes %i links: %s',
    (role, approvedCount, spamCount, links, state) => {
      expect(getInitialState({ role, approvedCount, spamCount }, links)).toBe(state);
    },
  );

  it("never publishes a stranger's first comment immediately", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (spamCount, links) => {
        expect(getInitialState({ role: 'member', approvedCount: 0, spamCount }, links)).toBe('pending');
      }),
    );
  });
});

describe('isEditable', () => {
  const written = new Date('2026-11-20T12:00:00Z');
  it.each([
    ['2026-11-20T12:00:00Z', true],
    ['2026-11-20T12:15:00Z', true],
    ['2026-11-20T12:15:00.001Z', false],
    ['2026-11-21T12:00:00Z', false],
  ])('at %s: %s', (now, expected) => {
    expect(isEditable(written, Temporal.Instant.from(now))).toBe(expected);
  });
});

describe('getDesignation', () => {
  it('marks those who speak for the site', () => {
    expect([getDesignation('owner'), getDesignation('author'), getDesignation('member')]).toEqual([
      'Site owner',
      'Author',
      '',
    ]);
  });
});
