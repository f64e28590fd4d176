import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PublishingTransition, transitions, type Status, statuses } from '../contract/status.ts';
import {
  canPublish,
  listAllowedTransitions,
  findTransitionError,
  type PublishingState,
  getNextStatus,
  type EntryActor,
} from './transitions.ts';

const createState = (status: Status, more: Partial<PublishingState> = {}): PublishingState => ({
  status,
  hasPending: false,
  submitted: status === 'in_review',
  deleted: false,
  ...more,
});

const anyState = fc.record({
  status: fc.constantFrom(...statuses),
  hasPending: fc.boolean(),
  submitted: fc.boolean(),
  deleted: fc.boolean(),
});
const anyWriter = fc.record({ role: fc.constantFrom('member', 'author', 'owner'), own: fc.boolean() });

const member: EntryActor = { role: 'member', own: true };
const author: EntryActor = { role: 'author', own: true };
const owner: EntryActor = { role: 'owner', own: false };
const ownersOwn: EntryActor = { role: 'owner', own: true };

describe('listAllowedTransitions', () => {
  it.each<[Status, EntryActor, PublishingTransition[]]>([
    ['draft', member, ['submit']],
    ['in_review', member, ['withdraw']],
    ['scheduled', member, []],
    ['published', member, ['archive']],
    ['archived', member, ['unarchive']],
    ['draft', author, ['publish', 'schedule']],
    ['in_review', author, ['withdraw', 'publish', 'schedule']],
    ['scheduled', author, ['publish', 'schedule', 'unschedule']],
    ['published', author, ['archive']],
    ['archived', author, ['publish', 'schedule', 'unarchive']],
    ['draft', owner, ['publish', 'schedule']],
    ['in_review', owner, ['request_changes', 'publish', 'schedule']],
    ['scheduled', owner, ['publish', 'schedule', 'unschedule']],
    ['published', owner, ['archive']],
    ['archived', owner, ['publish', 'schedule', 'unarchive']],
    ['draft', ownersOwn, ['publish', 'schedule']],
  ])('allows the transitions of %s, by %o', (status, writer, expected) => {
    expect(listAllowedTransitions(createState(status), writer)).toEqual(expected);
  });

  it.each<[string, EntryActor, Partial<PublishingState>, PublishingTransition[]]>([
    ['a member', member, { hasPending: true }, ['submit', 'archive', 'discard_changes']],
    ['a member who waits', member, { hasPending: true, submitted: true }, ['withdraw', 'archive', 'discard_changes']],
    ['an author', author, { hasPending: true }, ['publish', 'archive', 'discard_changes']],
    [
      'the owner, of what waits',
      owner,
      { hasPending: true, submitted: true },
      ['request_changes', 'publish', 'archive', 'discard_changes'],
    ],
  ])('allows the transitions of a published text with unpublished changes, by %s', (_who, writer, more, expected) => {
    expect(listAllowedTransitions(createState('published', more), writer)).toEqual(expected);
  });

  it('allows nothing for users who neither wrote the text nor own the site', () => {
    fc.assert(
      fc.property(anyState, fc.constantFrom('member' as const, 'author' as const), (where, role) => {
        expect(listAllowedTransitions(where, { role, own: false })).toEqual([]);
      }),
    );
  });

  it('allows nothing for a deleted text', () => {
    fc.assert(
      fc.property(anyState, anyWriter, (where, writer) => {
        expect(listAllowedTransitions({ ...where, deleted: true }, writer)).toEqual([]);
      }),
    );
  });

  it('never lets a user without publishing rights make a text public', () => {
    fc.assert(
      fc.property(anyState, anyWriter, fc.constantFrom(...transitions), (where, writer, move) => {
        if (canPublish(writer) || findTransitionError(move, where, writer) !== undefined) return;
        const after = getNextStatus(move, where);
        expect(after === 'published' || after === 'scheduled').toBe(
          where.status === 'published' && after === 'published',
        );
      }),
    );
  });

  it.each<[PublishingTransition, Status, EntryActor, string]>([
    ['publish', 'draft', member, 'Only the owner can publish this. Submit it for review.'],
    ['schedule', 'draft', member, 'Only the owner can publish this. Submit it for review.'],
    ['unschedule', 'scheduled', member, 'Only the owner can publish this. Submit it for review.'],
    ['request_changes', 'in_review', author, 'You don’t have permission to do this.'],
    ['request_changes', 'in_review', ownersOwn, 'You don’t have permission to do this.'],
    ['submit', 'draft', author, 'You don’t have permission to do this.'],
    ['archive', 'published', { role: 'author', own: false }, 'This belongs to someone else, so you can’t change it.'],
    ['publish', 'published', owner, 'The latest version is already published.'],
    ['discard_changes', 'published', member, 'There are no changes to discard.'],
  ])('explains why %s of a %s text is refused, by %o', (transition, status, writer, message) => {
    expect(findTransitionError(transition, createState(status), writer)).toBe(message);
  });

  it.each<[PublishingTransition, Status, Status]>([
    ['submit', 'draft', 'in_review'],
    ['submit', 'published', 'published'],
    ['withdraw', 'in_review', 'draft'],
    ['withdraw', 'published', 'published'],
    ['request_changes', 'published', 'published'],
    ['unschedule', 'scheduled', 'draft'],
    ['archive', 'published', 'archived'],
  ])('leads with %s from %s to %s', (transition, status, next) => {
    expect(getNextStatus(transition, { status })).toBe(next);
  });

  it('explains why a transition is refused', () => {
    fc.assert(
      fc.property(anyState, anyWriter, fc.constantFrom(...transitions), (where, writer, move) => {
        const refusal = findTransitionError(move, where, writer);
        if (refusal !== undefined) expect(refusal).toMatch(/^[A-Z].*\.$/);
      }),
    );
  });
});
