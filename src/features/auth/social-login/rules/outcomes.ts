/** Messages for failed provider sign-ins. `label` is the provider's display name. */
const errorMessages = {
  // The ten codes of the specification (point 8).
  'popup-blocked': label =>
    `Your browser kept the ${label} window from opening. Allow popups for this site, or open the button in a new tab.`,
  'popup-closed-by-user': label => `The ${label} window was closed before you were signed in.`,
  'cancelled-popup-request': label => `Signing in by ${label} was called off, because you began anew.`,
  'unauthorized-domain': label => `${label} lets people in at this site’s own address only. Open the site there.`,
  'network-request-failed': label => `${label} could not be reached. Check your connection, and try again.`,
  'email-already-in-use': label =>
    `There is an account with this address here already, and ${label} does not vouch that the address is yours. Sign in with your password first, and then add ${label} on your profile.`,
  'wrong-password': () => 'The e-mail or the password is not right.',
  'user-not-found': () => 'The e-mail or the password is not right.',
  'too-many-requests': () => 'That was too often. Wait a minute, and try again.',
  'invalid-credential': label => `What ${label} sent could not be trusted, or came too late. Begin again.`,
  'access-denied': label => `You did not let ${label} sign you in, so nothing happened.`,
  'missing-email': label =>
    `${label} told us no e-mail address that we could use, and an account needs one. Register with your e-mail, and then add ${label} on your profile.`,
  'user-disabled': () => 'This account is disabled. Write to us if you think that this is a mistake.',
  'credential-already-in-use': label =>
    `Somebody else signs in by this ${label} identity here. Choose another one at ${label}.`,
  'fake-provider': label =>
    `This account has its own password or passkey, so the fake ${label} can’t open it. Sign in with that instead.`,
  'user-signed-out': label => `You were signed out. Sign in, then add ${label} again.`,
  'requires-recent-login': label =>
    `You signed in too long ago to add ${label}. Type your password when it is asked for, or sign out and in again; then add ${label} within 5 minutes.`,
} satisfies Record<string, (label: string) => string>;

export type SignInErrorCode = keyof typeof errorMessages;

/** Result of a provider sign-in: an error code or a success. */
export type SignInOutcome = SignInErrorCode | 'signed_in' | 'linked' | 'verify_email';

const isCode = (text: string): text is SignInErrorCode => Object.hasOwn(errorMessages, text);

/** Returns the message for a code, with a generic one for unknown codes, which may come from the URL. */
export function formatSignInError(code: string, label: string): string {
  return isCode(code) ? errorMessages[code](label) : `Signing in by ${label} did not work. Try again.`;
}

/** Shown while an address waits for confirmation. */
export const VERIFY_EMAIL_MESSAGE =
  'Almost there: we have sent you a mail. Open the link in it to confirm your address, and your account is ready.';

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
