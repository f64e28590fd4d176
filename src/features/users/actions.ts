import { deleteUserSessions } from '#features/auth/index.ts';
import { enqueueEmail } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { SecurityEventType } from '#features/security-events/contract/event-labels.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { AssignableRole, UserDetails } from './contract.ts';
import { findUserDetailsByEmail, findUserDetailsForUpdate, updateUserDisabledAt, updateUserRole } from './queries.ts';

type UserActionContext = Pick<ApiContext, 'actor' | 'client' | 'now'>;

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/**
 * Returns a user by email (specification, getUserByEmail). Members may request only themselves and are refused others
 * before any lookup. Throws FORBIDDEN, and NOT_FOUND for the owner.
 */
export async function getUserByEmail(db: Db, context: Pick<ApiContext, 'actor'>, email: string): Promise<UserDetails> {
  const actor = requireUser(context);
  if (actor.role !== 'owner' && actor.email.toLowerCase() !== email.toLowerCase()) {
    throw new AppError('FORBIDDEN', 'You may look up nobody but yourself.');
  }
  const person = await findUserDetailsByEmail(db, email);
  if (!person) throw new AppError('NOT_FOUND', 'Nobody has an account with this address.');
  return person;
}

async function getUserForUpdate(tx: Transaction, id: string): Promise<UserDetails> {
  const person = await findUserDetailsForUpdate(tx, id);
  if (!person) throw new AppError('NOT_FOUND', 'This account does not exist. It may have been deleted.');
  return person;
}

async function recordUserEvent(
  tx: Transaction,
  context: UserActionContext,
  event: SecurityEventType,
  person: UserDetails,
  detail?: string,
): Promise<void> {
  const { id: userId, email } = person;
  const actorEmail = requireUser(context).email;
  await recordSecurityEvent(tx, context, event, { userId, email, actorEmail, detail });
}

/** Sets a user's role to member or author. Throws NOT_FOUND, and CONFLICT for the owner. */
export async function changeUserRole(
  tx: Transaction,
  context: UserActionContext,
  input: { id: string; role: AssignableRole },
): Promise<UserDetails> {
  const person = await getUserForUpdate(tx, input.id);
  if (person.role === 'owner') throw new AppError('CONFLICT', 'The owner’s role cannot be changed.');
  if (person.role === input.role) return person;
  await updateUserRole(tx, person.id, input.role, dateOf(context.now()));
  await recordUserEvent(tx, context, 'role_changed', person, `${person.role} → ${input.role}`);
  return { ...person, role: input.role };
}

/**
 * Disables an account, ends all its sessions and notifies the user by email (domain, "Who may do what"). Throws
 * NOT_FOUND, and CONFLICT for the owner.
 */
export async function disableUser(
  tx: Transaction,
  context: UserActionContext & Pick<ApiContext, 'jobs' | 'siteUrl' | 'renderEmail'>,
  id: string,
): Promise<UserDetails> {
  const person = await getUserForUpdate(tx, id);
  if (person.role === 'owner') throw new AppError('CONFLICT', 'The owner’s account cannot be disabled.');
  if (person.disabledAt) return person;
  const at = dateOf(context.now());
  await updateUserDisabledAt(tx, person.id, at, at);
  await deleteUserSessions(tx, person.id);
  await recordUserEvent(tx, context, 'account_disabled', person);
  const { name, email } = person;
  await enqueueEmail(tx, context, { to: { name, email }, template: 'account_disabled', props: { name } });
  return { ...person, disabledAt: at.toISOString(), lastActiveAt: null };
}

/** Enables an account. Throws NOT_FOUND. */
export async function enableUser(tx: Transaction, context: UserActionContext, id: string): Promise<UserDetails> {
  const person = await getUserForUpdate(tx, id);
  if (!person.disabledAt) return person;
  await updateUserDisabledAt(tx, person.id, null, dateOf(context.now()));
  // A sign-in concurrent with the disabling may have left a session, which must not become valid.
  await deleteUserSessions(tx, person.id);
  await recordUserEvent(tx, context, 'account_enabled', person);
  return { ...person, disabledAt: null, lastActiveAt: null };
}

/** Ends a user's sessions; for the current user, all but the current one. Throws NOT_FOUND. */
export async function revokeUserSessions(
  tx: Transaction,
  context: UserActionContext,
  id: string,
): Promise<UserDetails> {
  const person = await getUserForUpdate(tx, id);
  const actor = requireUser(context);
  const own = actor.userId === person.id;
  const ended = await deleteUserSessions(tx, person.id, own ? actor.sessionId : undefined);
  if (ended > 0) {
    await recordUserEvent(tx, context, 'sessions_revoked', person, ended === 1 ? '1 session' : `${ended} sessions`);
  }
  return own ? person : { ...person, lastActiveAt: null };
}
