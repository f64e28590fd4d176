import { findOwner } from '#features/auth/index.ts';
import { enqueueEmail, type EmailServices } from '#features/email/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { canPublish } from '../rules/transitions.ts';
import { type EditableRow, type EntryStore, type StoredContent, type StoredRow, toEntryActor } from './entries.ts';

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

const wrongDate = (sentence: string) => new AppError('BAD_REQUEST', sentence, { publishAt: sentence });

/** Returns the scheduled instant. Throws BAD_REQUEST if it is missing or not in the future. */
export function assertFutureTime(
  at: Temporal.Instant | undefined,
  noun: About['noun'],
  now: Temporal.Instant,
): Temporal.Instant {
  if (at === undefined) throw wrongDate(`Say when the ${noun} is to appear.`);
  if (Temporal.Instant.compare(at, now) <= 0)
    throw wrongDate('This time is over. Choose a later one, or publish it now.');
  if (Temporal.Instant.compare(at, now.add({ hours: 24 * FARTHEST_DAYS })) > 0) {
    throw wrongDate('Choose a time within the next five years.');
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
  throw wrongDate(`This date lies in the future. Schedule the ${noun} to have it appear then.`);
}

const EARLIEST = Temporal.Instant.from('1900-01-01T00:00:00Z');

/**
 * Returns the instant to list an entry under. `publishAt` is an instant, a day or wall time in the site's time zone.
 * Throws FORBIDDEN if not permitted, CONFLICT if never published, BAD_REQUEST for a future date.
 */
export async function newPublishDate<Row extends StoredRow, Content extends StoredContent>(
  tx: Transaction,
  context: Pick<ApiContext, 'actor' | 'now'>,
  store: EntryStore<Row, Content>,
  row: EditableRow<Row>,
  { publishAt, hasBeenPublished }: { readonly publishAt: string; readonly hasBeenPublished: boolean },
): Promise<Temporal.Instant> {
  const { noun } = store;
  const { status, deletedAt } = row.entry;
  if (!canPublish(toEntryActor(context, store, row))) {
    throw new AppError('FORBIDDEN', `Only those who may publish this ${noun} can change its date.`);
  }
  if (deletedAt) throw new AppError('CONFLICT', `This ${noun} is deleted. Restore it first.`);
  if (status === 'scheduled') {
    throw new AppError('CONFLICT', `This ${noun} is scheduled. Change its schedule instead.`);
  }
  if (!hasBeenPublished) {
    throw new AppError('CONFLICT', `This ${noun} has not been published. You can choose its date when you publish it.`);
  }
  const date = assertPastTime(await parseScheduledInstant(tx, publishAt), noun, context.now());
  if (!date || Temporal.Instant.compare(date, EARLIEST) < 0) throw wrongDate('Enter a date after 1900.');
  return date;
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
