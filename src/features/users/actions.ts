import { deleteSessionsOf } from '#features/auth/sessions/queries/sessions.ts';
import { queueMail } from '#features/email/actions.ts';
import { recordSecurityEvent } from '#features/security-events/actions.ts';
import type { SecurityEvent } from '#features/security-events/contract.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { GivenRole, Person } from './contract.ts';
import { findPersonByEmail, findPersonToChange, updateDisabled, updateRole } from './queries.ts';

type ChangeContext = Pick<ApiContext, 'actor' | 'client' | 'now'>;

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/**
 * Somebody by e-mail (specification, getUserByEmail). Members may ask for themselves only, and are refused all others
 * before anybody looks whether they exist. Throws FORBIDDEN, and NOT_FOUND to the owner.
 */
export async function lookUpPerson(db: Db, context: Pick<ApiContext, 'actor'>, email: string): Promise<Person> {
  const actor = signedInActor(context);
  if (actor.role !== 'owner' && actor.email.toLowerCase() !== email.toLowerCase()) {
    throw new AppError('FORBIDDEN', 'You may look up nobody but yourself.');
  }
  const person = await findPersonByEmail(db, email);
  if (!person) throw new AppError('NOT_FOUND', 'Nobody has an account with this address.');
  return person;
}

async function getPerson(tx: Transaction, id: string): Promise<Person> {
  const person = await findPersonToChange(tx, id);
  if (!person) throw new AppError('NOT_FOUND', 'This account does not exist. It may have been deleted.');
  return person;
}

async function recordChange(
  tx: Transaction,
  context: ChangeContext,
  event: SecurityEvent,
  person: Person,
  detail?: string,
): Promise<void> {
  const { id: userId, email } = person;
  const actorEmail = signedInActor(context).email;
  await recordSecurityEvent(tx, context, event, { userId, email, actorEmail, ...(detail ? { detail } : {}) });
}

/** Makes somebody a member or an author. Throws NOT_FOUND, and CONFLICT for the owner. */
export async function changeRole(
  tx: Transaction,
  context: ChangeContext,
  input: { id: string; role: GivenRole },
): Promise<Person> {
  const person = await getPerson(tx, input.id);
  if (person.role === 'owner') throw new AppError('CONFLICT', 'The owner’s role cannot be changed.');
  if (person.role === input.role) return person;
  await updateRole(tx, person.id, input.role, dateOf(context.now()));
  await recordChange(tx, context, 'role-changed', person, `${person.role} → ${input.role}`);
  return { ...person, role: input.role };
}

/**
 * Locks an account, ends all its sessions at once and tells its person by mail (domain, "Who may do what"). Throws
 * NOT_FOUND, and CONFLICT for the owner.
 */
export async function disablePerson(
  tx: Transaction,
  context: ChangeContext & Pick<ApiContext, 'jobs' | 'siteUrl' | 'writeMail'>,
  id: string,
): Promise<Person> {
  const person = await getPerson(tx, id);
  if (person.role === 'owner') throw new AppError('CONFLICT', 'The owner’s account cannot be disabled.');
  if (person.disabledAt) return person;
  const at = dateOf(context.now());
  await updateDisabled(tx, person.id, at, at);
  await deleteSessionsOf(tx, person.id);
  await recordChange(tx, context, 'disabled', person);
  const { name, email: address } = person;
  await queueMail(tx, context, { to: { name, address }, template: 'accountDisabled', props: { name } });
  return { ...person, disabledAt: at.toISOString(), lastSeenAt: null };
}

/** Unlocks an account. Throws NOT_FOUND. */
export async function enablePerson(tx: Transaction, context: ChangeContext, id: string): Promise<Person> {
  const person = await getPerson(tx, id);
  if (!person.disabledAt) return person;
  await updateDisabled(tx, person.id, null, dateOf(context.now()));
  // Who signed in at the very moment of the disabling has a session that counts for nothing; it must not come to life.
  await deleteSessionsOf(tx, person.id);
  await recordChange(tx, context, 'enabled', person);
  return { ...person, disabledAt: null, lastSeenAt: null };
}

/** Ends somebody's sessions; of one's own all but the one in use. Throws NOT_FOUND. */
export async function signPersonOut(tx: Transaction, context: ChangeContext, id: string): Promise<Person> {
  const person = await getPerson(tx, id);
  const actor = signedInActor(context);
  const own = actor.userId === person.id;
  const ended = await deleteSessionsOf(tx, person.id, own ? actor.sessionId : undefined);
  if (ended > 0) {
    await recordChange(tx, context, 'sessions-ended', person, ended === 1 ? '1 session' : `${ended} sessions`);
  }
  return own ? person : { ...person, lastSeenAt: null };
}
