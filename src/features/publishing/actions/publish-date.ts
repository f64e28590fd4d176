import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { type EditableRow, type EntryStore, type StoredContent, type StoredRow, toEntryActor } from './entries.ts';
import { parseScheduledInstant, assertPastTime } from './scheduling.ts';
import { canPublish } from '../rules/transitions.ts';

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
  if (!date || Temporal.Instant.compare(date, EARLIEST) < 0) {
    const wrong = 'Enter a date after 1900.';
    throw new AppError('BAD_REQUEST', wrong, { publishAt: wrong });
  }
  return date;
}
