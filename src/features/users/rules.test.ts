import { describe, expect, it } from 'vitest';
import type { UserDetails } from './contract.ts';
import {
  parseUserAction,
  userActions,
  listAvailableActions,
  formatActionResult,
  formatNames,
  getConfirmation,
  findUndoAction,
} from './rules.ts';

const at = '2026-11-20T12:00:00Z';

describe('listAvailableActions', () => {
  it.each<[UserDetails['role'], string | null, string | null, string[]]>([
    ['member', null, null, ['author', 'disable']],
    ['member', null, at, ['author', 'disable', 'sign-out']],
    ['author', null, at, ['member', 'disable', 'sign-out']],
    ['author', at, null, ['member', 'enable']],
    ['owner', null, at, ['sign-out']],
    ['owner', null, null, []],
  ])('for a %s, disabled %s, seen %s: %j', (role, disabledAt, lastActiveAt, possible) => {
    expect(listAvailableActions({ role, disabledAt, lastActiveAt })).toEqual(possible);
  });

  it('is one of a closed list', () => {
    expect(userActions.map(parseUserAction)).toEqual(userActions);
    for (const text of ['', 'owner', 'delete', undefined, null, '__proto__'])
      expect(parseUserAction(text)).toBeUndefined();
  });
});

describe('messages', () => {
  it.each([
    [['Ada'], 'Ada'],
    [['Ada', 'Bob'], 'Ada and Bob'],
    [['Ada', 'Bob', 'Cy'], 'Ada, Bob and Cy'],
    [['Ada', 'Bob', 'Cy', 'Di'], '4 people'],
  ])('for %j: %s', (names, words) => {
    expect(formatNames(names)).toBe(words);
  });

  it('ask for confirmation only before disruptive actions', () => {
    expect(getConfirmation('disable', ['Ada'])?.title).toBe('Disable Ada?');
    expect(getConfirmation('sign-out', ['Ada', 'Bob'])?.title).toBe('Sign out Ada and Bob?');
    expect(getConfirmation('author', ['Ada', 'Bob'])?.title).toBe('Make Ada and Bob authors?');
    expect(getConfirmation('author', ['Ada'])).toBeUndefined();
    expect(getConfirmation('enable', ['Ada', 'Bob'])).toBeUndefined();
  });

  it('agree in number with one and several users', () => {
    expect(formatActionResult('disable', 'Ada', false)).toBe('Ada is disabled and signed out.');
    expect(formatActionResult('disable', '2 people', true)).toBe('2 people are disabled and signed out.');
  });

  it('offer undo only where one action reverts everything', () => {
    expect(userActions.map(change => findUndoAction(change, false))).toEqual([
      'member',
      'author',
      'enable',
      undefined,
      undefined,
    ]);
    expect(userActions.map(change => findUndoAction(change, true))).toEqual([
      undefined,
      undefined,
      'enable',
      undefined,
      undefined,
    ]);
  });
});
