/** How long a time is held, in minutes: card checkout sessions can last as long. */
export const HOLD_MINUTES = 30;

/** How long an expired hold's invoice stays open for a pending payment, which books the time again if it is free. */
export const LATE_PAYMENT_GRACE_MS = 2 * 3_600_000;

/** For consultations sold by the hour. */
export const MIN_HOURS = 1;
export const MAX_HOURS = 4;

/** Maximum length of the client's notes, in characters. */
export const MAX_NOTES_LENGTH = 4000;

/** Minutes between two offered start times. */
export const SLOT_INTERVALS = [10, 15, 20, 30, 60] as const;
export type SlotInterval = (typeof SLOT_INTERVALS)[number];

export const MINUTES_PER_DAY = 1440;

/** Limits of the settings; keep in sync with the database. */
export const MAX_BUFFER_MINUTES = 240;
export const MAX_NOTICE_HOURS = 720;
export const MAX_BOOKING_WINDOW_DAYS = 365;
export const MAX_BOOKINGS_PER_DAY = 48;
export const MAX_RANGES_PER_DAY = 12;

/** Limits for manual bookings, in minutes. */
export const MIN_MANUAL_MINUTES = 5;
export const MAX_MANUAL_MINUTES = 720;

/** A month with the weeks around it. */
export const MAX_CALENDAR_DAYS = 62;

/** Maximum days that one override can cover, such as a long holiday. */
export const MAX_OVERRIDE_DAYS = 92;

export const MAX_EXTERNAL_CALENDARS = 20;
