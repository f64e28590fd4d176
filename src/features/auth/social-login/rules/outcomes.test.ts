import { describe, expect, it } from 'vitest';
import { parsePopupMessage, formatSignInError } from './outcomes.ts';

const unknown = 'Signing in by Google did not work. Try again.';

describe('the ten codes of the specification (point 8)', () => {
  it.each([
    ['popup-blocked', 'Allow popups for this site'],
    ['popup-closed-by-user', 'The Google window was closed'],
    ['cancelled-popup-request', 'called off, because you began anew'],
    ['unauthorized-domain', 'at this site’s own address only'],
    ['network-request-failed', 'Google could not be reached'],
    ['email-already-in-use', 'Sign in with your password first, and then add Google on your profile'],
    ['wrong-password', 'The e-mail or the password is not right.'],
    ['user-not-found', 'The e-mail or the password is not right.'],
    ['too-many-requests', 'That was too often'],
    ['invalid-credential', 'could not be trusted, or came too late'],
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
