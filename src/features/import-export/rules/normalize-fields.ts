import { MAX_CONTENT_LENGTH } from '#features/publishing/contract/schemas.ts';
import type { ImportedContent } from './freehold-entries.ts';
import { findClosestCategory } from './categories.ts';

/** Error for a text that exceeds the limit. */
export const CONTENT_TOO_LONG_MESSAGE = 'This text is too long. A post can have up to 500,000 characters.';

/** Fields as another site has them, with values of any type. */
type SourceFields = Partial<Record<keyof ImportedContent, unknown>> & {
  readonly markdown: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
};

/** Returns one line of text without control characters, cut between words; empty for other values. */
export function toSingleLine(value: unknown, most: number): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return '';
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line.length <= most) return line;
  // Don't split surrogate pairs.
  const cut = line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '');
  const word = cut.lastIndexOf(' ');
  return `${word > most / 2 ? cut.slice(0, word) : cut}…`;
}

const orNull = (value: string) => (value === '' ? null : value);

const referenceOf = (value: unknown) => (typeof value === 'string' ? orNull(value.trim()) : null);

function toWebUrl(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  const url = text.length <= 500 ? URL.parse(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Maximum number of tags per post. */
const MAX_TAGS = 20;

/** Removes duplicates among tags, ignoring case. */
function uniqueTags(names: readonly string[]): string[] {
  const tags = names.map(name => toSingleLine(name, 60)).filter(Boolean);
  return [...Map.groupBy(tags, tag => tag.toLowerCase()).values()].flatMap(([first]) => first ?? []);
}

/** Converts another site's fields to a post's, with notes about values that didn't fit. */
export function toImportedContent(fields: SourceFields) {
  const { category, unmatched } = findClosestCategory(fields.categories);
  const tags = uniqueTags([...fields.tags, ...unmatched]);
  const markdown = fields.markdown.toWellFormed().replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').trim();
  const title = toSingleLine(fields.title, 150);
  const notes = [
    ...(title.endsWith('…') && !String(fields.title).trim().endsWith('…') ? ['The title was shortened.'] : []),
    ...(tags.length > MAX_TAGS ? [`Only the first ${MAX_TAGS} of ${tags.length} tags are imported.`] : []),
    ...(markdown.length > MAX_CONTENT_LENGTH ? [CONTENT_TOO_LONG_MESSAGE] : []),
  ];
  const content: ImportedContent = {
    title,
    description: toSingleLine(fields.description, 300),
    markdown,
    category,
    tags: tags.slice(0, MAX_TAGS),
    cover: referenceOf(fields.cover),
    coverAlt: toSingleLine(fields.coverAlt, 300),
    canonicalUrl: toWebUrl(fields.canonicalUrl),
    metaTitle: orNull(toSingleLine(fields.metaTitle, 150)),
    metaDescription: orNull(toSingleLine(fields.metaDescription, 300)),
    cardTitle: orNull(toSingleLine(fields.cardTitle, 150)),
    cardDescription: orNull(toSingleLine(fields.cardDescription, 300)),
    cardPicture: referenceOf(fields.cardPicture),
  };
  return { content, notes };
}
