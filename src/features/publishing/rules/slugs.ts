import slugify from '@sindresorhus/slugify';

/** Longest slug that is made from a title, in UTF-16 units. */
const LONGEST = 80;

/** A letter of another script than Latin. */
const NATIVE = /(?!\p{Script=Latin})\p{L}/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the slug for a title: Latin letters without accents, other scripts as they are; the noun if nothing is left. */
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

/** Cuts at a hyphen, or else between two characters as people see them. */
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
