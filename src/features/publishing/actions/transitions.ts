import type { EmailServices } from '#features/email/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { lockEntry, toEntryActor, type EntryStore, type StoredContent, type StoredRow } from './entries.ts';
import type { RenderingOf } from './rendering.ts';
import { saveRevision } from './revisions.ts';
import {
  assertPublishable,
  toDate,
  parseScheduledInstant,
  assertPastTime,
  assertFutureTime,
  notifyOwner,
  notifyAuthor,
} from './scheduling.ts';
import type { PublishingTransition } from '../contract/status.ts';
import { insertTransition, lockScheduledEntries } from '../queries/entries.ts';
import { findTransitionError, getNextStatus, toPublishingState } from '../rules/transitions.ts';

type Context = Pick<ApiContext, 'actor'> & EmailServices;

export interface TransitionInput<Id> {
  readonly id: Id;
  readonly transition: PublishingTransition;
  /** When to publish, or the earlier date to publish under. */
  readonly publishAt?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * Applies a transition (rules/transitions.ts). Returns the ID, which the first publication may change. Throws NOT_FOUND,
 * CONFLICT with the reason if it is not allowed, BAD_REQUEST if the entry is incomplete or the time is invalid.
 */
export async function transitionEntry<Row extends StoredRow, Content extends StoredContent>(
  tx: Transaction,
  context: Context,
  renderingOf: RenderingOf,
  store: EntryStore<Row, Content>,
  input: TransitionInput<Row['entry']['id']>,
): Promise<Row['entry']['id']> {
  const row = await lockEntry(tx, context, store, input.id);
  const { entry, author } = row;
  const { noun } = store;
  const content = store.toContent(row);
  const { title } = content;
  const missing = store.findPublishErrors(content);
  const standing = toPublishingState({ ...entry, hasUnpublishedChanges: entry.unpublishedChanges !== null });
  const refusal = findTransitionError(input.transition, standing, toEntryActor(context, store, row));
  if (refusal) throw new AppError('CONFLICT', refusal);

  const { userId } = requireUser(context);
  const now = context.now();
  const status = getNextStatus(input.transition, standing);
  await insertTransition(tx, {
    createdAt: toDate(now),
    transition: input.transition,
    ...store.toLogColumns(entry.id),
    actorId: userId,
  });
  const editUrl = context.siteUrl + store.editPath(entry.id);
  const settled = { status, submittedAt: null, scheduledFor: null, editedAt: toDate(now) };
  switch (input.transition) {
    case 'submit': {
      assertPublishable(missing);
      await store.update(tx, entry, { status, submittedAt: toDate(now) });
      const revision = { version: entry.version, content, reason: 'submitted' as const };
      await saveRevision(tx, context, store.revisions, entry.id, revision);
      await notifyOwner(tx, context, { noun, title, writer: author.name ?? 'Someone', url: editUrl });
      break;
    }
    case 'publish': {
      const asked = assertPastTime(await parseScheduledInstant(tx, input.publishAt), noun, now);
      assertPublishable(missing);
      const { id, path } = await store.publish(tx, context, renderingOf, row, asked);
      await notifyOtherAuthor({ url: context.siteUrl + path });
      return id;
    }
    case 'schedule': {
      assertPublishable(missing);
      const at = assertFutureTime(await parseScheduledInstant(tx, input.publishAt), noun, now);
      await store.update(tx, entry, { ...settled, scheduledFor: toDate(at) });
      await context.jobs.enqueue(tx, store.queue, {}, { notBefore: at });
      break;
    }
    case 'request_changes':
      await store.update(tx, entry, settled);
      await notifyOtherAuthor({ url: editUrl, note: input.message ?? '' });
      break;
    case 'discard_changes':
      await store.update(tx, entry, { unpublishedChanges: null, submittedAt: null, version: entry.version + 1 });
      break;
    default:
      await store.update(tx, entry, settled);
  }
  return entry.id;

  /** Notifies the author, unless they made the transition themselves. */
  async function notifyOtherAuthor(about: { url: string; note?: string }): Promise<void> {
    const { name, email } = author;
    if (!name || !email || author.userId === userId) return;
    await notifyAuthor(tx, context, { name, email }, { noun, title, ...about });
  }
}

/**
 * Publishes the entries whose scheduled time has come, each under that time. Incomplete ones become drafts again so they
 * don't block the others. Returns how many were published.
 */
export async function publishScheduledEntries<Row extends StoredRow, Content extends StoredContent>(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  renderingOf: RenderingOf,
  store: EntryStore<Row, Content>,
): Promise<number> {
  let published = 0;
  for (const id of await lockScheduledEntries(tx, store.table, toDate(context.now()))) {
    const row = await store.getRow(tx, id);
    if (await publishOnSchedule(row)) published += 1;
    else await store.update(tx, row.entry, { status: 'draft', scheduledFor: null });
  }
  return published;

  /** Returns whether the entry could be published. */
  async function publishOnSchedule(row: Row): Promise<boolean> {
    const { id, scheduledFor } = row.entry;
    if (Object.keys(store.findPublishErrors(store.toContent(row))).length > 0) return false;
    const now = context.now();
    const at = scheduledFor ? Temporal.Instant.fromEpochMilliseconds(scheduledFor.getTime()) : now;
    try {
      await tx.transaction(async step => {
        await insertTransition(step, { createdAt: toDate(now), transition: 'publish', ...store.toLogColumns(id) });
        await store.publish(tx, context, renderingOf, row, at);
      });
      return true;
    } catch (error) {
      // An entry that can't be rendered must not block the others.
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}
