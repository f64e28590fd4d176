/** How long a time is held for whoever chose it, in minutes: a card session can live that long. */
export const HOLD_MINUTES = 30;

/** How many hours of what is sold by the hour can be booked at once. */
export const MIN_HOURS = 1;
export const MAX_HOURS = 4;

/** The length of what a client writes about a consultation, in characters. */
export const MAX_NOTES_LENGTH = 4000;

/** Minutes between two beginnings that are offered. */
export const SLOT_INTERVALS = [10, 15, 20, 30, 60] as const;
export type SlotInterval = (typeof SLOT_INTERVALS)[number];

/** Minutes of a day: the end of the last one. */
export const MINUTES_PER_DAY = 1440;

/** Bounds of the settings, as the database has them. */
export const MAX_BUFFER_MINUTES = 240;
export const MAX_NOTICE_HOURS = 720;
export const MAX_BOOKING_WINDOW_DAYS = 365;
export const MAX_BOOKINGS_PER_DAY = 48;
/** Intervals of one day. */
export const MAX_RANGES_PER_DAY = 12;

/** The shortest and the longest that the owner books by hand, in minutes. */
export const MIN_MANUAL_MINUTES = 5;
export const MAX_MANUAL_MINUTES = 720;

/** Days that the owner's calendar shows at once: a month with the weeks around it. */
export const MAX_CALENDAR_DAYS = 62;

/** Days that can be set apart at once, such as a long holiday. */
export const MAX_OVERRIDE_DAYS = 92;

/** Calendars elsewhere whose events are busy times here. */
export const MAX_EXTERNAL_CALENDARS = 20;
