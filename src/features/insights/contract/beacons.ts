import { z } from 'zod';

/** Longer values are of no use to the owner, and would be a way to fill the database. */
const LONGEST = 100;

/** A character is never cut in two: a half is none, and no database takes it. */
const word = z
  .string()
  .max(2000)
  .transform(text => Array.from(text.trim()).slice(0, LONGEST).join(''));

const page = z.string().max(200);
const milliseconds = z.number().min(0).max(600_000);

/** A page that somebody sees. */
const view = z.strictObject({
  page,
  /** The width of what they see it in, in CSS pixels. */
  width: z.number().min(0).max(100_000),
  /** Their time zone (IANA). */
  zone: z.string().max(64),
  /** The host that led to it, empty where none did; absent for the further pages of a visit. */
  from: word.optional(),
  source: word.nullish(),
  medium: word.nullish(),
  campaign: word.nullish(),
});
export type PageViewBeacon = z.infer<typeof view>;

/** How a page was for whoever read it. What their browser cannot measure is left out. */
const measures = z.strictObject({
  page,
  lcp: milliseconds.optional(),
  inp: milliseconds.optional(),
  cls: z.number().min(0).max(1000).optional(),
});
export type VitalsBeacon = z.infer<typeof measures>;

/** What a browser tells of a visit. */
export const beacon = z.union([view, measures]);

export function isPageView(told: z.infer<typeof beacon>): told is PageViewBeacon {
  return 'width' in told;
}
