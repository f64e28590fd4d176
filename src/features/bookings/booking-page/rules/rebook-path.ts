import { paths, withQuery } from '#shared/paths.ts';
import type { Booking } from '../contract.ts';

/** Returns the path for choosing another time for the same option; an active hold is released for it. */
export function buildRebookPath(booking: Booking, timeZone: string): string {
  const { optionId: option, quantity, state, linkPath } = booking;
  return withQuery(paths.consultation, {
    option: option ?? undefined,
    hours: quantity > 1 ? quantity : undefined,
    zone: timeZone,
    instead: state === 'held' ? linkPath.split('/').at(-1) : undefined,
  });
}
