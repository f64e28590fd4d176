import { findOwner } from '#features/auth/index.ts';
import { enqueueEmail, type EmailServices } from '#features/email/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';

interface About {
  readonly noun: 'post' | 'project';
  readonly title: string;
  readonly url: string;
}

/** Converts an instant to the type of the database columns. */
export const toDate = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/** Maximum number of days ahead that a text can be scheduled. */
const FARTHEST_DAYS = 5 * 366;

/**
 * Parses an instant; without an offset it is wall time in the site's time zone, moved later if a clock change skips it.
 */
export async function parseScheduledInstant(db: Db, asked: string | undefined): Promise<Temporal.Instant | undefined> {
  if (asked === undefined) return undefined;
  if (asked.endsWith('Z')) return Temporal.Instant.from(asked);
  const { profile } = await getSiteSections(db, ['profile']);
  return Temporal.PlainDateTime.from(asked).toZonedDateTime(profile.timeZone).toInstant();
}

/** Returns the scheduled instant. Throws BAD_REQUEST if it is missing or not in the future. */
export function assertFutureTime(
  at: Temporal.Instant | undefined,
  noun: About['noun'],
  now: Temporal.Instant,
): Temporal.Instant {
  const refuse = (sentence: string) => new AppError('BAD_REQUEST', sentence, { publishAt: sentence });
  if (at === undefined) throw refuse(`Say when the ${noun} is to appear.`);
  if (Temporal.Instant.compare(at, now) <= 0) throw refuse('This time is over. Choose a later one, or publish it now.');
  if (Temporal.Instant.compare(at, now.add({ hours: 24 * FARTHEST_DAYS })) > 0) {
    throw refuse('Choose a time within the next five years.');
  }
  return at;
}

/**
 * Returns the past instant to publish under; undefined if none was given. Throws BAD_REQUEST if it is not in the past.
 */
export function assertPastTime(
  at: Temporal.Instant | undefined,
  noun: About['noun'],
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  if (at === undefined || Temporal.Instant.compare(at, now) <= 0) return at;
  const wrong = `This date lies in the future. Schedule the ${noun} to have it appear then.`;
  throw new AppError('BAD_REQUEST', wrong, { publishAt: wrong });
}

/** Throws BAD_REQUEST with the publish errors by field. */
export function assertPublishable(missing: Readonly<Record<string, string>>): void {
  const [first] = Object.values(missing);
  if (first) throw new AppError('BAD_REQUEST', first, missing);
}

/** Notifies the owner that a text was submitted for review. */
export async function notifyOwner(
  tx: Transaction,
  context: EmailServices,
  about: About & { writer: string },
): Promise<void> {
  const owner = await findOwner(tx);
  if (!owner) return;
  const { name, email } = owner;
  await enqueueEmail(tx, context, { to: { name, email }, template: 'entry_submitted', props: { name, ...about } });
}

/** Notifies a writer that their text was published or sent back with a note. */
export async function notifyAuthor(
  tx: Transaction,
  context: EmailServices,
  writer: { name: string; email: string },
  about: About & { note?: string },
): Promise<void> {
  const { name, email } = writer;
  const { note, ...rest } = about;
  const to = { name, email };
  if (note === undefined)
    await enqueueEmail(tx, context, { to, template: 'entry_published', props: { name, ...rest } });
  else await enqueueEmail(tx, context, { to, template: 'entry_changes_requested', props: { name, note, ...rest } });
}
