import { implement } from '@orpc/server';
import {
  assertPasswordAllowed,
  requirePasswordOrRecentAuthentication,
  clearSessionCookie,
  updateUserName,
  getUser,
} from '#features/auth/index.ts';
import { consumeUploadLimit, removePictureFiles, saveAvatarImage } from '#features/media/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db } from '#platform/database/database.ts';
import { hashPassword } from '#platform/password.ts';
import { AppError } from '#shared/errors.ts';
import {
  assertEmailChangeAllowed,
  getPendingEmailChange,
  confirmEmailChange,
  requestEmailChange,
} from './actions/email-change.ts';
import { AVATAR_SIZE_PX, replaceAvatar } from './actions/avatar.ts';
import { assertAccountDeletable, exportPersonalData, deleteAccount } from './actions/account-deletion.ts';
import { revokeSession, revokeSessions, listOwnSessions } from './actions/sessions.ts';
import { changePassword } from './actions/change-password.ts';
import { deleteEmailChangeByUser, getProfile } from './queries.ts';
import { profileContract } from './contract.ts';

const profile = implement(profileContract).$context<ApiContext>();

/** Cached pages show names and avatars of authors. */
async function invalidateAuthorPages(db: Db): Promise<void> {
  for (const tag of ['blog', 'comments', 'projects']) await invalidateTag(db, tag);
}

/** Sets or removes the user's avatar and deletes the previous one's files. */
async function saveAvatar({ db, files, actor, now }: ApiContext, avatarId: string | null): Promise<void> {
  const { userId } = requireUser({ actor });
  const unused = await db.transaction(async tx => {
    await invalidateAuthorPages(tx);
    return replaceAvatar(tx, userId, avatarId, now());
  });
  if (unused) await removePictureFiles(files, unused);
}

export const profileHandlers = profile.router({
  get: profile.get.handler(({ context }) => getProfile(context.db, requireUser(context).userId, context.now())),
  update: profile.update.handler(async ({ context, input }) => {
    const { userId } = requireUser(context);
    await updateUserName(context.db, userId, input.name, new Date(context.now().epochMilliseconds));
    await invalidateAuthorPages(context.db);
    return getProfile(context.db, userId, context.now());
  }),
  deleteAccount: profile.deleteAccount.handler(async ({ context, input }) => {
    assertAccountDeletable(context);
    const { email } = requireUser(context);
    // The typed email confirms the account; password or recent sign-in confirms the user.
    if ((input.email ?? (input.password ? email : '')).trim().toLowerCase() !== email.toLowerCase()) {
      const sentence = 'Type the e-mail address of this account';
      throw new AppError('BAD_REQUEST', sentence, { email: sentence });
    }
    await requirePasswordOrRecentAuthentication(context, input.password, 'password');
    const avatarId = await context.db.transaction(tx => deleteAccount(tx, context));
    if (avatarId) await removePictureFiles(context.files, avatarId);
    clearSessionCookie(context);
    return { deleted: true as const };
  }),
  setAvatar: profile.setAvatar.handler(async ({ context, input }) => {
    await consumeUploadLimit(context.db, context);
    const avatar = await saveAvatarImage(context.db, context.files, input, AVATAR_SIZE_PX);
    await saveAvatar(context, avatar.id);
    return { avatar };
  }),
  removeAvatar: profile.removeAvatar.handler(async ({ context }) => {
    await saveAvatar(context, null);
    return { avatar: null };
  }),
  requestEmailChange: profile.requestEmailChange.handler(async ({ context, input }) => {
    await requirePasswordOrRecentAuthentication(context, input.password, 'password');
    await assertEmailChangeAllowed(context, input.email);
    await context.db.transaction(tx => requestEmailChange(tx, context, input.email));
    return { sentTo: input.email };
  }),
  cancelEmailChange: profile.cancelEmailChange.handler(async ({ context }) => ({
    cancelled: await deleteEmailChangeByUser(context.db, requireUser(context).userId),
  })),
  getEmailChange: profile.getEmailChange.handler(async ({ context, input }) => ({
    email: await getPendingEmailChange(context.db, input.token, context.now()),
  })),
  confirmEmailChange: profile.confirmEmailChange.handler(async ({ context, input }) => ({
    email: await context.db.transaction(tx => confirmEmailChange(tx, context, input.token)),
  })),
  changePassword: profile.changePassword.handler(async ({ context, input }) => {
    await assertPasswordAllowed(context.db, input.password, await getUser(context.db, requireUser(context).userId));
    await requirePasswordOrRecentAuthentication(context, input.currentPassword, 'currentPassword');
    const passwordHash = await hashPassword(input.password);
    await context.db.transaction(tx => changePassword(tx, context, passwordHash));
    return { changed: true as const };
  }),
  exportData: profile.exportData.handler(async ({ context }) => ({
    headers: { 'content-disposition': 'attachment; filename="my-data.json"' },
    body: new File([JSON.stringify(await exportPersonalData(context.db, context), null, 2)], 'my-data.json', {
      type: 'application/json',
    }),
  })),
  listSessions: profile.listSessions.handler(async ({ context }) => ({
    items: await listOwnSessions(context.db, context),
  })),
  revokeSession: profile.revokeSession.handler(async ({ context, input }) => {
    await context.db.transaction(tx => revokeSession(tx, context, input.id));
    if (input.id === requireUser(context).sessionId) clearSessionCookie(context);
    return { revokedCount: 1 };
  }),
  revokeOtherSessions: profile.revokeOtherSessions.handler(async ({ context }) => ({
    revokedCount: await context.db.transaction(tx => revokeSessions(tx, context, 'all other devices')),
  })),
  revokeAllSessions: profile.revokeAllSessions.handler(async ({ context }) => {
    const revokedCount = await context.db.transaction(tx => revokeSessions(tx, context, 'all devices'));
    clearSessionCookie(context);
    return { revokedCount };
  }),
});
