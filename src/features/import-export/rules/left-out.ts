// Notes in the preview and report about content that can't be imported.

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

/** Maximum length of quoted source text in a note, in characters. */
const MAX_QUOTE_LENGTH = 500;
const quoted = (text: string) => `“${text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text}”`;

/** Returns notes about a post's properties that can't be imported. Of its authors, only the first is. */
export function leftOutNotes({
  authors,
  featured,
  coverCaption,
  customFields = [],
}: {
  readonly authors: readonly string[];
  readonly featured: boolean;
  readonly coverCaption: string;
  readonly customFields?: readonly string[];
}): string[] {
  const others = authors.slice(1);
  const fields = customFields.map(name => `“${name.slice(0, 100)}”`);
  return [
    ...(others.length > 0 ? [`Only the first author is imported. Left out: ${listOf(others)}.`] : []),
    ...(featured ? ['This post was featured. Posts can’t be featured here.'] : []),
    ...(fields.length > 0 ? [`Custom fields aren’t imported: ${firstOf(fields, 20)}.`] : []),
    ...(coverCaption ? [`The caption of the cover isn’t imported: ${quoted(coverCaption)}`] : []),
  ];
}

/** Returns a note about images of an archive that no post uses. */
export function unusedNotes(count: number): string[] {
  if (count === 0) return [];
  if (count === 1) return ['1 image in the archive isn’t imported because no post uses it.'];
  return [`${count.toLocaleString('en')} images in the archive aren’t imported because no post uses them.`];
}

/** Lists up to `most` names, and how many more there are. */
const firstOf = (names: readonly string[], most: number) =>
  listOf([...names.slice(0, most), ...(names.length > most ? [`${names.length - most} more`] : [])]);

/** Returns a note about nested categories, which become tags. */
export function categoryNotes(branches: readonly { readonly name: string; readonly parent: string }[]): string[] {
  if (branches.length === 0) return [];
  const named = branches.map(({ name, parent }) => `“${name}” (in “${parent}”)`);
  return [`Categories can’t be nested here. These become tags: ${firstOf(named, 50)}.`];
}
