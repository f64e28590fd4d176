import { describe, expect, it } from 'vitest';
import { type CallbackFacts, decideAccountLink, type LinkDecision } from './account-linking.ts';

const open = { id: 'a', email: 'a@site.example', disabledAt: null, hasOwnKey: false };
const locked = { ...open, disabledAt: new Date(0) };
const guarded = { ...open, hasOwnKey: true };
const other = { id: 'b', email: 'b@site.example', disabledAt: null, hasOwnKey: false };
const email = 'a@site.example';

/** Every possible case. */
const cases: readonly [name: string, arrival: Partial<CallbackFacts>, decision: LinkDecision][] = [
  ['a known identity', { known: open }, { kind: 'sign_in', person: open }],
  [
    'a known identity with somebody else’s address',
    { known: open, email, emailVerified: true, holder: other },
    { kind: 'sign_in', person: open },
  ],
  ['a known identity without an address', { known: open, email: undefined }, { kind: 'sign_in', person: open }],
  ['a known identity of a locked account', { known: locked }, { kind: 'reject', code: 'user-disabled' }],
  ['a new identity, verified, nobody has the address', { email, emailVerified: true }, { kind: 'create_user', email }],
  [
    'a new identity, verified, somebody has the address',
    { email, emailVerified: true, holder: open },
    { kind: 'link_and_sign_in', userId: 'a' },
  ],
  [
    'a new identity, verified, the account is locked',
    { email, emailVerified: true, holder: locked },
    { kind: 'reject', code: 'user-disabled' },
  ],
  ['a new identity, unverified, nobody has the address', { email }, { kind: 'verify_email', email }],
  [
    'a new identity, unverified, somebody has the address',
    { email, holder: open },
    { kind: 'reject', code: 'email-already-in-use' },
  ],
  [
    'a new identity, unverified, the account is locked',
    { email, holder: locked },
    { kind: 'reject', code: 'email-already-in-use' },
  ],
  ['a new identity without an address', {}, { kind: 'reject', code: 'missing-email' }],
  [
    'a new identity without an address that is called verified',
    { emailVerified: true },
    { kind: 'reject', code: 'missing-email' },
  ],
  ['a new identity to add', { linkUserId: 'a' }, { kind: 'link', userId: 'a' }],
  [
    'a new identity to add, with somebody else’s address',
    { linkUserId: 'a', email, emailVerified: true, holder: other },
    { kind: 'link', userId: 'a' },
  ],
  ['one’s own identity to add', { linkUserId: 'a', known: open }, { kind: 'already_linked' }],
  [
    'somebody else’s identity to add',
    { linkUserId: 'a', known: other },
    { kind: 'reject', code: 'credential-already-in-use' },
  ],
];

const fakeCases: readonly [name: string, arrival: Partial<CallbackFacts>, decision: LinkDecision][] = [
  ['a known identity of an account without a key of its own', { known: open }, { kind: 'sign_in', person: open }],
  ['a known identity of an account with one', { known: guarded }, { kind: 'reject', code: 'fake-provider' }],
  [
    'the address of an account without one',
    { email, emailVerified: true, holder: open },
    { kind: 'link_and_sign_in', userId: 'a' },
  ],
  [
    'the address of an account with one',
    { email, emailVerified: true, holder: guarded },
    { kind: 'reject', code: 'fake-provider' },
  ],
  [
    'the unverified address of an account with one',
    { email, holder: guarded },
    { kind: 'reject', code: 'email-already-in-use' },
  ],
  ['an address that nobody has', { email, emailVerified: true }, { kind: 'create_user', email }],
  [
    'a new identity to add, by the signed-in person',
    { linkUserId: 'a', holder: guarded },
    { kind: 'link', userId: 'a' },
  ],
  ['an identity added before', { linkUserId: 'a', known: guarded }, { kind: 'already_linked' }],
];

const nothing: CallbackFacts = {
  known: undefined,
  email: undefined,
  emailVerified: false,
  holder: undefined,
  linkUserId: null,
  fake: false,
};

describe('decideAccountLink', () => {
  it.each(cases)('%s', (_name, arrival, decision) => {
    expect(decideAccountLink({ ...nothing, ...arrival })).toEqual(decision);
  });

  it.each(fakeCases)('at a fake provider: %s', (_name, arrival, decision) => {
    expect(decideAccountLink({ ...nothing, ...arrival, fake: true })).toEqual(decision);
  });

  it('links an account that has its own credentials to the real provider', () => {
    expect(decideAccountLink({ ...nothing, known: guarded })).toEqual({ kind: 'sign_in', person: guarded });
    expect(decideAccountLink({ ...nothing, email, emailVerified: true, holder: guarded })).toEqual({
      kind: 'link_and_sign_in',
      userId: 'a',
    });
  });

  it('never signs in to an account by an unverified address', () => {
    for (const known of [undefined, open, other, locked]) {
      for (const holder of [undefined, open, locked]) {
        for (const linkUserId of [null, 'a', 'b']) {
          const { kind } = decideAccountLink({ known, email, emailVerified: false, holder, linkUserId, fake: false });
          expect(['link_and_sign_in', 'create_user']).not.toContain(kind);
        }
      }
    }
  });
});
