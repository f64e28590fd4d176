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
    ['member', null, null, ['make_author', 'disable']],
    ['member', null, at, ['make_author', 'disable', 'revoke_sessions']],
    ['author', null, at, ['make_member', 'disable', 'revoke_sessions']],
    ['author', at, null, ['make_member', 'enable']],
    ['owner', null, at, ['revoke_sessions']],
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
    [['Ada', 'Bob', 'Cy', 'Di'], '4 users'],
  ])('for %j: %s', (names, words) => {
    expect(formatNames(names)).toBe(words);
  });

  it('ask for confirmation only before disruptive actions', () => {
    expect(getConfirmation('disable', ['Ada'])?.title).toBe('Disable Ada?');
    expect(getConfirmation('revoke_sessions', ['Ada', 'Bob'])?.title).toBe('Sign out Ada and Bob everywhere?');
    expect(getConfirmation('make_author', ['Ada', 'Bob'])?.title).toBe('Make Ada and Bob authors?');
    expect(getConfirmation('make_author', ['Ada'])).toBeUndefined();
    expect(getConfirmation('enable', ['Ada', 'Bob'])).toBeUndefined();
  });

  it('agree in number with one and several users', () => {
    expect(formatActionResult('disable', 'Ada', false)).toBe('Ada is now disabled and signed out.');
    expect(formatActionResult('disable', '2 users', true)).toBe('2 users are now disabled and signed out.');
  });

  it('offer undo only where one action reverts everything', () => {
    expect(userActions.map(change => findUndoAction(change, false))).toEqual([
      'make_member',
      'make_author',
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
