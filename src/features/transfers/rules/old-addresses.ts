// Where the pages of another site were, and what each leads to here.

/** What an old address leads to. */
export type OldTarget =
  /** A post of the archive, by its source's id. */
  | { readonly post: string }
  /** The posts with this tag or in this category. */
  | { readonly topic: string }
  /** An address: one of this site, one of the old site, or one elsewhere. */
  | { readonly address: string }
  /** Nothing, for this reason. */
  | { readonly nothing: string };

/** An address of the old site, with what was there. */
export type OldAddress = { readonly from: string } & OldTarget;

/** The part of an address that a site of the same kind can have: its path and query. */
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

/** Fills a permalink such as `/:year/:title/` or `/{year}/{slug}/`; undefined if it has a placeholder without a value. */
export function fillPermalink(pattern: string, values: PermalinkValues): string | undefined {
  let complete = true;
  const path = pattern.replaceAll(/:([a-z_]+)|\{([a-z_]+)\}/g, (_whole, one?: string, other?: string) => {
    const value = values[one ?? other ?? ''];
    if (value === undefined) complete = false;
    return value ?? '';
  });
  return complete ? joined(path) : undefined;
}

/** The placeholders of a date that is written as `2019-05-06…`. */
export function dateValues(written: string | null): PermalinkValues {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(written ?? '') ?? [];
  if (!year || !month || !day) return {};
  const monthname = new Date(`${year}-${month}-${day}T12:00:00Z`).toLocaleString('en', {
    month: 'long',
    timeZone: 'UTC',
  });
  return { year, month, day, monthname, i_month: String(Number(month)), i_day: String(Number(day)) };
}

/** A name as static site generators put it into an address. */
export const urlized = (name: string) =>
  name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_.~-]+/gu, '')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/-{2,}/g, '-');
