import type { EmailServices } from '#features/email/actions.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
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

/** What somebody asks for. */
export interface TransitionInput<Id> {
  readonly id: Id;
  readonly move: PublishingTransition;
  /** When it is to appear, or under which date. */
  readonly at?: string | undefined;
  readonly note?: string | undefined;
}

/** The columns that say where a text stands, which posts and projects have alike. */
interface StandingColumns {
  readonly status?: Status;
  readonly pending?: null;
  readonly submittedAt?: Date | null;
  readonly scheduledFor?: Date | null;
  readonly changedAt?: Date;
  readonly version?: number;
}

/** A text that can go before its readers, as its feature has it. */
export interface PublishableEntry<Id> {
  /** How the log of moves names it. */
  readonly subject: { readonly postId: number } | { readonly projectId: string };
  readonly scheduledFor: Date | null;
  /** What keeps it from its readers, by field. */
  readonly missing: Readonly<Record<string, string>>;
  readonly update: (columns: StandingColumns) => Promise<void>;
  /** Puts what was written last before the readers, under the time that is given or the one that it has. Answers its id. */
  readonly publish: (at: Temporal.Instant | undefined) => Promise<Id>;
}

/** A text that somebody makes a move with. */
export interface TransitionableEntry<Id> extends PublishableEntry<Id> {
  readonly noun: 'post' | 'project';
  /** Whose pages show it, and the queue that publishes what is due. */
  readonly feature: 'blog' | 'projects';
  readonly queue: Queue;
  readonly id: Id;
  readonly title: string;
  readonly version: number;
  readonly isPublic: boolean;
  readonly standing: PublishingState;
  /** Who makes the move, seen from the text, and who wrote it. */
  readonly writer: EntryActor;
  readonly author: { readonly userId: string | null; readonly name: string | null; readonly email: string | null };
  readonly editPath: string;
  readonly readersPath: (id: Id) => string;
  /** Keeps what it says now. */
  readonly keepSubmitted: () => Promise<void>;
}

/**
 * Makes a move with a text (rules.ts). Answers its id, which the first publication may change. Throws CONFLICT with the
 * reason where the move is not to be made; and BAD_REQUEST where the text lacks something or the time does not fit.
 */
export async function transitionEntry<Id>(
  tx: Transaction,
  context: Context,
  text: TransitionableEntry<Id>,
  input: Omit<TransitionInput<Id>, 'id'>,
): Promise<Id> {
  const { noun, standing, title, missing, editPath } = text;
  const { userId } = requireUser(context);
  const refusal = findTransitionError(input.move, standing, text.writer);
  if (refusal) throw new AppError('CONFLICT', refusal);

  const now = context.now();
  const status = getNextStatus(input.move, standing);
  await insertTransition(tx, { at: toDate(now), move: input.move, ...text.subject, byId: userId });
  const settled = { status, submittedAt: null, scheduledFor: null, changedAt: toDate(now) };
  switch (input.move) {
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
      const asked = assertPastTime(await parseScheduledInstant(tx, input.at), noun, now);
      assertPublishable(missing);
      const id = await text.publish(asked);
      await tellItsWriter(tx, context, text, { url: context.siteUrl + text.readersPath(id) });
      return id;
    }
    case 'schedule': {
      assertPublishable(missing);
      const at = assertFutureTime(await parseScheduledInstant(tx, input.at), noun, now);
      await text.update({ ...settled, scheduledFor: toDate(at) });
      await context.jobs.enqueue(tx, text.queue, {}, { notBefore: at });
      break;
    }
    case 'send-back':
      await text.update(settled);
      await tellItsWriter(tx, context, text, { url: context.siteUrl + editPath, note: input.note ?? '' });
      break;
    case 'discard-changes':
      await text.update({ pending: null, submittedAt: null, version: text.version + 1 });
      break;
    default:
      await text.update(settled);
      if (text.isPublic && status !== 'published') await invalidateTag(tx, text.feature);
  }
  return text.id;
}

/** Tells the writer what somebody else did with their text. */
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
 * Publishes texts whose time has come, each under the time that it was scheduled for. One that lacks something by now
 * becomes a draft again, so that it keeps no other from its readers. Answers how many were published.
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
        await insertTransition(step, { at: toDate(now), move: 'publish', ...subject });
        await publish(scheduledFor ? Temporal.Instant.fromEpochMilliseconds(scheduledFor.getTime()) : now);
      });
    } catch (error) {
      // A text that cannot be rendered keeps no other from its readers.
      if (!(error instanceof AppError)) throw error;
      await update({ status: 'draft', scheduledFor: null });
      continue;
    }
    published += 1;
  }
  return published;
}
