import type { EmailServices } from '#features/email/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Queue } from '#platform/jobs/jobs.ts';
import { AppError } from '#shared/errors.ts';
import {
  assertPublishable,
  toDate,
  parseScheduledInstant,
  assertPastTime,
  assertFutureTime,
  notifyOwner,
  notifyAuthor,
} from './scheduling.ts';
import type { PublishingTransition, Status } from '../contract/status.ts';
import { insertTransition } from '../queries/transitions.ts';
import { findTransitionError, type PublishingState, getNextStatus, type EntryActor } from '../rules/transitions.ts';

type Context = Pick<ApiContext, 'actor'> & EmailServices;

export interface TransitionInput<Id> {
  readonly id: Id;
  readonly transition: PublishingTransition;
  /** When to publish, or the earlier date to publish under. */
  readonly publishAt?: string | undefined;
  readonly message?: string | undefined;
}

interface StandingColumns {
  readonly status?: Status;
  readonly unpublishedChanges?: null;
  readonly submittedAt?: Date | null;
  readonly scheduledFor?: Date | null;
  readonly editedAt?: Date;
  readonly version?: number;
}

/** A text that can be published, as its feature stores it. */
export interface PublishableEntry<Id> {
  /** Identifies the text in the transition log. */
  readonly subject: { readonly postId: number } | { readonly projectId: string };
  readonly scheduledFor: Date | null;
  /** Publish errors by field. */
  readonly missing: Readonly<Record<string, string>>;
  readonly update: (columns: StandingColumns) => Promise<void>;
  /** Publishes the latest content under the given time or its existing one. Returns the ID. */
  readonly publish: (at: Temporal.Instant | undefined) => Promise<Id>;
}

export interface TransitionableEntry<Id> extends PublishableEntry<Id> {
  readonly noun: 'post' | 'project';
  /** Publishes scheduled texts. */
  readonly queue: Queue;
  readonly id: Id;
  readonly title: string;
  readonly version: number;
  readonly standing: PublishingState;
  /** The person who makes the transition, in relation to the text, and its author. */
  readonly writer: EntryActor;
  readonly author: { readonly userId: string | null; readonly name: string | null; readonly email: string | null };
  readonly editPath: string;
  readonly readersPath: (id: Id) => string;
  readonly keepSubmitted: () => Promise<void>;
}

/**
 * Applies a transition (rules/transitions.ts). Returns the ID, which the first publication may change. Throws CONFLICT
 * with the reason if it is not allowed, BAD_REQUEST if the text is incomplete or the time is invalid.
 */
export async function transitionEntry<Id>(
  tx: Transaction,
  context: Context,
  text: TransitionableEntry<Id>,
  input: Omit<TransitionInput<Id>, 'id'>,
): Promise<Id> {
  const { noun, standing, title, missing, editPath } = text;
  const { userId } = requireUser(context);
  const refusal = findTransitionError(input.transition, standing, text.writer);
  if (refusal) throw new AppError('CONFLICT', refusal);

  const now = context.now();
  const status = getNextStatus(input.transition, standing);
  await insertTransition(tx, {
    createdAt: toDate(now),
    transition: input.transition,
    ...text.subject,
    actorId: userId,
  });
  const settled = { status, submittedAt: null, scheduledFor: null, editedAt: toDate(now) };
  switch (input.transition) {
    case 'submit':
      assertPublishable(missing);
      await text.update({ status, submittedAt: toDate(now) });
      await text.keepSubmitted();
      await notifyOwner(tx, context, {
        noun,
        title,
        writer: text.author.name ?? 'Somebody',
        url: context.siteUrl + editPath,
      });
      break;
    case 'publish': {
      const asked = assertPastTime(await parseScheduledInstant(tx, input.publishAt), noun, now);
      assertPublishable(missing);
      const id = await text.publish(asked);
      await tellItsWriter(tx, context, text, { url: context.siteUrl + text.readersPath(id) });
      return id;
    }
    case 'schedule': {
      assertPublishable(missing);
      const at = assertFutureTime(await parseScheduledInstant(tx, input.publishAt), noun, now);
      await text.update({ ...settled, scheduledFor: toDate(at) });
      await context.jobs.enqueue(tx, text.queue, {}, { notBefore: at });
      break;
    }
    case 'request_changes':
      await text.update(settled);
      await tellItsWriter(tx, context, text, { url: context.siteUrl + editPath, note: input.message ?? '' });
      break;
    case 'discard_changes':
      await text.update({ unpublishedChanges: null, submittedAt: null, version: text.version + 1 });
      break;
    default:
      await text.update(settled);
  }
  return text.id;
}

/** Notifies the author of what someone else did with their text. */
async function tellItsWriter<Id>(
  tx: Transaction,
  context: Context,
  { noun, title, author: { userId, name, email } }: TransitionableEntry<Id>,
  about: { url: string; note?: string },
): Promise<void> {
  if (!name || !email || userId === requireUser(context).userId) return;
  await notifyAuthor(tx, context, { name, email }, { noun, title, ...about });
}

/**
 * Publishes scheduled texts, each under its scheduled time. Incomplete ones become drafts again so they don't block the
 * others. Returns how many were published.
 */
export async function publishScheduledEntries<Id>(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  due: readonly Id[],
  textOf: (id: Id) => Promise<PublishableEntry<Id>>,
): Promise<number> {
  let published = 0;
  for (const id of due) {
    const { subject, scheduledFor, missing, update, publish } = await textOf(id);
    if (Object.keys(missing).length > 0) {
      await update({ status: 'draft', scheduledFor: null });
      continue;
    }
    const now = context.now();
    try {
      await tx.transaction(async step => {
        await insertTransition(step, { createdAt: toDate(now), transition: 'publish', ...subject });
        await publish(scheduledFor ? Temporal.Instant.fromEpochMilliseconds(scheduledFor.getTime()) : now);
      });
    } catch (error) {
      // A text that can't be rendered must not block the others.
      if (!(error instanceof AppError)) throw error;
      await update({ status: 'draft', scheduledFor: null });
      continue;
    }
    published += 1;
  }
  return published;
}
