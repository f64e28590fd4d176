import { hasUserWithAvatar, updateUserAvatar } from '#features/auth/index.ts';
import { deleteUnusedPicture } from '#features/media/index.ts';
import type { Transaction } from '#platform/database/database.ts';

/** Maximum width and height of an avatar in pixels: the large one on a high-density screen. */
export const AVATAR_SIZE_PX = 800;

/**
 * Sets or removes a user's avatar. Returns the previous avatar's id if it is unused: its row is deleted, and its files
 * are to be deleted after the commit.
 */
export async function replaceAvatar(
  tx: Transaction,
  userId: string,
  avatarId: string | null,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const before = await updateUserAvatar(tx, userId, avatarId, new Date(now.epochMilliseconds));
  if (before === null || before === avatarId || (await hasUserWithAvatar(tx, before))) return undefined;
  return (await deleteUnusedPicture(tx, before)) ? before : undefined;
}
