import { NO_REMINDERS } from '../contract/constants.ts';
import type { ReminderSchedule } from '../contract/reminder-schedule.ts';

const formatDays = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

const DUE_DATE = 'on the due date';
const LATE_FEE = 'when a late fee is possible';

/** Describes a schedule, such as "2 days before, on the due date, 7 days after"; "none" without reminders. */
export function formatReminderSchedule({
  daysBefore,
  isOnDueDate,
  daysAfter,
  warnsOfLateFee,
}: ReminderSchedule): string {
  const reminders = [
    daysBefore !== null && `${formatDays(daysBefore)} before`,
    isOnDueDate && DUE_DATE,
    ...daysAfter.map(days => days !== null && `${formatDays(days)} after`),
    warnsOfLateFee && LATE_FEE,
  ];
  return reminders.filter(Boolean).join(', ') || 'none';
}

/** Reads the text of {@link formatReminderSchedule}, unchecked; undefined if it isn't one. */
export function parseReminderSchedule(text: string): ReminderSchedule | undefined {
  if (text.trim().toLowerCase() === 'none') return NO_REMINDERS;
  const found = { daysBefore: null as number | null, isOnDueDate: false, warnsOfLateFee: false };
  const after: number[] = [];
  for (const reminder of text.toLowerCase().split(/[,;]/)) {
    const [, days, when] = /^\s*(\d{1,4}) days? (before|after)\s*$/.exec(reminder) ?? [];
    if (when === 'after') after.push(Number(days));
    else if (when === 'before' && found.daysBefore === null) found.daysBefore = Number(days);
    else if (reminder.trim() === DUE_DATE) found.isOnDueDate = true;
    else if (reminder.trim() === LATE_FEE) found.warnsOfLateFee = true;
    else return undefined;
  }
  const [first = null, second = null, third = null, fourth] = after;
  return fourth === undefined ? { ...found, daysAfter: [first, second, third] } : undefined;
}
