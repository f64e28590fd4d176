import { getSiteSections } from '#features/site/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { canPublish } from '../rules/transitions.ts';
import {
  type EntryId,
  type EntryStore,
  lockEntry,
  type StoredContent,
  type StoredRow,
  toEntryActor,
  type WritingContext,
} from './entries.ts';

type Noun = 'post' | 'project';

/** Maximum number of days ahead that a text can be scheduled. */
const MAX_DAYS = 5 * 366;

/** Parses an instant ending in Z, or wall time in the site's time zone, moved later if a clock change skips it. */
export async function parseScheduledInstant(db: Db, text: string): Promise<Temporal.Instant> {
  if (text.endsWith('Z')) return Temporal.Instant.from(text);
  const { profile } = await getSiteSections(db, ['profile']);
  return Temporal.PlainDateTime.from(text).toZonedDateTime(profile.timeZone).toInstant();
}

const dateError = (message: string) => new AppError('BAD_REQUEST', message, { publishAt: message });

/** Returns the scheduled instant. Throws BAD_REQUEST if it is missing or not in the future. */
export function assertFutureTime(
  at: Temporal.Instant | undefined,
  noun: Noun,
  now: Temporal.Instant,
): Temporal.Instant {
  if (at === undefined) throw dateError(`Choose when to publish the ${noun}.`);
  if (Temporal.Instant.compare(at, now) <= 0) throw dateError('Choose a time in the future, or publish now.');
  if (Temporal.Instant.compare(at, now.add({ hours: 24 * MAX_DAYS })) > 0) {
    throw dateError('Choose a time within the next five years.');
  }
  return at;
}

/** Returns the past instant to publish under. Throws BAD_REQUEST if it is not in the past. */
export function assertPastTime(at: Temporal.Instant, noun: Noun, now: Temporal.Instant): Temporal.Instant {
  if (Temporal.Instant.compare(at, now) <= 0) return at;
  throw dateError(`Choose a date in the past. To publish later, schedule the ${noun} instead.`);
}

const EARLIEST = Temporal.Instant.from('1900-01-01T00:00:00Z');

/**
 * Changes the date that an entry is listed under: an instant, a day or wall time in the site's time zone. Throws
 * NOT_FOUND, FORBIDDEN if not permitted, CONFLICT if never published, BAD_REQUEST for a future date.
 */
export async function setPublishDate<Row extends StoredRow, Content extends StoredContent>(
  tx: Transaction,
  context: WritingContext,
  store: EntryStore<Row, Content>,
  { id, publishAt }: { readonly id: EntryId<Row>; readonly publishAt: string },
): Promise<void> {
  const { noun } = store;
  const row = await lockEntry(tx, context, store, id);
  const { status, deletedAt } = row.entry;
  if (!canPublish(toEntryActor(context, store, row))) {
    throw new AppError('FORBIDDEN', `You don’t have permission to change the date of this ${noun}.`);
  }
  if (deletedAt) throw new AppError('CONFLICT', `This ${noun} is deleted. Restore it first.`);
  if (status === 'scheduled') {
    throw new AppError('CONFLICT', `This ${noun} is scheduled. Reschedule it instead.`);
  }
  if (!store.hasBeenPublished(row.entry)) {
    throw new AppError('CONFLICT', `This ${noun} hasn’t been published. You can choose its date when you publish it.`);
  }
  const date = assertPastTime(await parseScheduledInstant(tx, publishAt), noun, context.now());
  if (Temporal.Instant.compare(date, EARLIEST) < 0) throw dateError('Enter a date after 1900.');
  await store.update(tx, row.entry, { ...store.toPublishDate(row.entry, toDate(date), publishAt), isSample: false });
}
