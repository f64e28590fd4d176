import { type SignInResult, signInOrChallenge } from '../../sessions/actions/sessions.ts';
import { REGISTRATION_EMAIL_LIMIT, requestRegistration } from '../../registration/actions/registration.ts';
import { email as addressRule } from '../../contract.ts';
import { type ProviderAccount, insertLinkedAccount, findUserByEmail, findUserByProviderAccount } from '../queries.ts';
import { deleteRegistrationsByEmail } from '../../registration/queries.ts';
import { findUserForUpdate, insertUser } from '../../queries.ts';
import { notifySignInMethodChanged } from '../../actions/sign-in-methods.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Transaction } from '#platform/database/database.ts';
import { consumeRateLimit } from '#platform/http/rate-limits.ts';
import type { SignInOutcome } from '../rules/outcomes.ts';
import { decideAccountLink } from '../rules/account-linking.ts';
import {
  getProviderAccountName,
  getUserName,
  type ProviderProfile,
  type ProviderSettings,
} from '../rules/providers.ts';

interface CallbackResult {
  readonly outcome: SignInOutcome;
  readonly admission?: SignInResult;
}

/**
 * Handles a provider callback: signs in, links or creates an account, or emails a confirmation link for an address the
 * provider has not verified. Throws AccountAlreadyLinkedError.
 */
export async function handleProviderCallback(
  tx: Transaction,
  context: ApiContext,
  provider: ProviderSettings,
  profile: ProviderProfile,
  linkUserId: string | null,
): Promise<CallbackResult> {
  // The user who links the account must still be signed in.
  const { actor } = context;
  if (linkUserId !== null && (actor.role === 'visitor' || actor.userId !== linkUserId))
    return { outcome: 'user-signed-out' };
  const email = addressRule.safeParse(profile.email).data;
  const known = await findUserByProviderAccount(tx, provider.name, profile.subject);
  const holder = email === undefined ? undefined : await findUserByEmail(tx, email);
  const { emailVerified } = profile;
  const decision = decideAccountLink({ known, email, emailVerified, holder, linkUserId, fake: provider.isFake });
  const account = {
    provider: provider.name,
    providerAccountId: profile.subject,
    providerAccountName: getProviderAccountName(profile),
  };
  const signIn = async (user: { id: string; email: string }): Promise<CallbackResult> => ({
    outcome: 'signed_in',
    admission: await signInOrChallenge(tx, context, user, provider.name),
  });
  switch (decision.kind) {
    case 'reject': {
      const detail = `${provider.name}: ${decision.code}`;
      await recordSecurityEvent(tx, context, 'sign_in_failed', { userId: (known ?? holder)?.id, email, detail });
      return { outcome: decision.code };
    }
    case 'already_linked':
      return { outcome: 'linked' };
    case 'sign_in':
      return signIn(decision.person);
    case 'link':
      await linkAccount(tx, context, provider, account, decision.userId);
      return { outcome: 'linked' };
    case 'link_and_sign_in':
      return signIn(await linkAccount(tx, context, provider, account, decision.userId));
    case 'create_user':
      return signIn(await createUserFromProvider(tx, context, account, getUserName(profile), decision.email));
    default: {
      const identity = { ...account, providerLabel: provider.label };
      await requestRegistration(tx, context, { name: getUserName(profile), email: decision.email, identity });
      return { outcome: 'verify_email' };
    }
  }
}

/** Links a provider account to a user and notifies them. */
async function linkAccount(
  tx: Transaction,
  context: ApiContext,
  { label }: ProviderSettings,
  account: ProviderAccount,
  userId: string,
) {
  const user = await findUserForUpdate(tx, userId);
  if (!user || !(await insertLinkedAccount(tx, userId, account, toDate(context.now()))))
    throw new AccountAlreadyLinkedError();
  await notifySignInMethodChanged(tx, context, userId, label, 'added');
  return user;
}

async function createUserFromProvider(
  tx: Transaction,
  context: ApiContext,
  account: ProviderAccount,
  name: string,
  email: string,
) {
  const id = await insertUser(tx, { name, email, role: 'member' });
  if (!id || !(await insertLinkedAccount(tx, id, account, toDate(context.now()))))
    throw new AccountAlreadyLinkedError();
  await deleteRegistrationsByEmail(tx, email);
  for (const event of ['registration_requested', 'email_verified'] as const) {
    await recordSecurityEvent(tx, context, event, { userId: id, email, detail: account.provider });
  }
  return { id, email };
}

/** The provider account or address was taken concurrently. The transaction is rolled back; a retry finds the user. */
export class AccountAlreadyLinkedError extends Error {}

/** Counts an email to an unverified address, regardless of who requests it. Throws TOO_MANY_REQUESTS. */
export async function consumeVerificationEmailLimit(context: ApiContext, { email, emailVerified }: ProviderProfile) {
  if (email === undefined || emailVerified) return;
  await consumeRateLimit(context.db, REGISTRATION_EMAIL_LIMIT, email.toLowerCase(), context.now());
}
