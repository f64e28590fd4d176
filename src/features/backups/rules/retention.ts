/** How many backups are kept: the newest of each of the last days, weeks and months that have one. */
export const RETENTION = { days: 7, weeks: 4, months: 6 } as const;

/** A backup's file. */
export interface BackupFile {
  readonly name: string;
  readonly createdAt: Temporal.Instant;
}

/**
 * Returns the backups to delete: all that aren't the newest of one of the last 7 days, 4 weeks or 6 months with a
 * backup, in the owner's time zone.
 */
export function findExpiredBackups<Item extends BackupFile>(backups: readonly Item[], timeZone: string): Item[] {
  const newestFirst = backups.toSorted((one, other) => Temporal.Instant.compare(other.createdAt, one.createdAt));
  const kept = new Set<Item>();
  const keep = (periods: number, periodOf: (day: Temporal.PlainDate) => string) => {
    const seen = new Set<string>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.createdAt.toZonedDateTimeISO(timeZone).toPlainDate());
      if (seen.has(period)) continue;
      if (seen.size === periods) return;
      seen.add(period);
      kept.add(backup);
    }
  };
  keep(RETENTION.days, day => day.toString());
  keep(RETENTION.weeks, day => `${day.yearOfWeek}-${day.weekOfYear}`);
  keep(RETENTION.months, day => day.toPlainYearMonth().toString());
  return newestFirst.filter(backup => !kept.has(backup));
}
