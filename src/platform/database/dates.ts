/** Returns an instant as a `Date`, which the database driver stores. */
export const toDate = (instant: Temporal.Instant | Temporal.ZonedDateTime) => new Date(instant.epochMilliseconds);

/** Returns a stored `Date` as an instant. */
export const toInstant = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime());
