import { implement } from '@orpc/server';
import {
  assertPasswordAllowed,
  clearSessionCookie,
  deleteSession,
  deleteUser,
  deleteUserSessions,
  getUser,
  listSessions,
  requirePasswordOrRecentAuthentication,
  updateUser,
  updateUserAvatar,
  upsertPasswordHash,
} from '#features/auth/index.ts';
import { enqueueEmail } from '#features/email/index.ts';
import { consumeUploadLimit, deleteUnusedPicture, removePictureFiles, saveAvatarImage } from '#features/media/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { listPersonalData } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { hashPassword } from '#platform/password.ts';
import { AppError } from '#shared/errors.ts';
import { formatUserAgent } from '#shared/user-agent.ts';
import { confirmEmailChange, getPendingEmailChange, requestEmailChange } from './actions/email-change.ts';
import { OWN_EMAIL, profileContract } from './contract.ts';
import { deleteEmailChangeByUser, getProfile } from './queries.ts';

const profile = implement(profileContract).$context<ApiContext>();

/** Maximum width and height of an avatar in pixels: the large one on a high-density screen. */
const AVATAR_SIZE_PX = 800;

/** Cached pages show names and avatars of authors. */
async function invalidateAuthorPages(db: Db) {
  for (const tag of ['blog', 'comments', 'projects']) await invalidateTag(db, tag);
}

/**
 * Sets or removes the user's avatar. Returns the previous one's id if it is unused: its row is deleted; delete its files
 * after the commit.
 */
async function replaceAvatar(tx: Transaction, context: ApiContext, avatarId: string | null) {
  const unused = await updateUserAvatar(tx, requireUser(context).userId, avatarId, toDate(context.now()));
  return unused && (await deleteUnusedPicture(tx, unused)) ? unused : undefined;
}

/** Replaces the avatar and updates cached pages. Throws NOT_FOUND if the account was deleted. */
async function changeAvatar(tx: Transaction, context: ApiContext, avatarId: string | null) {
  await invalidateAuthorPages(tx);
  const unused = await replaceAvatar(tx, context, avatarId);
  await getUser(tx, requireUser(context).userId);
  return unused;
}

/** Ends all of the current user's sessions, or all but this one. */
const revokeSessions = (which: 'all devices' | 'all other devices') =>
  inTransaction(async (tx, context) => {
    const { userId, email, sessionId } = requireUser(context);
    const revokedCount = await deleteUserSessions(tx, userId, which === 'all devices' ? undefined : sessionId);
    if (revokedCount > 0) await recordSecurityEvent(tx, context, 'sessions_revoked', { userId, email, detail: which });
    return { revokedCount };
  });

export const profileHandlers = profile.router({
  get: profile.get.handler(({ context }) => getProfile(context.db, requireUser(context).userId, context.now())),
  update: profile.update.handler(async ({ context, input }) => {
    const { userId } = requireUser(context);
    await updateUser(context.db, userId, { name: input.name, updatedAt: toDate(context.now()) });
    await invalidateAuthorPages(context.db);
    return getProfile(context.db, userId, context.now());
  }),
  // Keeps one security event with the address.
  deleteAccount: profile.deleteAccount.handler(async ({ context, input }) => {
    const { userId, email, role } = requireUser(context);
    if (role === 'owner') {
      throw new AppError('CONFLICT', 'You can’t delete the owner account because this site needs an owner.');
    }
    // The typed email confirms the account; password or recent sign-in confirms the user.
    if ((input.email ?? (input.password ? email : '')).trim().toLowerCase() !== email.toLowerCase()) {
      throw new AppError('BAD_REQUEST', OWN_EMAIL, { email: OWN_EMAIL });
    }
    await requirePasswordOrRecentAuthentication(context, input.password, 'password');
    const avatarId = await context.db.transaction(async tx => {
      const { name } = await getUser(tx, userId);
      // In reverse dependency order: references to a picture are deleted before the picture.
      for (const { erase } of listPersonalData(context).toReversed()) await erase?.(tx, { userId, email }, context);
      const unused = await replaceAvatar(tx, context, null);
      if (!(await deleteUser(tx, userId))) throw new AppError('NOT_FOUND', 'This account doesn’t exist.');
      const anonymous = { ...context, client: { ip: '', network: '', userAgent: '' } };
      await recordSecurityEvent(tx, anonymous, 'account_deleted', { email });
      await enqueueEmail(tx, context, { to: { name, email }, template: 'account_deleted', props: { name } });
      return unused;
    });
    if (avatarId) await removePictureFiles(context.files, avatarId);
    clearSessionCookie(context);
    return { deleted: true as const };
  }),
  setAvatar: profile.setAvatar.handler(async ({ context, input: file }) => {
    const { db, files } = context;
    await consumeUploadLimit(db, context);
    const { picture: avatar, result: unused } = await saveAvatarImage(
      db,
      files,
      { file, side: AVATAR_SIZE_PX },
      (tx, id) => changeAvatar(tx, context, id),
    );
    if (unused) await removePictureFiles(files, unused);
    return { avatar };
  }),
  removeAvatar: profile.removeAvatar.handler(async ({ context }) => {
    const unused = await context.db.transaction(tx => changeAvatar(tx, context, null));
    if (unused) await removePictureFiles(context.files, unused);
    return { avatar: null };
  }),
  requestEmailChange: profile.requestEmailChange.handler(async ({ context, input }) => {
    await requirePasswordOrRecentAuthentication(context, input.password, 'password');
    await requestEmailChange(context, input.email);
    return { sentTo: input.email };
  }),
  cancelEmailChange: profile.cancelEmailChange.handler(async ({ context }) => ({
    cancelled: await deleteEmailChangeByUser(context.db, requireUser(context).userId),
  })),
  getEmailChange: profile.getEmailChange.handler(({ context, input }) => getPendingEmailChange(context, input.token)),
  confirmEmailChange: profile.confirmEmailChange.handler(inTransaction(confirmEmailChange)),
  changePassword: profile.changePassword.handler(async ({ context, input }) => {
    const { userId, email, sessionId } = requireUser(context);
    await assertPasswordAllowed(context.db, input.password, await getUser(context.db, userId));
    await requirePasswordOrRecentAuthentication(context, input.currentPassword, 'currentPassword');
    const passwordHash = await hashPassword(input.password);
    await context.db.transaction(async tx => {
      const now = context.now();
      await upsertPasswordHash(tx, userId, passwordHash, toDate(now));
      await deleteUserSessions(tx, userId, sessionId);
      // A pending email change may be an attacker's.
      await deleteEmailChangeByUser(tx, userId);
      await recordSecurityEvent(tx, context, 'password_changed', { userId, email });
      const { name } = await getUser(tx, userId);
      await enqueueEmail(tx, context, {
        to: { name, email },
        template: 'password_changed',
        props: { name, occurredAt: now.toString() },
      });
    });
    return { changed: true as const };
  }),
  // All personal data by part (GDPR, article 20).
  exportData: profile.exportData.handler(async ({ context }) => {
    const { userId, email } = requireUser(context);
    const parts: Record<string, unknown> = { exportedAt: context.now().toString() };
    for (const { name, export: copy } of listPersonalData(context)) {
      if (copy) parts[name] = await copy(context.db, { userId, email }, context);
    }
    await recordSecurityEvent(context.db, context, 'data_exported', { userId, email });
    return {
      headers: { 'content-disposition': 'attachment; filename="my-data.json"' },
      body: new File([JSON.stringify(parts, null, 2)], 'my-data.json', { type: 'application/json' }),
    };
  }),
  // The current session first, then the most recently used.
  listSessions: profile.listSessions.handler(async ({ context }) => {
    const { userId, sessionId } = requireUser(context);
    const sessions = await listSessions(context.db, userId, toDate(context.now()));
    const items = sessions.map(({ id, userAgent, ip, signInMethod, createdAt, lastActiveAt }) => ({
      id,
      deviceName: formatUserAgent(userAgent),
      ip,
      signInMethod,
      createdAt: createdAt.toISOString(),
      lastActiveAt: lastActiveAt.toISOString(),
      isCurrent: id === sessionId,
    }));
    return { items: items.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent)) };
  }),
  revokeSession: profile.revokeSession.handler(async ({ context, input }) => {
    const { userId, email, sessionId } = requireUser(context);
    await context.db.transaction(async tx => {
      if (!(await deleteSession(tx, userId, input.id)))
        throw new AppError('NOT_FOUND', 'That session has already ended.');
      await recordSecurityEvent(tx, context, 'sessions_revoked', { userId, email, detail: 'one device' });
    });
    if (input.id === sessionId) clearSessionCookie(context);
    return { revokedCount: 1 };
  }),
  revokeOtherSessions: profile.revokeOtherSessions.handler(revokeSessions('all other devices')),
  revokeAllSessions: profile.revokeAllSessions.handler(async ({ context, input }) => {
    const ended = await revokeSessions('all devices')({ context, input });
    clearSessionCookie(context);
    return ended;
  }),
});
