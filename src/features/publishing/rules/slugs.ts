import slugify from '@sindresorhus/slugify';

/** An address is made of at most so many characters of a title. */
const LONGEST_SLUG = 80;

/** The address that a title asks for, in Latin letters; the noun where it has none. */
export function slugOf(title: string, noun: 'post' | 'project'): string {
  const whole = slugify(title, { decamelize: false });
  if (whole.length <= LONGEST_SLUG) return whole || noun;
  const cut = whole.slice(0, LONGEST_SLUG + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 1)) || noun;
}
