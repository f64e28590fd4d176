import { findOwner } from '#features/auth/queries/users.ts';
import { enqueueEmail, type EmailServices } from '#features/email/actions.ts';
import { getSiteSections } from '#features/site/queries.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';

/** What is told about: a text's kind as in a sentence, and its title. */
interface About {
  readonly noun: 'post' | 'project';
  readonly title: string;
  readonly url: string;
}

/** An instant as the database's columns take it. */
export const toDate = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/** Scheduled for at most so many days ahead. */
const FARTHEST_DAYS = 5 * 366;

/**
 * A time as it was asked for: without an offset it is wall time in the site's zone, and one that a clock change skips is
 * later.
 */
export async function parseScheduledInstant(db: Db, asked: string | undefined): Promise<Temporal.Instant | undefined> {
  if (asked === undefined) return undefined;
  if (asked.endsWith('Z')) return Temporal.Instant.from(asked);
  const { profile } = await getSiteSections(db, ['profile']);
  return Temporal.PlainDateTime.from(asked).toZonedDateTime(profile.timeZone).toInstant();
}

/** When something is to appear. Throws BAD_REQUEST where that is not said, or does not lie ahead. */
export function assertFutureTime(
  at: Temporal.Instant | undefined,
  noun: About['noun'],
  now: Temporal.Instant,
): Temporal.Instant {
  const refuse = (sentence: string) => new AppError('BAD_REQUEST', sentence, { at: sentence });
  if (at === undefined) throw refuse(`Say when the ${noun} is to appear.`);
  if (Temporal.Instant.compare(at, now) <= 0) throw refuse('This time is over. Choose a later one, or publish it now.');
  if (Temporal.Instant.compare(at, now.add({ hours: 24 * FARTHEST_DAYS })) > 0) {
    throw refuse('Choose a time within the next five years.');
  }
  return at;
}

/** The instant in the past that something is to be published under; undefined where none is asked. Throws BAD_REQUEST. */
export function assertPastTime(
  at: Temporal.Instant | undefined,
  noun: About['noun'],
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  if (at === undefined || Temporal.Instant.compare(at, now) <= 0) return at;
  const wrong = `This date lies in the future. Schedule the ${noun} to have it appear then.`;
  throw new AppError('BAD_REQUEST', wrong, { at: wrong });
}

/** Throws BAD_REQUEST with what keeps a text from its readers, by field. */
export function assertPublishable(missing: Readonly<Record<string, string>>): void {
  const [first] = Object.values(missing);
  if (first) throw new AppError('BAD_REQUEST', first, missing);
}

/** Tells the owner that somebody waits for a review. */
export async function notifyOwner(
  tx: Transaction,
  context: EmailServices,
  about: About & { writer: string },
): Promise<void> {
  const owner = await findOwner(tx);
  if (!owner) return;
  const { name, email: address } = owner;
  await enqueueEmail(tx, context, { to: { name, address }, template: 'textSubmitted', props: { name, ...about } });
}

/** Tells a writer what became of their text: it is out, or it comes back with a note. */
export async function notifyAuthor(
  tx: Transaction,
  context: EmailServices,
  writer: { name: string; email: string },
  about: About & { note?: string },
): Promise<void> {
  const { name, email: address } = writer;
  const { note, ...rest } = about;
  const to = { name, address };
  if (note === undefined) await enqueueEmail(tx, context, { to, template: 'textPublished', props: { name, ...rest } });
  else await enqueueEmail(tx, context, { to, template: 'textSentBack', props: { name, note, ...rest } });
}
