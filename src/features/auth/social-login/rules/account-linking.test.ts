import { describe, expect, it } from 'vitest';
import { type CallbackFacts, decideAccountLink, type LinkDecision } from './account-linking.ts';

const open = { id: 'a', email: 'a@site.example', disabledAt: null, hasOwnKey: false };
const locked = { ...open, disabledAt: new Date(0) };
const guarded = { ...open, hasOwnKey: true };
const other = { id: 'b', email: 'b@site.example', disabledAt: null, hasOwnKey: false };
const email = 'a@site.example';

/** Every possible case. */
const cases: readonly [name: string, arrival: Partial<CallbackFacts>, decision: LinkDecision][] = [
  ['a linked account', { known: open }, { kind: 'sign_in', person: open }],
  [
    'a linked account with another user’s address',
    { known: open, email, emailVerified: true, holder: other },
    { kind: 'sign_in', person: open },
  ],
  ['a linked account without an address', { known: open, email: undefined }, { kind: 'sign_in', person: open }],
  ['an account linked to a disabled user', { known: locked }, { kind: 'reject', code: 'user-disabled' }],
  ['a new account with a verified, unused address', { email, emailVerified: true }, { kind: 'create_user', email }],
  [
    'a new account with a user’s verified address',
    { email, emailVerified: true, holder: open },
    { kind: 'link_and_sign_in', userId: 'a' },
  ],
  [
    'a new account with a disabled user’s verified address',
    { email, emailVerified: true, holder: locked },
    { kind: 'reject', code: 'user-disabled' },
  ],
  ['a new account with an unverified, unused address', { email }, { kind: 'verify_email', email }],
  [
    'a new account with a user’s unverified address',
    { email, holder: open },
    { kind: 'reject', code: 'email-already-in-use' },
  ],
  [
    'a new account with a disabled user’s unverified address',
    { email, holder: locked },
    { kind: 'reject', code: 'email-already-in-use' },
  ],
  ['a new account without an address', {}, { kind: 'reject', code: 'missing-email' }],
  [
    'a new account without an address, but verified',
    { emailVerified: true },
    { kind: 'reject', code: 'missing-email' },
  ],
  ['a new account to link', { linkUserId: 'a' }, { kind: 'link', userId: 'a' }],
  [
    'a new account to link, with another user’s address',
    { linkUserId: 'a', email, emailVerified: true, holder: other },
    { kind: 'link', userId: 'a' },
  ],
  ['the user’s own account to link', { linkUserId: 'a', known: open }, { kind: 'already_linked' }],
  [
    'another user’s account to link',
    { linkUserId: 'a', known: other },
    { kind: 'reject', code: 'credential-already-in-use' },
  ],
];

const fakeCases: readonly [name: string, arrival: Partial<CallbackFacts>, decision: LinkDecision][] = [
  ['an account linked to a user without password or passkey', { known: open }, { kind: 'sign_in', person: open }],
  ['an account linked to a user with one', { known: guarded }, { kind: 'reject', code: 'fake-provider' }],
  [
    'the address of a user without one',
    { email, emailVerified: true, holder: open },
    { kind: 'link_and_sign_in', userId: 'a' },
  ],
  [
    'the address of a user with one',
    { email, emailVerified: true, holder: guarded },
    { kind: 'reject', code: 'fake-provider' },
  ],
  [
    'the unverified address of a user with one',
    { email, holder: guarded },
    { kind: 'reject', code: 'email-already-in-use' },
  ],
  ['an unused address', { email, emailVerified: true }, { kind: 'create_user', email }],
  ['a new account to link, by the signed-in user', { linkUserId: 'a', holder: guarded }, { kind: 'link', userId: 'a' }],
  ['an account that is already linked', { linkUserId: 'a', known: guarded }, { kind: 'already_linked' }],
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
