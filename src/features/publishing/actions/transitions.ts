import { findOwner } from '#features/auth/index.ts';
import { enqueueEmail, type EmailServices } from '#features/email/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate, toInstant } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { PublishingTransition } from '../contract/status.ts';
import { lockNextScheduledEntry } from '../queries/entries.ts';
import { saveRevision } from '../queries/revisions.ts';
import { findTransitionError, getNextStatus, toPublishingState } from '../rules/transitions.ts';
import { publishingTransitions } from '../tables.ts';
import {
  lockEntry,
  toEntryActor,
  type EntryId,
  type EntryStore,
  type StoredContent,
  type StoredRow,
} from './entries.ts';
import type { RenderingOf } from './rendering.ts';
import { parseScheduledInstant, assertPastTime, assertFutureTime } from './scheduling.ts';

type Context = Pick<ApiContext, 'actor'> & EmailServices;

export interface TransitionInput<Id> {
  readonly id: Id;
  readonly transition: PublishingTransition;
  /** When to publish, or the earlier date to publish under. */
  readonly publishAt?: string | undefined;
  readonly message?: string | undefined;
  readonly sendsNewsletter?: boolean | undefined;
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
  input: TransitionInput<EntryId<Row>>,
): Promise<EntryId<Row>> {
  const row = await lockEntry(tx, context, store, input.id);
  const { entry, author } = row;
  const { noun } = store;
  const content = store.toContent(row);
  const { title } = content;
  const state = toPublishingState({ ...entry, hasUnpublishedChanges: entry.unpublishedChanges !== null });
  const error = findTransitionError(input.transition, state, toEntryActor(context, store, row));
  if (error) throw new AppError('CONFLICT', error);

  const { userId } = requireUser(context);
  const now = context.now();
  const status = getNextStatus(input.transition, state);
  const publishAt = input.publishAt === undefined ? undefined : await parseScheduledInstant(tx, input.publishAt);
  await tx.insert(publishingTransitions).values({
    createdAt: toDate(now),
    transition: input.transition,
    ...store.toLogColumns(entry.id),
    actorId: userId,
    ...(input.transition === 'request_changes' && input.message !== undefined && { note: input.message }),
  });
  const editUrl = context.siteUrl + store.editPath(entry.id);
  const changes = { status, submittedAt: null, scheduledFor: null, editedAt: toDate(now) };
  switch (input.transition) {
    case 'submit': {
      assertPublishable();
      await store.update(tx, entry, { status, submittedAt: toDate(now) });
      const revision = { version: entry.version, content, reason: 'submitted' as const };
      await saveRevision(tx, context, store.revisions, entry.id, revision);
      const owner = await findOwner(tx);
      if (!owner) break;
      const { name, email } = owner;
      const props = { name, noun, title, writer: author.name ?? 'Someone', url: editUrl };
      await enqueueEmail(tx, context, { to: { name, email }, template: 'entry_submitted', props });
      break;
    }
    case 'publish': {
      const asked = publishAt && assertPastTime(publishAt, noun, now);
      assertPublishable();
      const { id, path } = await publishEntry(tx, context, renderingOf, store, row, asked);
      await notifyOtherAuthor(context.siteUrl + path);
      return id;
    }
    case 'schedule': {
      assertPublishable();
      const at = assertFutureTime(publishAt, noun, now);
      await store.update(tx, entry, { ...changes, scheduledFor: toDate(at) });
      await context.jobs.enqueue(tx, store.queue, {}, { notBefore: at });
      break;
    }
    case 'request_changes':
      await store.update(tx, entry, changes);
      await notifyOtherAuthor(editUrl, input.message ?? '');
      break;
    case 'discard_changes':
      await store.update(tx, entry, { unpublishedChanges: null, submittedAt: null, version: entry.version + 1 });
      break;
    default:
      await store.update(tx, entry, changes);
  }
  return entry.id;

  /** Throws BAD_REQUEST with the publish errors by field. */
  function assertPublishable(): void {
    const missing = store.findPublishErrors(content);
    const [first] = Object.values(missing);
    if (first) throw new AppError('BAD_REQUEST', first, missing);
  }

  /** Notifies the author that it was published, or sent back with a note, unless they made the transition themselves. */
  async function notifyOtherAuthor(url: string, note?: string): Promise<void> {
    const { name, email } = author;
    if (!name || !email || author.userId === userId) return;
    const to = { name, email };
    const props = { name, noun, title, url };
    if (note === undefined) await enqueueEmail(tx, context, { to, template: 'entry_published', props });
    else await enqueueEmail(tx, context, { to, template: 'entry_changes_requested', props: { ...props, note } });
  }
}

/** Publishes the latest content of an entry under the given time or its existing one. */
async function publishEntry<Row extends StoredRow, Content extends StoredContent>(
  tx: Transaction,
  context: Pick<ApiContext, 'now'> & Partial<Pick<ApiContext, 'actor'>>,
  renderingOf: RenderingOf,
  store: EntryStore<Row, Content>,
  row: Row,
  asked: Temporal.Instant | undefined,
) {
  const content = store.toContent(row);
  const rendering = renderingOf(content.markdown);
  const published = await store.publish(tx, row, content, rendering, { now: context.now(), asked });
  const revision = { version: row.entry.version, content, reason: 'published' as const };
  await saveRevision(tx, context, store.revisions, published.id, revision);
  return published;
}

/**
 * Publishes the first entry with a scheduled time that has come, under that time. An incomplete one becomes a draft
 * again. Returns whether it was published, or undefined if none is due.
 */
export async function publishNextScheduledEntry<Row extends StoredRow, Content extends StoredContent>(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  renderingOf: RenderingOf,
  store: EntryStore<Row, Content>,
): Promise<boolean | undefined> {
  const id = await lockNextScheduledEntry(tx, store.table, toDate(context.now()));
  if (id === undefined) return undefined;
  const row = await store.getRow(tx, id);
  const { scheduledFor } = row.entry;
  const now = context.now();
  const at = scheduledFor ? toInstant(scheduledFor) : now;
  const isPublished = Object.keys(store.findPublishErrors(store.toContent(row))).length === 0 && (await publish());
  if (!isPublished) await store.update(tx, row.entry, { status: 'draft', scheduledFor: null });
  return isPublished;

  /** Returns whether the text could be rendered and published. */
  async function publish(): Promise<boolean> {
    try {
      await tx.transaction(async step => {
        const log = { createdAt: toDate(now), transition: 'publish' as const, ...store.toLogColumns(row.entry.id) };
        await step.insert(publishingTransitions).values(log);
        await publishEntry(step, context, renderingOf, store, row, at);
      });
      return true;
    } catch (error) {
      // An entry that can't be rendered must not block the others.
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}
