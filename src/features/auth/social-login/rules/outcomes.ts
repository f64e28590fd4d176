/** Messages for failed provider sign-ins. `label` is the provider's display name. */
const errorMessages = {
  // The ten codes of the specification (point 8).
  'popup-blocked': label =>
    `Your browser blocked the ${label} window. Allow popups for this site, or open the button in a new tab.`,
  'popup-closed-by-user': label => `The ${label} window was closed before you were signed in. Try again.`,
  'cancelled-popup-request': label => `Signing in with ${label} was canceled because you started again.`,
  'unauthorized-domain': label =>
    `Signing in with ${label} only works at this site’s main address. Open the site there and try again.`,
  'network-request-failed': label => `Couldn’t reach ${label}. Check your connection and try again.`,
  'email-already-in-use': label =>
    `This email address already has an account, but ${label} hasn’t verified that the address is yours. Sign in with your password, then add ${label} in your profile.`,
  'wrong-password': () => 'Incorrect email or password.',
  'user-not-found': () => 'Incorrect email or password.',
  'too-many-requests': () => 'Too many attempts. Wait a minute and try again.',
  'invalid-credential': label => `The response from ${label} was invalid or has expired. Try again.`,
  'access-denied': label => `You didn’t allow ${label} to sign you in. Try again or sign in another way.`,
  'missing-email': label =>
    `${label} didn’t share an email address that we can use. Register with your email address, then add ${label} in your profile.`,
  'user-disabled': () => 'This account is disabled. If you think this is a mistake, contact the owner.',
  'credential-already-in-use': label =>
    `This ${label} account is already linked to another account on this site. Choose another ${label} account.`,
  'fake-provider': label =>
    `This account has its own password or passkey, so you can’t sign in with the fake ${label}. Use the password or passkey instead.`,
  'user-signed-out': label => `You were signed out. Sign in, then add ${label} again.`,
  'requires-recent-login': label =>
    `You signed in too long ago to add ${label}. Enter your password when asked, or sign out and sign in again. Then add ${label} within 5 minutes.`,
} satisfies Record<string, (label: string) => string>;

export type SignInErrorCode = keyof typeof errorMessages;

/** Result of a provider sign-in: an error code or a success. */
export type SignInOutcome = SignInErrorCode | 'signed_in' | 'linked' | 'verify_email';

const isCode = (text: string): text is SignInErrorCode => Object.hasOwn(errorMessages, text);

/** Returns the message for a code, with a generic one for unknown codes, which may come from the URL. */
export function formatSignInError(code: string, label: string): string {
  return isCode(code) ? errorMessages[code](label) : `Couldn’t sign in with ${label}. Try again.`;
}

/** Shown until the user confirms the address. */
export const VERIFY_EMAIL_MESSAGE =
  'We’ve sent you an email. Open the link in it to confirm your email address and activate your account.';

/** Result of a provider sign-in, as in the URL of the page that shows it. */
export interface ProviderOutcome {
  readonly provider: string;
  readonly outcome: string;
}

export function parseProviderOutcome(searchParams: URLSearchParams): ProviderOutcome | undefined {
  const provider = searchParams.get('provider');
  const outcome = searchParams.get('outcome');
  return provider && outcome ? { provider, outcome } : undefined;
}

/** Message from the popup to its opener. */
export interface PopupMessage {
  readonly kind: 'sign-in-by-provider';
  readonly provider: string;
  readonly outcome: SignInOutcome;
}

const successOutcomes: readonly string[] = ['signed_in', 'linked', 'verify_email'];

/** Parses a popup message of this provider; undefined for anything else. */
export function parsePopupMessage(message: unknown, provider: string): PopupMessage | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { kind, provider: from, outcome } = message as Record<string, unknown>;
  if (kind !== 'sign-in-by-provider' || from !== provider || typeof outcome !== 'string') return undefined;
  if (!successOutcomes.includes(outcome) && !isCode(outcome)) return undefined;
  return { kind, provider, outcome: outcome as SignInOutcome };
}
