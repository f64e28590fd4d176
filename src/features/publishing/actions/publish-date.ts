import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { parseScheduledInstant, assertPastTime } from './scheduling.ts';
import type { Status } from '../contract/status.ts';
import { canPublish, type EntryActor } from '../rules/transitions.ts';

const EARLIEST = Temporal.Instant.from('1900-01-01T00:00:00Z');

interface DatedText {
  readonly noun: 'post' | 'project';
  readonly status: Status;
  readonly deletedAt: Date | null;
  readonly hasBeenPublished: boolean;
}

/**
 * Returns the instant to list a text under. `publishAt` is an instant, a day or wall time in the site's time zone. Throws
 * FORBIDDEN if not permitted, CONFLICT if never published, BAD_REQUEST for a future date.
 */
export async function newPublishDate(
  tx: Transaction,
  { noun, status, deletedAt, hasBeenPublished }: DatedText,
  writer: EntryActor,
  { publishAt, now }: { publishAt: string; now: Temporal.Instant },
): Promise<Temporal.Instant> {
  if (!canPublish(writer)) {
    throw new AppError('FORBIDDEN', `Only those who may publish this ${noun} can change its date.`);
  }
  if (deletedAt) throw new AppError('CONFLICT', `This ${noun} is deleted. Restore it first.`);
  if (status === 'scheduled') {
    throw new AppError('CONFLICT', `This ${noun} is scheduled. Change its schedule instead.`);
  }
  if (!hasBeenPublished) {
    throw new AppError('CONFLICT', `This ${noun} has not been published. You can choose its date when you publish it.`);
  }
  const date = assertPastTime(await parseScheduledInstant(tx, publishAt), noun, now);
  if (!date || Temporal.Instant.compare(date, EARLIEST) < 0) {
    const wrong = 'Enter a date after 1900.';
    throw new AppError('BAD_REQUEST', wrong, { publishAt: wrong });
  }
  return date;
}
