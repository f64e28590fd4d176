import slugify from '@sindresorhus/slugify';

/** Maximum length of a generated slug in UTF-16 code units. */
const LONGEST = 80;

/** Matches a letter of a non-Latin script. */
const NATIVE = /(?!\p{Script=Latin})\p{L}/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the slug for a title. Latin letters lose their accents, other scripts are kept; falls back to the noun. */
export function slugOf(title: string, noun: 'post' | 'project'): string {
  const complete = NATIVE.test(title) ? nativeSlug(title) : slugify(title, { decamelize: false });
  return shortened(complete).replace(/-+$/, '') || noun;
}

function nativeSlug(title: string): string {
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
function shortened(complete: string): string {
  if (complete.length <= LONGEST) return complete;
  const hyphen = complete.slice(0, LONGEST + 1).lastIndexOf('-');
  if (hyphen > 0) return complete.slice(0, hyphen);
  let cut = '';
  for (const { segment } of graphemes.segment(complete)) {
    if (cut.length + segment.length > LONGEST) break;
    cut += segment;
  }
  return cut;
}
