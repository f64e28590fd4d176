import { describe, expect, it } from 'vitest';
import { parsePopupMessage, formatSignInError } from './outcomes.ts';

const unknown = 'Couldn’t sign in with Google. Try again.';

describe('the ten codes of the specification (point 8)', () => {
  it.each([
    ['popup-blocked', 'Allow popups for this site'],
    ['popup-closed-by-user', 'The Google window was closed'],
    ['cancelled-popup-request', 'was canceled because you started again'],
    ['unauthorized-domain', 'only works at this site’s main address'],
    ['network-request-failed', 'Couldn’t reach Google'],
    ['email-already-in-use', 'Sign in with your password, then add Google in your profile'],
    ['wrong-password', 'Incorrect email or password.'],
    ['user-not-found', 'Incorrect email or password.'],
    ['too-many-requests', 'Too many attempts'],
    ['invalid-credential', 'was invalid or has expired'],
  ])('%s: %s', (code, words) => {
    const sentence = formatSignInError(code, 'Google');
    expect(sentence).toContain(words);
    expect(sentence).toMatch(/^[A-Z][^\n]+\.$/);
    expect(sentence).not.toContain(code);
    expect(sentence).not.toBe(unknown);
  });

  it('do not reveal whether the address or the password was wrong', () => {
    expect(formatSignInError('wrong-password', 'Google')).toBe(formatSignInError('user-not-found', 'Google'));
  });
});

it.each(['', 'nonsense', 'constructor', '__proto__', '<script>'])(
  'returns a message for an unknown code (%s)',
  code => {
    expect(formatSignInError(code, 'Google')).toBe(unknown);
  },
);

describe('parsePopupMessage', () => {
  const good = { kind: 'sign-in-by-provider', provider: 'google', outcome: 'signed_in' };

  it.each(['signed_in', 'linked', 'verify_email', 'access-denied', 'popup-closed-by-user'])('accepts %s', outcome => {
    expect(parsePopupMessage({ ...good, outcome }, 'google')).toEqual({ ...good, outcome });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a word', 'signed_in'],
    ['something of another kind', { ...good, kind: 'hello' }],
    ['another provider’s', { ...good, provider: 'github' }],
    ['an unknown outcome', { ...good, outcome: 'owner' }],
    ['no outcome', { ...good, outcome: undefined }],
    ['a name that objects have', { ...good, outcome: 'toString' }],
  ])('rejects %s', (_name, message) => {
    expect(parsePopupMessage(message, 'google')).toBeUndefined();
  });
});
