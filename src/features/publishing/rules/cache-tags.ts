type EntryId = number | string;

function createCacheTags(noun: 'post' | 'project') {
  return {
    /** Lists of entries, and everything that counts them. */
    list: `${noun}-list`,
    /** Lists in an order that changes while the entries stay the same, such as the most liked first. */
    listBy: (sort: string) => `${noun}-list:${sort}`,
    /** The page of an entry, with its comments and its previous and next entry. */
    page: (id: EntryId) => `${noun}:${id}`,
    /** Pages of other entries that show an entry as related. */
    related: (id: EntryId) => `${noun}-related:${id}`,
    /** Pages of entries whose related ones are chosen from a category. */
    category: (name: string) => `${noun}-category:${name}`,
  };
}

export type CacheTags = ReturnType<typeof createCacheTags>;

/** Cache tags of posts. Pages with posts also have the tag `blog`, which invalidates all of them. */
export const postTags = createCacheTags('post');

/** Cache tags of projects. Pages with projects also have the tag `projects`, which invalidates all of them. */
export const projectTags = createCacheTags('project');

/** Returns the tags of an entry's page. */
export function listPageTags(
  tags: CacheTags,
  entry: { readonly id: EntryId; readonly category: string; readonly related: readonly { readonly id: EntryId }[] },
): string[] {
  return [tags.page(entry.id), tags.category(entry.category), ...entry.related.map(({ id }) => tags.related(id))];
}
