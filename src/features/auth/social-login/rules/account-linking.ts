import type { SignInErrorCode } from './outcomes.ts';

/** Somebody with an account here. */
export interface ExistingUser {
  readonly id: string;
  readonly email: string;
  readonly disabled: boolean;
  /** Whether the account is the owner's, or has a password or a passkey. */
  readonly hasOwnKey: boolean;
}

/** All that matters about somebody who comes back from a provider. */
export interface CallbackFacts {
  /** Whose identity this is here already. */
  readonly known: ExistingUser | undefined;
  /** The address that the provider told, if it told one that can be used. */
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  /** Who has an account with that address; every account here has a confirmed one. */
  readonly holder: ExistingUser | undefined;
  /** To whose account the identity is to be added; undefined for signing in. */
  readonly addTo: string | undefined;
  /** Whether this site plays the provider itself, so that anyone can be anyone there. */
  readonly fake: boolean;
}

export type LinkDecision =
  | { readonly kind: 'sign-in'; readonly person: ExistingUser }
  /** The identity becomes a way into an account that was there, and lets in. */
  | { readonly kind: 'join'; readonly userId: string }
  | { readonly kind: 'add'; readonly userId: string }
  /** It was added before. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'open-account'; readonly email: string }
  /** An account comes about when the address is confirmed by mail. */
  | { readonly kind: 'confirm-address'; readonly email: string }
  | { readonly kind: 'refuse'; readonly code: SignInErrorCode };

const refuse = (code: SignInErrorCode): LinkDecision => ({ kind: 'refuse', code });

/**
 * What becomes of somebody whom a provider let in. An account is joined only on an address that both the provider and we
 * have verified; otherwise whoever opened an identity with somebody else's address would get into their account
 * (security page, "social pre-hijack"). A fake provider never opens an account that has a key of its own.
 */
export function decideAccountLink({ known, email, emailVerified, holder, addTo, fake }: CallbackFacts): LinkDecision {
  if (addTo !== undefined) {
    if (!known) return { kind: 'add', userId: addTo };
    return known.id === addTo ? { kind: 'keep' } : refuse('identity-in-use');
  }
  const closed = ({ disabled, hasOwnKey }: ExistingUser): SignInErrorCode | undefined =>
    disabled ? 'account-disabled' : fake && hasOwnKey ? 'fake-provider' : undefined;
  if (known) {
    const code = closed(known);
    return code ? refuse(code) : { kind: 'sign-in', person: known };
  }
  if (email === undefined) return refuse('address-missing');
  if (!emailVerified) return holder ? refuse('email-already-in-use') : { kind: 'confirm-address', email };
  if (!holder) return { kind: 'open-account', email };
  const code = closed(holder);
  return code ? refuse(code) : { kind: 'join', userId: holder.id };
}

/** Whether a way to sign in may be taken away: not the last one. */
export function canRemoveSignInMethod(waysToSignIn: number): boolean {
  return waysToSignIn > 1;
}
