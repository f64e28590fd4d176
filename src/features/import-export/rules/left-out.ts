// What a post or a site has elsewhere and can't have here, in sentences for the preview and the report.

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

/** Longest part of the source's words that a note repeats, in characters. */
const LONGEST_QUOTE = 500;
const quoted = (words: string) => `“${words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE)}…` : words}”`;

/** Facts about a post that have no place here. */
export interface LeftOut {
  /** All authors; the post keeps the first. */
  readonly authors?: readonly string[];
  readonly featured?: boolean;
  readonly coverCaption?: string;
  /** Names of a post's further fields. */
  readonly customFields?: readonly string[];
}

/** Notes that name these facts. */
export function leftOutNotes({
  authors = [],
  featured = false,
  coverCaption = '',
  customFields = [],
}: LeftOut): string[] {
  const others = authors.slice(1);
  return [
    ...(others.length > 0 ? [`A post has one author here. Left out: ${listOf(others)}.`] : []),
    ...(featured ? ['It was featured. There are no featured posts here.'] : []),
    ...(customFields.length > 0 ? [`Its custom fields are left out: ${firstOf(customFields)}.`] : []),
    ...(coverCaption ? [`The caption of its cover is left out: ${quoted(coverCaption)}`] : []),
  ];
}

/** At most so many names are listed. */
const MOST_NAMED = 20;

function firstOf(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).map(name => `“${name.slice(0, 100)}”`);
  return listOf([...named, ...(names.length > MOST_NAMED ? [`${names.length - MOST_NAMED} more`] : [])]);
}

/** A category below another one. */
export interface CategoryBranch {
  readonly name: string;
  readonly parent: string;
}

/** A note that names the order of categories, which is lost here. */
export function categoryNotes(branches: readonly CategoryBranch[]): string[] {
  if (branches.length === 0) return [];
  const named = branches.slice(0, 50).map(({ name, parent }) => `“${name}” (in “${parent}”)`);
  const more = branches.length > named.length ? [`${branches.length - named.length} more`] : [];
  return [`Categories are not inside each other here. These become plain tags: ${listOf([...named, ...more])}.`];
}
