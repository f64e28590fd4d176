import type { SignInErrorCode } from './outcomes.ts';

export interface ExistingUser {
  readonly id: string;
  readonly email: string;
  readonly disabledAt: Date | null;
  /** Whether the account is the owner's, or has a password or a passkey. */
  readonly hasOwnKey: boolean;
}

/** Everything that decides how a provider callback is handled. */
export interface CallbackFacts {
  /** The user this provider account is already linked to. */
  readonly known: ExistingUser | undefined;
  /** The provider's email, if there is a valid one. */
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  /** The user with that email; every account has a confirmed one. */
  readonly holder: ExistingUser | undefined;
  /** The user to link the account to; null for sign-in. */
  readonly linkUserId: string | null;
  /** Whether this is a fake provider, where anyone can be anyone. */
  readonly fake: boolean;
}

export type LinkDecision =
  | { readonly kind: 'sign_in'; readonly person: ExistingUser }
  /** Links to an existing account and signs in. */
  | { readonly kind: 'link_and_sign_in'; readonly userId: string }
  | { readonly kind: 'link'; readonly userId: string }
  /** Already linked. */
  | { readonly kind: 'already_linked' }
  | { readonly kind: 'create_user'; readonly email: string }
  /** Creates the account once the address is confirmed by email. */
  | { readonly kind: 'verify_email'; readonly email: string }
  | { readonly kind: 'reject'; readonly code: SignInErrorCode };

const reject = (code: SignInErrorCode): LinkDecision => ({ kind: 'reject', code });

/**
 * Decides how a provider callback is handled. Links to an existing account only if both the provider and this site have
 * verified the address; otherwise an attacker could register a victim's address elsewhere (security page, "social
 * pre-hijack"). A fake provider never signs in to an account with its own credentials.
 */
export function decideAccountLink({
  known,
  email,
  emailVerified,
  holder,
  linkUserId,
  fake,
}: CallbackFacts): LinkDecision {
  if (linkUserId !== null) {
    if (!known) return { kind: 'link', userId: linkUserId };
    return known.id === linkUserId ? { kind: 'already_linked' } : reject('credential-already-in-use');
  }
  const findLoginBlock = ({ disabledAt, hasOwnKey }: ExistingUser): SignInErrorCode | undefined =>
    disabledAt ? 'user-disabled' : fake && hasOwnKey ? 'fake-provider' : undefined;
  if (known) {
    const code = findLoginBlock(known);
    return code ? reject(code) : { kind: 'sign_in', person: known };
  }
  if (email === undefined) return reject('missing-email');
  if (!emailVerified) return holder ? reject('email-already-in-use') : { kind: 'verify_email', email };
  if (!holder) return { kind: 'create_user', email };
  const code = findLoginBlock(holder);
  return code ? reject(code) : { kind: 'link_and_sign_in', userId: holder.id };
}
