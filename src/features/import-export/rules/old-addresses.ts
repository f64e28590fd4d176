import { ownValue } from '#shared/own-value.ts';

// Addresses of another site's pages, and their equivalents here.

/** Target of an old address. */
export type OldTarget =
  /** A post of the archive, by its source id. */
  | { readonly post: string }
  /** A picture, by its file in the archive. */
  | { readonly picture: string }
  /** Posts with this tag or category. */
  | { readonly topic: string }
  /** An address on this site, on the old site or elsewhere. */
  | { readonly address: string }
  /** No target, for this reason. */
  | { readonly nothing: string };

/** An address of the old site and its target. */
export type OldAddress = { readonly from: string } & OldTarget;

/** Returns an address's path and query. */
export function pathIn(address: string): string | undefined {
  const url = URL.parse(address, 'http://site');
  return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : undefined;
}

/** Joins parts of a path with single slashes. */
export const joined = (...parts: readonly string[]) =>
  `/${parts
    .flatMap(part => part.split('/'))
    .filter(Boolean)
    .join('/')}`;

/** Values for the placeholders of a permalink. */
export type PermalinkValues = Readonly<Record<string, string | undefined>>;

/** Fills a permalink such as `/:year/:title/` or `/{year}/{slug}/`; undefined if a placeholder has no value. */
export function fillPermalink(pattern: string, values: PermalinkValues): string | undefined {
  let complete = true;
  const path = pattern.replaceAll(/:([a-z_]+)|\{([a-z_]+)\}/g, (_whole, one?: string, other?: string) => {
    const value = ownValue(values, one ?? other ?? '');
    if (value === undefined) complete = false;
    return value ?? '';
  });
  return complete ? joined(path) : undefined;
}

/** Notes a permalink with an unknown placeholder, which gives no redirects. */
export const unknownPermalink = (permalink: string): OldAddress => ({
  from: joined(permalink),
  nothing: 'This permalink has a part that isn’t supported here. Add the redirects you need manually.',
});

/** Returns placeholder values of a date written as `2019-05-06…`, by the names of Ghost, Hugo and Jekyll. */
export function dateValues(written: string | null): PermalinkValues {
  const [date, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/.exec(written ?? '') ?? [];
  if (!date || !year || !month || !day) return {};
  const on = Temporal.PlainDate.from({ year: Number(year), month: Number(month), day: Number(day) });
  const named = (options: Intl.DateTimeFormatOptions) => on.toLocaleString('en', options);
  const [weekdayname, monthname] = [named({ weekday: 'long' }), named({ month: 'long' })];
  return {
    year,
    month,
    day,
    monthname,
    weekdayname,
    yearday: String(on.dayOfYear),
    weekday: String(on.dayOfWeek % 7),
    short_year: year.slice(2),
    i_month: String(on.month),
    i_day: String(on.day),
    y_day: String(on.dayOfYear).padStart(3, '0'),
    w_year: String(on.yearOfWeek),
    week: String(on.weekOfYear).padStart(2, '0'),
    w_day: String(on.dayOfWeek),
    long_month: monthname,
    short_month: monthname.slice(0, 3),
    long_day: weekdayname,
    short_day: weekdayname.slice(0, 3),
  };
}

/** Converts a name to a URL part as static site generators do. */
export const urlized = (name: string) =>
  name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_.~-]+/gu, '')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/-{2,}/g, '-');
