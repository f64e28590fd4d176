import type { MailServices } from '#features/email/actions.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Queue } from '#platform/jobs/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { checkNothingMissing, dateOf, instantOf, pastDate, scheduleTime, tellOwner, tellWriter } from './scheduling.ts';
import type { Move, Status } from '../contract/status.ts';
import { insertMove } from '../queries/transitions.ts';
import { refusalOf, type Standing, statusAfter, type Writer } from '../rules/transitions.ts';

type Context = Pick<ApiContext, 'actor'> & MailServices;

/** What somebody asks for. */
export interface MoveInput<Id> {
  readonly id: Id;
  readonly move: Move;
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
export interface PublishableText<Id> {
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
export interface MovableText<Id> extends PublishableText<Id> {
  readonly noun: 'post' | 'project';
  /** Whose pages show it, and the queue that publishes what is due. */
  readonly feature: 'blog' | 'projects';
  readonly queue: Queue;
  readonly id: Id;
  readonly title: string;
  readonly version: number;
  readonly isPublic: boolean;
  readonly standing: Standing;
  /** Who makes the move, seen from the text, and who wrote it. */
  readonly writer: Writer;
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
export async function moveText<Id>(
  tx: Transaction,
  context: Context,
  text: MovableText<Id>,
  input: Omit<MoveInput<Id>, 'id'>,
): Promise<Id> {
  const { noun, standing, title, missing, editPath } = text;
  const { userId } = signedInActor(context);
  const refusal = refusalOf(input.move, standing, text.writer);
  if (refusal) throw new AppError('CONFLICT', refusal);

  const now = context.now();
  const status = statusAfter(input.move, standing);
  await insertMove(tx, { at: dateOf(now), move: input.move, ...text.subject, byId: userId });
  const settled = { status, submittedAt: null, scheduledFor: null, changedAt: dateOf(now) };
  switch (input.move) {
    case 'submit':
      checkNothingMissing(missing);
      await text.update({ status, submittedAt: dateOf(now) });
      await text.keepSubmitted();
      await tellOwner(tx, context, {
        noun,
        title,
        writer: text.author.name ?? 'Somebody',
        link: context.siteUrl + editPath,
      });
      break;
    case 'publish': {
      const asked = pastDate(await instantOf(tx, input.at), noun, now);
      checkNothingMissing(missing);
      const id = await text.publish(asked);
      await tellItsWriter(tx, context, text, { link: context.siteUrl + text.readersPath(id) });
      return id;
    }
    case 'schedule': {
      checkNothingMissing(missing);
      const at = scheduleTime(await instantOf(tx, input.at), noun, now);
      await text.update({ ...settled, scheduledFor: dateOf(at) });
      await context.jobs.enqueue(tx, text.queue, {}, { notBefore: at });
      break;
    }
    case 'send-back':
      await text.update(settled);
      await tellItsWriter(tx, context, text, { link: context.siteUrl + editPath, note: input.note ?? '' });
      break;
    case 'discard-changes':
      await text.update({ pending: null, submittedAt: null, version: text.version + 1 });
      break;
    default:
      await text.update(settled);
      if (text.isPublic && status !== 'published') await announceChange(tx, text.feature);
  }
  return text.id;
}

/** Tells the writer what somebody else did with their text. */
async function tellItsWriter<Id>(
  tx: Transaction,
  context: Context,
  { noun, title, author: { userId, name, email } }: MovableText<Id>,
  about: { link: string; note?: string },
): Promise<void> {
  if (!name || !email || userId === signedInActor(context).userId) return;
  await tellWriter(tx, context, { name, email }, { noun, title, ...about });
}

/**
 * Publishes texts whose time has come, each under the time that it was scheduled for. One that lacks something by now
 * becomes a draft again, so that it keeps no other from its readers. Answers how many were published.
 */
export async function publishDueTexts<Id>(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  due: readonly Id[],
  textOf: (id: Id) => Promise<PublishableText<Id>>,
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
        await insertMove(step, { at: dateOf(now), move: 'publish', ...subject });
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
