import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import { toDate } from './scheduling.ts';
import type { RevisionSummary } from '../contract/schemas.ts';
import {
  deleteOldRevisions,
  findNewestRevision,
  insertRevision,
  type RevisionStore,
  updateRevision,
} from '../queries/revisions.ts';

/** Limits saves per account; autosave uses about half of this. */
const SAVES: RateLimit = { name: 'saves', maxAttempts: 60, windowSeconds: 60 };

/** Counts a save of a post or project by the current user. Throws TOO_MANY_REQUESTS. */
export function countSave(context: Pick<ApiContext, 'actor' | 'db' | 'now'>): Promise<void> {
  return consumeRateLimit(context.db, SAVES, requireUser(context).userId, context.now());
}

/** Limits previews per account or, for shared links, per network. */
const PREVIEWS: RateLimit = { name: 'previews', maxAttempts: 60, windowSeconds: 300 };

/** Counts an opened preview, since each may need rendering. Throws TOO_MANY_REQUESTS. */
export function countPreview(context: Pick<ApiContext, 'actor' | 'client' | 'db' | 'now'>): Promise<void> {
  return consumeRateLimit(context.db, PREVIEWS, previewerOf(context), context.now());
}

/** Returns the user ID or, for visitors, the network that previews are counted under. */
export function previewerOf({ actor, client }: Pick<ApiContext, 'actor' | 'client'>): string {
  return actor.role === 'visitor' ? client.network : actor.userId;
}

/** Throws CONFLICT if the text was saved after `version` or is deleted. */
export function assertVersion(
  text: { readonly version: number; readonly deletedAt: Date | null },
  version: number,
  noun: 'post' | 'project',
): void {
  if (text.deletedAt) {
    throw new AppError('CONFLICT', `This ${noun} is deleted. Have it back first; nothing you wrote is lost.`);
  }
  if (text.version === version) return;
  throw new AppError(
    'CONFLICT',
    `This ${noun} was saved somewhere else since you opened it here. Nothing was overwritten.`,
    { version: `It is at version ${text.version} now.` },
  );
}

/** Maximum number of saved revisions kept per text. */
const MOST_REVISIONS = 200;

/** Saves by one person within this many minutes share one revision. */
const SITTING_MINUTES = 10;

/**
 * Saves the content as a new revision or into the revision of the current editing session. Also stores `before` if the
 * text has no revision yet, as with sample content.
 */
export async function saveRevision<Id, Content extends { readonly markdown: string }>(
  tx: Transaction,
  context: Pick<ApiContext, 'now'> & Partial<Pick<ApiContext, 'actor'>>,
  revisions: RevisionStore<Id, Content>,
  textId: Id,
  revision: { version: number; content: Content; reason: RevisionSummary['reason'] },
  before?: { content: Content; at: Date },
): Promise<void> {
  const now = context.now();
  const savedBy = context.actor && context.actor.role !== 'visitor' ? context.actor.userId : null;
  const newest = await findNewestRevision(tx, revisions, textId);
  if (newest && revision.reason === 'saved' && isSameSitting(newest, savedBy, now)) {
    const { version, content } = revision;
    await updateRevision(tx, revisions, newest.id, { version, content, savedAt: toDate(now) });
    return;
  }
  if (!newest && before) {
    const version = revision.version - 1;
    await insertRevision(tx, revisions, textId, { ...before, version, reason: 'saved', savedBy: null });
  }
  await insertRevision(tx, revisions, textId, { ...revision, savedBy, at: toDate(now) });
  await deleteOldRevisions(tx, revisions, textId, MOST_REVISIONS);
}

/** Returns whether a save continues the editing session of the newest revision. */
function isSameSitting(
  newest: { reason: string; savedBy: string | null; begunAt: Date },
  savedBy: string | null,
  now: Temporal.Instant,
): boolean {
  const began = now.subtract({ minutes: SITTING_MINUTES }).epochMilliseconds;
  return newest.reason === 'saved' && newest.savedBy === savedBy && newest.begunAt.getTime() > began;
}
