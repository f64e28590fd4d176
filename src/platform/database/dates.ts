/** Returns an instant as a `Date`, which the database driver stores. */
export const toDate = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);
