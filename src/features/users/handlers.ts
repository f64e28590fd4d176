import { implement } from '@orpc/server';
import { deleteUserSessions, updateUser } from '#features/auth/index.ts';
import { enqueueEmail } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { SecurityEventType } from '#features/security-events/contract/event-labels.ts';
import { getOwnerDate } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Transaction } from '#platform/database/database.ts';
import { cellsIn, csvDownload } from '#platform/http/csv-download.ts';
import { AppError } from '#shared/errors.ts';
import { pageOf } from '#shared/lists.ts';
import { type UserDetails, usersContract } from './contract.ts';
import { countUsers, findUserDetailsByEmail, findUserDetailsForUpdate, listAllUsers, listUsers } from './queries.ts';

const users = implement(usersContract).$context<ApiContext>();

async function getUserForUpdate(tx: Transaction, id: string): Promise<UserDetails> {
  const person = await findUserDetailsForUpdate(tx, id);
  if (!person) throw new AppError('NOT_FOUND', 'This account doesn’t exist. It may have been deleted.');
  return person;
}

async function recordUserEvent(
  tx: Transaction,
  context: ApiContext,
  event: SecurityEventType,
  { id: userId, email }: UserDetails,
  detail?: string,
) {
  await recordSecurityEvent(tx, context, event, { userId, email, actorEmail: requireUser(context).email, detail });
}

export const usersHandlers = users.router({
  list: users.list.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([listUsers(context.db, input), countUsers(context.db, input)]);
    return pageOf(input, items, total);
  }),
  export: users.export.handler(async ({ context, input }) => {
    const parts = listAllUsers(context.db, input);
    const heading = ['Name', 'Email', 'Role', 'Status', 'Joined', 'Last seen'];
    const cells = cellsIn(parts, ({ name, email, role, disabledAt, createdAt, lastActiveAt }) => {
      return [name, email, role, disabledAt ? 'disabled' : 'active', createdAt, lastActiveAt ?? ''];
    });
    return csvDownload(`people-${await getOwnerDate(context.db, context.now())}.csv`, heading, cells);
  }),
  // Members may request only themselves and are refused others before any lookup (specification, getUserByEmail).
  getByEmail: users.getByEmail.handler(async ({ context, input: { email } }) => {
    const actor = requireUser(context);
    if (actor.role !== 'owner' && actor.email.toLowerCase() !== email.toLowerCase()) {
      throw new AppError('FORBIDDEN', 'You can only look up your own account.');
    }
    const person = await findUserDetailsByEmail(context.db, email);
    if (!person) throw new AppError('NOT_FOUND', 'No account has this email address.');
    return person;
  }),
  updateRole: users.updateRole.handler(
    inTransaction(async (tx, context, { id, role }) => {
      const person = await getUserForUpdate(tx, id);
      if (person.role === 'owner') throw new AppError('CONFLICT', 'The owner’s role can’t be changed.');
      if (person.role === role) return person;
      await updateUser(tx, id, { role, updatedAt: toDate(context.now()) });
      await recordUserEvent(tx, context, 'role_changed', person, `${person.role} → ${role}`);
      return { ...person, role };
    }),
  ),
  disable: users.disable.handler(
    inTransaction(async (tx, context, { id }) => {
      const person = await getUserForUpdate(tx, id);
      if (person.role === 'owner') throw new AppError('CONFLICT', 'The owner’s account can’t be disabled.');
      if (person.disabledAt) return person;
      const { name, email } = person;
      const at = toDate(context.now());
      await updateUser(tx, id, { disabledAt: at, updatedAt: at });
      await deleteUserSessions(tx, id);
      await recordUserEvent(tx, context, 'account_disabled', person);
      await enqueueEmail(tx, context, { to: { name, email }, template: 'account_disabled', props: { name } });
      return { ...person, disabledAt: at.toISOString(), lastActiveAt: null };
    }),
  ),
  enable: users.enable.handler(
    inTransaction(async (tx, context, { id }) => {
      const person = await getUserForUpdate(tx, id);
      if (!person.disabledAt) return person;
      await updateUser(tx, id, { disabledAt: null, updatedAt: toDate(context.now()) });
      // A sign-in concurrent with the disabling may have left a session, which must not become valid.
      await deleteUserSessions(tx, id);
      await recordUserEvent(tx, context, 'account_enabled', person);
      return { ...person, disabledAt: null, lastActiveAt: null };
    }),
  ),
  // The caller's current session stays.
  revokeSessions: users.revokeSessions.handler(
    inTransaction(async (tx, context, { id }) => {
      const person = await getUserForUpdate(tx, id);
      const actor = requireUser(context);
      const isSelf = actor.userId === id;
      const ended = await deleteUserSessions(tx, id, isSelf ? actor.sessionId : undefined);
      if (ended > 0) {
        await recordUserEvent(tx, context, 'sessions_revoked', person, ended === 1 ? '1 session' : `${ended} sessions`);
      }
      return isSelf ? person : { ...person, lastActiveAt: null };
    }),
  ),
});
