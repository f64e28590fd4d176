import { implement } from '@orpc/server';
import { checkPassword } from '#features/auth/password/actions/policy-check.ts';
import { proveSelf } from '#features/auth/sessions/actions/reauthentication.ts';
import { takeBack } from '#features/auth/sessions/actions/sessions.ts';
import { updateUserName } from '#features/auth/queries/user-changes.ts';
import { getUser } from '#features/auth/queries/users.ts';
import { countUpload } from '#features/media/actions/media-library.ts';
import { removePictureFiles, saveSquareUpload } from '#features/media/actions/pictures.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Db } from '#platform/database/database.ts';
import { hashPassword } from '#platform/password.ts';
import { AppError } from '#shared/errors.ts';
import { checkAddressWish, checkNewAddress, confirmNewAddress, requestAddressChange } from './actions/email-change.ts';
import { AVATAR_SIDE, replaceAvatar } from './actions/avatar.ts';
import { checkMayLeave, collectPersonalData, deleteAccount } from './actions/account-deletion.ts';
import { endAllDevices, endDevice, endOtherDevices, listDevices } from './actions/sessions.ts';
import { changePassword } from './actions/change-password.ts';
import { getProfile } from './queries/profiles.ts';
import { profilesContract } from './contract.ts';
import { deleteAddressChangeOf } from './queries/email-changes.ts';

const profiles = implement(profilesContract).$context<ApiContext>();

/** Names and portraits stand beside what people wrote, on pages that are kept. */
async function announceByline(db: Db): Promise<void> {
  for (const tag of ['blog', 'comments', 'projects']) await announceChange(db, tag);
}

/** Puts a picture, or none, in the place of somebody's portrait, and removes the files of the one before. */
async function putAvatar({ db, files, actor, now }: ApiContext, avatarId: string | null): Promise<void> {
  const { userId } = signedInActor({ actor });
  const unused = await db.transaction(async tx => {
    await announceByline(tx);
    return replaceAvatar(tx, userId, avatarId, now());
  });
  if (unused) await removePictureFiles(files, unused);
}

export const profilesHandlers = profiles.router({
  mine: profiles.mine.handler(({ context }) => getProfile(context.db, signedInActor(context).userId, context.now())),
  rename: profiles.rename.handler(async ({ context, input }) => {
    const { userId } = signedInActor(context);
    await updateUserName(context.db, userId, input.name, new Date(context.now().epochMilliseconds));
    await announceByline(context.db);
    return getProfile(context.db, userId, context.now());
  }),
  deleteAccount: profiles.deleteAccount.handler(async ({ context, input }) => {
    checkMayLeave(context);
    const { email } = signedInActor(context);
    // Typing the address says which account is meant; the password, or a fresh sign-in, whose it is.
    if ((input.email ?? (input.password ? email : '')).trim().toLowerCase() !== email.toLowerCase()) {
      const sentence = 'Type the e-mail address of this account';
      throw new AppError('BAD_REQUEST', sentence, { email: sentence });
    }
    await proveSelf(context, input.password, 'password');
    const avatarId = await context.db.transaction(tx => deleteAccount(tx, context));
    if (avatarId) await removePictureFiles(context.files, avatarId);
    takeBack(context);
    return { deleted: true as const };
  }),
  setAvatar: profiles.setAvatar.handler(async ({ context, input }) => {
    await countUpload(context.db, context);
    const avatar = await saveSquareUpload(context.db, context.files, input, AVATAR_SIDE);
    await putAvatar(context, avatar.id);
    return { avatar };
  }),
  removeAvatar: profiles.removeAvatar.handler(async ({ context }) => {
    await putAvatar(context, null);
    return { avatar: null };
  }),
  requestAddressChange: profiles.requestAddressChange.handler(async ({ context, input }) => {
    await proveSelf(context, input.password, 'password');
    await checkAddressWish(context, input.email);
    await context.db.transaction(tx => requestAddressChange(tx, context, input.email));
    return { sentTo: input.email };
  }),
  cancelAddressChange: profiles.cancelAddressChange.handler(async ({ context }) => ({
    cancelled: await deleteAddressChangeOf(context.db, signedInActor(context).userId),
  })),
  checkNewAddress: profiles.checkNewAddress.handler(async ({ context, input }) => ({
    email: await checkNewAddress(context.db, input.token, context.now()),
  })),
  confirmNewAddress: profiles.confirmNewAddress.handler(async ({ context, input }) => ({
    email: await context.db.transaction(tx => confirmNewAddress(tx, context, input.token)),
  })),
  changePassword: profiles.changePassword.handler(async ({ context, input }) => {
    await checkPassword(context.db, input.password, await getUser(context.db, signedInActor(context).userId));
    await proveSelf(context, input.currentPassword, 'currentPassword');
    const passwordHash = await hashPassword(input.password);
    await context.db.transaction(tx => changePassword(tx, context, passwordHash));
    return { changed: true as const };
  }),
  exportData: profiles.exportData.handler(async ({ context }) => ({
    headers: { 'content-disposition': 'attachment; filename="my-data.json"' },
    body: new File([JSON.stringify(await collectPersonalData(context.db, context), null, 2)], 'my-data.json', {
      type: 'application/json',
    }),
  })),
  devices: profiles.devices.handler(async ({ context }) => ({ items: await listDevices(context.db, context) })),
  endDevice: profiles.endDevice.handler(async ({ context, input }) => {
    await context.db.transaction(tx => endDevice(tx, context, input.id));
    if (input.id === signedInActor(context).sessionId) takeBack(context);
    return { ended: 1 };
  }),
  endOtherDevices: profiles.endOtherDevices.handler(async ({ context }) => ({
    ended: await context.db.transaction(tx => endOtherDevices(tx, context)),
  })),
  logoutEverywhere: profiles.logoutEverywhere.handler(async ({ context }) => {
    const ended = await context.db.transaction(tx => endAllDevices(tx, context));
    takeBack(context);
    return { ended };
  }),
});
