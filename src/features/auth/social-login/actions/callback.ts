import { type Admission, admit } from '../../sessions/actions/sign-in-result.ts';
import { REGISTRATIONS_FOR_ADDRESS, requestAccount } from '../../registration/actions/registration.ts';
import { email as addressRule } from '../../contract.ts';
import { type IdentityElsewhere, insertIdentity } from '../queries/linked-accounts.ts';
import { deleteRegistrationsFor } from '../../registration/queries/registrations.ts';
import { insertUser } from '../../queries/users.ts';
import type { MailServices } from '#features/email/actions.ts';
import { recordSecurityEvent } from '#features/security-events/actions.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { countTry } from '#platform/http/rate-limits.ts';
import { findPersonByAddress, findPersonByIdentity, findPersonToChange } from '../queries/social-login.ts';
import type { SignInOutcome } from '../rules/outcomes.ts';
import { decide, type Holder } from '../rules/account-linking.ts';
import { accountName, personNameOf, type ProviderProfile, type ProviderSettings } from '../rules/providers.ts';
import { tellOfMethod } from './notifications.ts';

type ArrivalContext = Pick<ApiContext, 'client' | 'actor'> & MailServices;
type Provider = Pick<ProviderSettings, 'name' | 'label' | 'isFake'>;

/** What came of somebody's coming back; with an admission where they were let in. */
export interface Arrived {
  readonly outcome: SignInOutcome;
  readonly admission?: Admission;
}

/**
 * Carries out what is decided about somebody whom a provider let in: lets them in here, joins or opens an account, or
 * sends a mail to confirm an address that the provider does not vouch for. Throws IdentityTaken.
 */
export async function receive(
  tx: Transaction,
  context: ArrivalContext,
  provider: Provider,
  profile: ProviderProfile,
  addTo: string | undefined,
): Promise<Arrived> {
  // Whoever was to get the identity must still be signed in here.
  const { actor } = context;
  if (addTo !== undefined && (actor.role === 'visitor' || actor.userId !== addTo)) return { outcome: 'signed-out' };
  const email = addressRule.safeParse(profile.email).data;
  const known = await findPersonByIdentity(tx, provider.name, profile.subject);
  const holder = email === undefined ? undefined : await findPersonByAddress(tx, email);
  const { emailVerified } = profile;
  const decision = decide({
    known: holderOf(known),
    email,
    emailVerified,
    holder: holderOf(holder),
    addTo,
    fake: provider.isFake,
  });
  switch (decision.kind) {
    case 'refuse':
      await recordRefusal(tx, context, provider, decision.code, { userId: (known ?? holder)?.id, email });
      return { outcome: decision.code };
    case 'keep':
      return { outcome: 'added' };
    case 'sign-in':
      return enter(tx, context, provider, decision.person);
    case 'add':
      await addIdentity(tx, context, provider, profile, decision.userId);
      return { outcome: 'added' };
    case 'join':
      return enter(tx, context, provider, await addIdentity(tx, context, provider, profile, decision.userId));
    case 'open-account':
      return enter(tx, context, provider, await openAccount(tx, context, provider, profile, decision.email));
    default: {
      const identity = { ...identityOf(provider, profile), providerLabel: provider.label };
      await requestAccount(tx, context, { name: personNameOf(profile), email: decision.email, identity });
      return { outcome: 'confirm-address' };
    }
  }
}

/** Who stands behind a row, as the decision needs them. */
function holderOf(row: (Omit<Holder, 'disabled'> & { disabledAt: Date | null }) | undefined): Holder | undefined {
  return row && { id: row.id, email: row.email, disabled: row.disabledAt !== null, hasOwnKey: row.hasOwnKey };
}

function identityOf({ name }: Provider, profile: ProviderProfile): IdentityElsewhere {
  return { providerId: name, accountId: profile.subject, accountName: accountName(profile) };
}

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

async function enter(
  tx: Transaction,
  context: ArrivalContext,
  { name }: Provider,
  person: { id: string; email: string },
): Promise<Arrived> {
  return { outcome: 'signed-in', admission: await admit(tx, context, person, name) };
}

/** Lets a person in by an identity from now on, and tells them. */
async function addIdentity(
  tx: Transaction,
  context: ArrivalContext,
  provider: Provider,
  profile: ProviderProfile,
  userId: string,
): Promise<{ id: string; email: string }> {
  const person = await findPersonToChange(tx, userId);
  const identity = identityOf(provider, profile);
  const added = person && (await insertIdentity(tx, userId, identity, dateOf(context.now())));
  if (!added) throw new IdentityTaken();
  await tellOfMethod(tx, context, person, provider.label, 'added');
  return person;
}

async function openAccount(
  tx: Transaction,
  context: ArrivalContext,
  provider: Provider,
  profile: ProviderProfile,
  email: string,
): Promise<{ id: string; email: string }> {
  const id = await insertUser(tx, { name: personNameOf(profile), email, role: 'member' });
  const identity = identityOf(provider, profile);
  if (!id || !(await insertIdentity(tx, id, identity, dateOf(context.now())))) throw new IdentityTaken();
  await deleteRegistrationsFor(tx, email);
  for (const event of ['registered', 'address-confirmed'] as const) {
    await recordSecurityEvent(tx, context, event, { userId: id, email, detail: provider.name });
  }
  return { id, email };
}

async function recordRefusal(
  tx: Transaction,
  context: ArrivalContext,
  { name }: Provider,
  code: string,
  { userId, email }: { userId: string | undefined; email: string | undefined },
): Promise<void> {
  const whom = { ...(userId ? { userId } : {}), ...(email ? { email } : {}) };
  await recordSecurityEvent(tx, context, 'sign-in-refused', { ...whom, detail: `${name}: ${code}` });
}

/** The identity or the address became somebody's meanwhile. What was begun is rolled back; the next try finds them. */
export class IdentityTaken extends Error {}

/** Counts a mail to an address that is not confirmed, whoever asks for it. Throws TOO_MANY_REQUESTS. */
export async function countConfirmation(
  context: Pick<ApiContext, 'db' | 'now'>,
  { email, emailVerified }: ProviderProfile,
): Promise<void> {
  if (email === undefined || emailVerified) return;
  await countTry(context.db, REGISTRATIONS_FOR_ADDRESS, email.toLowerCase(), context.now());
}
