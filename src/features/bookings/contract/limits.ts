/** How long a time is held for whoever chose it, in minutes: a card session can live that long. */
export const HOLD_MINUTES = 30;

/** How many hours of what is sold by the hour can be booked at once. */
export const FEWEST_HOURS = 1;
export const MOST_HOURS = 4;

/** The length of what a client writes about a consultation, in characters. */
export const LONGEST_ABOUT = 4000;

/** Minutes between two beginnings that are offered. */
export const GRIDS = [10, 15, 20, 30, 60] as const;
export type Grid = (typeof GRIDS)[number];

/** Minutes of a day: the end of the last one. */
export const DAY_MINUTES = 1440;

/** Bounds of the settings, as the database has them. */
export const LONGEST_BUFFER = 240;
export const LONGEST_NOTICE = 720;
export const LONGEST_HORIZON = 365;
export const MOST_BOOKINGS_A_DAY = 48;
/** Intervals of one day. */
export const MOST_INTERVALS = 12;

/** The shortest and the longest that the owner books by hand, in minutes. */
export const SHORTEST_BY_HAND = 5;
export const LONGEST_BY_HAND = 720;

/** Days that the owner's calendar shows at once: a month with the weeks around it. */
export const MOST_DAYS_SHOWN = 62;

/** Days that can be set apart at once, such as a long holiday. */
export const MOST_DAYS_APART = 92;

/** Calendars elsewhere whose events are busy times here. */
export const MOST_BUSY_CALENDARS = 20;
