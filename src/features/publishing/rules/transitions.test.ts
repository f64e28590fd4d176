import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Move, moves, type Status, statuses } from '../contract/status.ts';
import { mayPublish, movesFor, refusalOf, type Standing, statusAfter, type Writer } from './transitions.ts';

const standing = (status: Status, more: Partial<Standing> = {}): Standing => ({
  status,
  hasPending: false,
  submitted: status === 'in_review',
  deleted: false,
  ...more,
});

const anyStanding = fc.record({
  status: fc.constantFrom(...statuses),
  hasPending: fc.boolean(),
  submitted: fc.boolean(),
  deleted: fc.boolean(),
});
const anyWriter = fc.record({ role: fc.constantFrom('member', 'author', 'owner'), own: fc.boolean() });

const member: Writer = { role: 'member', own: true };
const author: Writer = { role: 'author', own: true };
const owner: Writer = { role: 'owner', own: false };
const ownersOwn: Writer = { role: 'owner', own: true };

describe('what can be done with a text', () => {
  it.each<[Status, Writer, Move[]]>([
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
    ['in_review', owner, ['send-back', 'publish', 'schedule']],
    ['scheduled', owner, ['publish', 'schedule', 'unschedule']],
    ['published', owner, ['archive']],
    ['archived', owner, ['publish', 'schedule', 'unarchive']],
    ['draft', ownersOwn, ['publish', 'schedule']],
  ])('%s, by %o', (status, writer, expected) => {
    expect(movesFor(standing(status), writer)).toEqual(expected);
  });

  it.each<[string, Writer, Partial<Standing>, Move[]]>([
    ['a member', member, { hasPending: true }, ['submit', 'archive', 'discard-changes']],
    ['a member who waits', member, { hasPending: true, submitted: true }, ['withdraw', 'archive', 'discard-changes']],
    ['an author', author, { hasPending: true }, ['publish', 'archive', 'discard-changes']],
    [
      'the owner, of what waits',
      owner,
      { hasPending: true, submitted: true },
      ['send-back', 'publish', 'archive', 'discard-changes'],
    ],
  ])('published with changes that readers do not see yet, by %s', (_who, writer, more, expected) => {
    expect(movesFor(standing('published', more), writer)).toEqual(expected);
  });

  it('is nothing for whoever neither wrote it nor owns the site', () => {
    fc.assert(
      fc.property(anyStanding, fc.constantFrom('member' as const, 'author' as const), (where, role) => {
        expect(movesFor(where, { role, own: false })).toEqual([]);
      }),
    );
  });

  it('is nothing while it is deleted', () => {
    fc.assert(
      fc.property(anyStanding, anyWriter, (where, writer) => {
        expect(movesFor({ ...where, deleted: true }, writer)).toEqual([]);
      }),
    );
  });

  it('never makes a text public by the word of somebody who may not publish it', () => {
    fc.assert(
      fc.property(anyStanding, anyWriter, fc.constantFrom(...moves), (where, writer, move) => {
        if (mayPublish(writer) || refusalOf(move, where, writer) !== undefined) return;
        const after = statusAfter(move, where);
        expect(after === 'published' || after === 'scheduled').toBe(
          where.status === 'published' && after === 'published',
        );
      }),
    );
  });

  it('is refused with a sentence', () => {
    fc.assert(
      fc.property(anyStanding, anyWriter, fc.constantFrom(...moves), (where, writer, move) => {
        const refusal = refusalOf(move, where, writer);
        if (refusal !== undefined) expect(refusal).toMatch(/^[A-Z].*\.$/);
      }),
    );
  });
});
