import { describe, expect, it } from 'vitest';
import type { Person } from './contract.ts';
import { changeOf, changes, changesFor, doneSentence, namesInWords, questionFor, undoOf } from './rules.ts';

const at = '2026-11-20T12:00:00Z';

describe('what can be done to somebody', () => {
  it.each<[Person['role'], string | null, string | null, string[]]>([
    ['member', null, null, ['author', 'disable']],
    ['member', null, at, ['author', 'disable', 'sign-out']],
    ['author', null, at, ['member', 'disable', 'sign-out']],
    ['author', at, null, ['member', 'enable']],
    ['owner', null, at, ['sign-out']],
    ['owner', null, null, []],
  ])('a %s, disabled %s, seen %s: %j', (role, disabledAt, lastSeenAt, possible) => {
    expect(changesFor({ role, disabledAt, lastSeenAt })).toEqual(possible);
  });

  it('is one of a closed list', () => {
    expect(changes.map(changeOf)).toEqual(changes);
    for (const text of ['', 'owner', 'delete', undefined, null, '__proto__']) expect(changeOf(text)).toBeUndefined();
  });
});

describe('what is said', () => {
  it.each([
    [['Ada'], 'Ada'],
    [['Ada', 'Bob'], 'Ada and Bob'],
    [['Ada', 'Bob', 'Cy'], 'Ada, Bob and Cy'],
    [['Ada', 'Bob', 'Cy', 'Di'], '4 people'],
  ])('of %j: %s', (names, words) => {
    expect(namesInWords(names)).toBe(words);
  });

  it('is asked with the name before somebody is shut out, and not before what is easily undone', () => {
    expect(questionFor('disable', ['Ada'])?.title).toBe('Disable Ada?');
    expect(questionFor('sign-out', ['Ada', 'Bob'])?.title).toBe('Sign out Ada and Bob?');
    expect(questionFor('author', ['Ada', 'Bob'])?.title).toBe('Make Ada and Bob authors?');
    expect(questionFor('author', ['Ada'])).toBeUndefined();
    expect(questionFor('enable', ['Ada', 'Bob'])).toBeUndefined();
  });

  it('is right for one and for several', () => {
    expect(doneSentence('disable', 'Ada', false)).toBe('Ada is disabled and signed out.');
    expect(doneSentence('disable', '2 people', true)).toBe('2 people are disabled and signed out.');
  });

  it('offers a way back only where one thing takes all of it back', () => {
    expect(changes.map(change => undoOf(change, false))).toEqual(['member', 'author', 'enable', undefined, undefined]);
    expect(changes.map(change => undoOf(change, true))).toEqual([undefined, undefined, 'enable', undefined, undefined]);
  });
});
