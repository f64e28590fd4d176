import { paths, withQuery } from '#shared/paths.ts';
import type { Booking } from '../contract.ts';

/** Returns the path for choosing another time for the same option; an active hold is released for it. */
export function buildRebookPath(booking: Booking, timeZone: string): string {
  const { optionId, quantity, state, clientPath } = booking;
  return withQuery(paths.consultation, {
    optionId: optionId ?? undefined,
    hours: quantity > 1 ? quantity : undefined,
    zone: timeZone,
    replacesHold: state === 'held' ? clientPath.split('/').at(-1) : undefined,
  });
}
