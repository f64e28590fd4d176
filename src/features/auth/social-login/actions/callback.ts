import { type SignInResult, signInOrChallenge } from '../../sessions/actions/sign-in-result.ts';
import { REGISTRATION_EMAIL_LIMIT, requestRegistration } from '../../registration/actions/registration.ts';
import { email as addressRule } from '../../contract.ts';
import { type ProviderAccount, insertLinkedAccount } from '../queries/linked-accounts.ts';
import { deleteRegistrationsByEmail } from '../../registration/queries/registrations.ts';
import { insertUser } from '../../queries/users.ts';
import type { EmailServices } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { consumeRateLimit } from '#platform/http/rate-limits.ts';
import { findUserByEmail, findUserByProviderAccount, findUserForUpdate } from '../queries/social-login.ts';
import type { SignInOutcome } from '../rules/outcomes.ts';
import { decideAccountLink, type ExistingUser } from '../rules/account-linking.ts';
import {
  getProviderAccountName,
  getUserName,
  type ProviderProfile,
  type ProviderSettings,
} from '../rules/providers.ts';
import { notifySignInMethodChanged } from './notifications.ts';

type CallbackContext = Pick<ApiContext, 'client' | 'actor'> & EmailServices;
type Provider = Pick<ProviderSettings, 'name' | 'label' | 'isFake'>;

export interface CallbackResult {
  readonly outcome: SignInOutcome;
  readonly admission?: SignInResult;
}

/**
 * Handles a provider callback: signs in, links or creates an account, or emails a confirmation link for an address the
 * provider has not verified. Throws AccountAlreadyLinkedError.
 */
export async function handleProviderCallback(
  tx: Transaction,
  context: CallbackContext,
  provider: Provider,
  profile: ProviderProfile,
  addTo: string | undefined,
): Promise<CallbackResult> {
  // The user who links the account must still be signed in.
  const { actor } = context;
  if (addTo !== undefined && (actor.role === 'visitor' || actor.userId !== addTo))
    return { outcome: 'user-signed-out' };
  const email = addressRule.safeParse(profile.email).data;
  const known = await findUserByProviderAccount(tx, provider.name, profile.subject);
  const holder = email === undefined ? undefined : await findUserByEmail(tx, email);
  const { emailVerified } = profile;
  const decision = decideAccountLink({
    known: toExistingUser(known),
    email,
    emailVerified,
    holder: toExistingUser(holder),
    addTo,
    fake: provider.isFake,
  });
  switch (decision.kind) {
    case 'reject':
      await recordSignInFailure(tx, context, provider, decision.code, { userId: (known ?? holder)?.id, email });
      return { outcome: decision.code };
    case 'already_linked':
      return { outcome: 'linked' };
    case 'sign_in':
      return signInWithProvider(tx, context, provider, decision.person);
    case 'link':
      await linkAccount(tx, context, provider, profile, decision.userId);
      return { outcome: 'linked' };
    case 'link_and_sign_in':
      return signInWithProvider(
        tx,
        context,
        provider,
        await linkAccount(tx, context, provider, profile, decision.userId),
      );
    case 'create_user':
      return signInWithProvider(
        tx,
        context,
        provider,
        await createUserFromProvider(tx, context, provider, profile, decision.email),
      );
    default: {
      const identity = { ...toProviderAccount(provider, profile), providerLabel: provider.label };
      await requestRegistration(tx, context, { name: getUserName(profile), email: decision.email, identity });
      return { outcome: 'verify_email' };
    }
  }
}

function toExistingUser(
  row: (Omit<ExistingUser, 'disabled'> & { disabledAt: Date | null }) | undefined,
): ExistingUser | undefined {
  return row && { id: row.id, email: row.email, disabled: row.disabledAt !== null, hasOwnKey: row.hasOwnKey };
}

function toProviderAccount({ name }: Provider, profile: ProviderProfile): ProviderAccount {
  return {
    provider: name,
    providerAccountId: profile.subject,
    providerAccountName: getProviderAccountName(profile),
  };
}

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

async function signInWithProvider(
  tx: Transaction,
  context: CallbackContext,
  { name }: Provider,
  person: { id: string; email: string },
): Promise<CallbackResult> {
  return { outcome: 'signed_in', admission: await signInOrChallenge(tx, context, person, name) };
}

/** Links a provider account to a user and notifies them. */
async function linkAccount(
  tx: Transaction,
  context: CallbackContext,
  provider: Provider,
  profile: ProviderProfile,
  userId: string,
): Promise<{ id: string; email: string }> {
  const person = await findUserForUpdate(tx, userId);
  const identity = toProviderAccount(provider, profile);
  const added = person && (await insertLinkedAccount(tx, userId, identity, dateOf(context.now())));
  if (!added) throw new AccountAlreadyLinkedError();
  await notifySignInMethodChanged(tx, context, person, provider.label, 'added');
  return person;
}

async function createUserFromProvider(
  tx: Transaction,
  context: CallbackContext,
  provider: Provider,
  profile: ProviderProfile,
  email: string,
): Promise<{ id: string; email: string }> {
  const id = await insertUser(tx, { name: getUserName(profile), email, role: 'member' });
  const identity = toProviderAccount(provider, profile);
  if (!id || !(await insertLinkedAccount(tx, id, identity, dateOf(context.now()))))
    throw new AccountAlreadyLinkedError();
  await deleteRegistrationsByEmail(tx, email);
  for (const event of ['registration_requested', 'email_verified'] as const) {
    await recordSecurityEvent(tx, context, event, { userId: id, email, detail: provider.name });
  }
  return { id, email };
}

async function recordSignInFailure(
  tx: Transaction,
  context: CallbackContext,
  { name }: Provider,
  code: string,
  { userId, email }: { userId: string | undefined; email: string | undefined },
): Promise<void> {
  const whom = { ...(userId ? { userId } : {}), ...(email ? { email } : {}) };
  await recordSecurityEvent(tx, context, 'sign_in_failed', { ...whom, detail: `${name}: ${code}` });
}

/** The provider account or address was taken concurrently. The transaction is rolled back; a retry finds the user. */
export class AccountAlreadyLinkedError extends Error {}

/** Counts an email to an unverified address, regardless of who requests it. Throws TOO_MANY_REQUESTS. */
export async function consumeVerificationEmailLimit(
  context: Pick<ApiContext, 'db' | 'now'>,
  { email, emailVerified }: ProviderProfile,
): Promise<void> {
  if (email === undefined || emailVerified) return;
  await consumeRateLimit(context.db, REGISTRATION_EMAIL_LIMIT, email.toLowerCase(), context.now());
}
