// Notes in the preview and report about what can't be imported.

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

/** Maximum length of quoted source text in a note, in characters. */
const LONGEST_QUOTE = 500;
const quoted = (words: string) => `“${words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE)}…` : words}”`;

/** Properties of a post that can't be imported. */
export interface LeftOut {
  /** All authors; only the first is imported. */
  readonly authors?: readonly string[];
  readonly featured?: boolean;
  readonly coverCaption?: string;
  /** Names of a post's custom fields. */
  readonly customFields?: readonly string[];
}

/** Returns notes about these properties. */
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

/** Maximum number of names listed. */
const MOST_NAMED = 20;

function firstOf(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).map(name => `“${name.slice(0, 100)}”`);
  return listOf([...named, ...(names.length > MOST_NAMED ? [`${names.length - MOST_NAMED} more`] : [])]);
}

/** A category with its parent. */
export interface CategoryBranch {
  readonly name: string;
  readonly parent: string;
}

/** Returns a note about the category hierarchy, which is not imported. */
export function categoryNotes(branches: readonly CategoryBranch[]): string[] {
  if (branches.length === 0) return [];
  const named = branches.slice(0, 50).map(({ name, parent }) => `“${name}” (in “${parent}”)`);
  const more = branches.length > named.length ? [`${branches.length - named.length} more`] : [];
  return [`Categories are not inside each other here. These become plain tags: ${listOf([...named, ...more])}.`];
}
