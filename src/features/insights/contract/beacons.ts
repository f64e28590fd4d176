import { z } from 'zod';

/** Longer values are useless, and could be used to fill the database. */
const MAX_LENGTH = 100;

/** Never cut a character in half: databases reject lone surrogates. */
const utmValue = z
  .string()
  .max(2000)
  .transform(text => Array.from(text.trim()).slice(0, MAX_LENGTH).join(''));

/** As in the address bar, where a letter can take nine characters. */
const page = z.string().max(1200);
const milliseconds = z.number().min(0).max(600_000);

/** A page view. */
const view = z.strictObject({
  page,
  /** Viewport width in CSS pixels. */
  viewportWidth: z.number().min(0).max(100_000),
  /** Time zone (IANA). */
  timeZone: z.string().max(64),
  /** Referring host, empty if there is none; omitted for further pages of a visit. */
  referrerHost: utmValue.optional(),
  utmSource: utmValue.nullish(),
  utmMedium: utmValue.nullish(),
  utmCampaign: utmValue.nullish(),
});
export type PageViewBeacon = z.infer<typeof view>;

/** Web Vitals of a page view. Unsupported metrics are omitted. */
const vitals = z.strictObject({
  page,
  lcp: milliseconds.optional(),
  inp: milliseconds.optional(),
  cls: z.number().min(0).max(1000).optional(),
});
export type VitalsBeacon = z.infer<typeof vitals>;

/** A browser's report. */
export const beacon = z.union([view, vitals]);

export function isPageView(beaconData: z.infer<typeof beacon>): beaconData is PageViewBeacon {
  return 'viewportWidth' in beaconData;
}
