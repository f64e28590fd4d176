import { hasUserWithAvatar, updateUserAvatar } from '#features/auth/queries/user-changes.ts';
import { deleteUnusedPicture } from '#features/media/queries/pictures.ts';
import type { Transaction } from '#platform/database/database.ts';

/** A portrait is a square of at most so many pixels a side: the large one on a dense screen. */
export const AVATAR_SIZE_PX = 800;

/**
 * Gives a person another portrait, or none. Answers the id of the one before when nobody uses it any more: its row is
 * gone, and its files are to be removed once the transaction is through.
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
