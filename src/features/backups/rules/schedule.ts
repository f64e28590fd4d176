/** The hour of day at which the owner wants backups. */
export interface BackupSchedule {
  /** 0 to 23. */
  readonly hour: number;
  /** IANA name. */
  readonly timeZone: string;
}

/** Returns the next moment after `now` at which a backup is due. */
export function nextBackupAt(schedule: BackupSchedule, now: Temporal.Instant): Temporal.Instant {
  return occurrences(schedule, now).find(each => Temporal.Instant.compare(each, now) > 0) ?? now;
}

/**
 * Returns whether a backup is due: the hour has come since the last one started, or since the schedule was set if that
 * is later.
 */
export function isBackupDue(schedule: BackupSchedule, since: Temporal.Instant, now: Temporal.Instant): boolean {
  return occurrences(schedule, now).some(
    each => Temporal.Instant.compare(since, each) < 0 && Temporal.Instant.compare(each, now) <= 0,
  );
}

/** Returns yesterday's, today's and tomorrow's. An hour that a change of the clocks skips becomes the next one. */
function occurrences({ hour, timeZone }: BackupSchedule, now: Temporal.Instant): Temporal.Instant[] {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  return [-1, 0, 1].map(days =>
    today
      .add({ days })
      .toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) })
      .toInstant(),
  );
}
