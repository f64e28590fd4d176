import slugify from '@sindresorhus/slugify';

/** Maximum length of a generated slug in UTF-16 code units. */
const MAX_LENGTH = 80;

/** Matches a letter of a non-Latin script. */
const NON_LATIN = /(?!\p{Script=Latin})\p{L}/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the slug for a title. Latin letters lose their accents, other scripts are kept; falls back to the noun. */
export function slugOf(title: string, noun: 'post' | 'project'): string {
  const full = NON_LATIN.test(title) ? toNativeSlug(title) : slugify(title, { decamelize: false });
  return shorten(full).replace(/-+$/, '') || noun;
}

function toNativeSlug(title: string): string {
  return title
    .toWellFormed()
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/['’\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[^\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** Cuts at a hyphen, or else between graphemes. */
function shorten(full: string): string {
  if (full.length <= MAX_LENGTH) return full;
  const hyphen = full.slice(0, MAX_LENGTH + 1).lastIndexOf('-');
  if (hyphen > 0) return full.slice(0, hyphen);
  let cut = '';
  for (const { segment } of graphemes.segment(full)) {
    if (cut.length + segment.length > MAX_LENGTH) break;
    cut += segment;
  }
  return cut;
}
