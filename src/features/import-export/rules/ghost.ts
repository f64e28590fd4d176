import { z } from 'zod';
import { paths } from '#shared/paths.ts';
import { ownValue } from '#shared/own-value.ts';
import {
  createArchiveError,
  EMPTY_IMPORTED_POST,
  type ImportedPost,
  type ImportedSite,
  parseInstant,
} from './imported-content.ts';
import { toImportedContent } from './normalize-fields.ts';
import {
  addressesOfGhost,
  addressesOfPost,
  type GhostFiles,
  permalinksOf,
  redirectsOfGhost,
} from './ghost-addresses.ts';
import { decodeEntities, htmlToMarkdown } from './html.ts';
import { leftOutNotes } from './left-out.ts';
import { cardNotes, findMobiledocMarkdown, lexicalToHtml, mobiledocToHtml } from './ghost-content.ts';

const text = z.string().nullish();
const id = z.union([z.string(), z.number()]).transform(String);

const ghostPost = z.object({
  id,
  uuid: text,
  title: text,
  slug: text,
  html: text,
  mobiledoc: text,
  lexical: text,
  plaintext: text,
  feature_image: text,
  type: text,
  page: z.union([z.boolean(), z.number()]).nullish(),
  status: text,
  visibility: text,
  author_id: id.nullish(),
  created_at: z.unknown().optional(),
  updated_at: z.unknown().optional(),
  published_at: z.unknown().optional(),
  custom_excerpt: text,
  meta_title: text,
  meta_description: text,
  og_title: text,
  og_description: text,
  og_image: text,
  canonical_url: text,
  featured: z.union([z.boolean(), z.number()]).nullish(),
  codeinjection_head: text,
  codeinjection_foot: text,
});
type GhostPost = z.infer<typeof ghostPost>;

/** A list whose unreadable items are dropped. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .nullish()
    .transform(items =>
      (items ?? []).flatMap(value => {
        const parsed = item.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );

/** Links a post to a tag or author, with its sort order. */
const link = { post_id: id, sort_order: z.number().nullish() };

const ghostData = z.object({
  posts: z.array(z.unknown()),
  posts_meta: listOf(ghostPost.partial().extend({ post_id: id, feature_image_alt: text, feature_image_caption: text })),
  tags: listOf(z.object({ id, name: text, slug: text, visibility: text })),
  users: listOf(z.object({ id, name: text, slug: text })),
  posts_tags: listOf(z.object({ ...link, tag_id: id })),
  posts_authors: listOf(z.object({ ...link, author_id: id })),
});
type GhostData = z.infer<typeof ghostData>;

/** The export is `{ db: [{ data }] }`, or `{ data }` in some versions. */
const ghostExport = z.union([
  z.object({ db: z.array(z.object({ data: ghostData })).min(1) }).transform(({ db }) => db[0]?.data as GhostData),
  z.object({ data: ghostData }).transform(({ data }) => data),
]);

/** Returns whether a JSON document looks like Ghost's export. */
export function isGhostExport(json: unknown): boolean {
  return z
    .union([z.object({ db: z.array(z.unknown()) }), z.object({ data: z.object({ posts: z.array(z.unknown()) }) })])
    .safeParse(json).success;
}

const statusOf: Readonly<Record<string, ImportedPost['status']>> = {
  published: 'published',
  sent: 'published',
  scheduled: 'scheduled',
};

const isPage = ({ type, page }: Pick<GhostPost, 'type' | 'page'>) => type === 'page' || page === true || page === 1;

/** Placeholder for the site's address in Ghost's texts. */
const OWN_ADDRESS = '__GHOST_URL__';
const withoutOwnAddress = (value: string | null | undefined) => value?.replaceAll(OWN_ADDRESS, '') ?? null;

/** Parses Ghost's export and the files with its addresses. Throws BAD_REQUEST if it is not one. */
export function parseGhostExport(json: unknown, files: GhostFiles = {}): ImportedSite {
  const parsed = ghostExport.safeParse(json);
  if (!parsed.success) {
    throw createArchiveError(
      'This JSON file isn’t a Ghost export: it has no posts. In Ghost, go to Settings, Migration, Export.',
    );
  }
  const { data } = parsed;
  const skipped: { name: string; reason: string }[] = [];
  const rows: GhostPost[] = [];
  for (const [index, value] of data.posts.entries()) {
    const row = ghostPost.safeParse(value);
    if (row.success) rows.push(row.data);
    else skipped.push({ name: `Post ${index + 1}`, reason: 'This post can’t be read.' });
  }
  const pages = rows.filter(isPage);
  for (const page of pages)
    skipped.push({ name: page.title || page.slug || page.id, reason: 'This is a page, not a post.' });
  const posts = rows.filter(row => !isPage(row));
  const slugs = new Set(posts.map(({ slug }) => slug).filter(slug => typeof slug === 'string'));
  const linkOf = (href: string) => {
    const [, slug = '', rest = ''] = /^(?:__GHOST_URL__)?\/([\w-]+)\/?([#?].*)?$/.exec(href) ?? [];
    if (slugs.has(slug)) return paths.post(slug) + rest;
    return href.startsWith(OWN_ADDRESS) ? withoutOwnAddress(href) || '/' : undefined;
  };
  const references = indexReferences(data, files);
  const shownTags = data.tags.flatMap(({ slug, name, visibility }) =>
    slug && name && visibility !== 'internal' ? [{ slug, name: decodeEntities(name) }] : [],
  );
  return {
    source: 'ghost',
    posts: posts.map(row => ({
      name: row.title || row.slug || row.id,
      read: () => postFrom(row, references, linkOf),
    })),
    oldAddresses: [
      ...redirectsOfGhost(files.redirects),
      ...addressesOfGhost(
        shownTags,
        data.users.flatMap(({ slug }) => slug || []),
        references.permalinks,
      ),
      ...pages.flatMap(({ slug, status }) =>
        slug && status === 'published'
          ? [{ from: `/${slug}`, nothing: 'This was a page. Pages aren’t imported.' }]
          : [],
      ),
    ],
    skipped,
    notes: [],
  };
}

/** Indexes the data that posts refer to. */
function indexReferences(data: GhostData, { routes }: GhostFiles) {
  return {
    permalinks: permalinksOf(routes),
    metas: new Map(data.posts_meta.map(meta => [meta.post_id, meta])),
    tags: new Map(data.tags.map(tag => [tag.id, tag])),
    users: new Map(data.users.map(user => [user.id, user])),
    tagLinks: inOrder(data.posts_tags),
    authorLinks: inOrder(data.posts_authors),
  };
}

/** Groups links by post, in order. */
function inOrder<Link extends Pick<GhostData['posts_tags'][number], 'post_id' | 'sort_order'>>(links: readonly Link[]) {
  const sorted = links.toSorted((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0));
  return Map.groupBy(sorted, ({ post_id }) => post_id);
}

function postFrom(
  row: GhostPost,
  site: ReturnType<typeof indexReferences>,
  linkOf: (href: string) => string | undefined,
): ImportedPost {
  const meta = site.metas.get(row.id);
  const internal: string[] = [];
  const ownTags = (site.tagLinks.get(row.id) ?? []).map(({ tag_id }) => site.tags.get(tag_id));
  const tags = ownTags.flatMap(tag => {
    if (!tag?.name) return [];
    // Ghost uses tags that begin with a hash internally and hides them from readers.
    if (tag.visibility !== 'internal' && !tag.name.startsWith('#')) return [decodeEntities(tag.name)];
    internal.push(tag.name);
    return [];
  });
  const users = (site.authorLinks.get(row.id) ?? [{ author_id: row.author_id ?? '' }]).map(({ author_id }) =>
    site.users.get(author_id),
  );
  const authors = users.flatMap(user => decodeEntities(user?.name ?? '') || []);
  const [author] = authors;
  const converted = textFrom(row, linkOf);
  const { content, notes } = toImportedContent({
    title: row.title,
    description: row.custom_excerpt,
    markdown: converted.markdown,
    categories: tags,
    tags,
    cover: withoutOwnAddress(row.feature_image),
    coverAlt: meta?.feature_image_alt,
    canonicalUrl: row.canonical_url,
    metaTitle: row.meta_title ?? meta?.meta_title,
    metaDescription: row.meta_description ?? meta?.meta_description,
    cardTitle: row.og_title ?? meta?.og_title,
    cardDescription: row.og_description ?? meta?.og_description,
    cardPicture: withoutOwnAddress(row.og_image ?? meta?.og_image),
  });
  const hidden = row.visibility && row.visibility !== 'public';
  const status = hidden ? 'draft' : (ownValue(statusOf, row.status ?? '') ?? 'draft');
  const publishedAt = parseInstant(row.published_at);
  return {
    ...EMPTY_IMPORTED_POST,
    sourceId: row.uuid || row.id,
    content,
    slug: row.slug ?? '',
    oldPaths: addressesOfPost(
      { id: row.id, slug: row.slug, uuid: row.uuid, publishedAt, tag: ownTags[0]?.slug, author: users[0]?.slug },
      site.permalinks,
    ),
    status,
    createdAt: parseInstant(row.created_at),
    changedAt: parseInstant(row.updated_at),
    publishedAt: status === 'scheduled' ? null : publishedAt,
    updatedAt: parseInstant(row.updated_at),
    scheduledFor: status === 'scheduled' ? publishedAt : null,
    author: author ? { name: author, role: 'Guest author', avatar: null } : null,
    notes: [
      ...notes,
      ...converted.notes,
      ...cardNotes(row.html, row.lexical),
      ...(internal.length > 0 ? [`Internal tags aren’t imported: ${internal.join(', ')}.`] : []),
      ...leftOutNotes({
        authors,
        featured: Boolean(row.featured),
        coverCaption: plainTextOf(meta?.feature_image_caption ?? ''),
      }),
      ...(row.codeinjection_head || row.codeinjection_foot ? ['Injected code isn’t imported.'] : []),
      ...(hidden ? ['This post was for members or subscribers only, so it’s imported as a draft.'] : []),
    ],
  };
}

function textFrom(row: GhostPost, linkOf: (href: string) => string | undefined) {
  const notes: string[] = [];
  const fromHtml = (html: string) =>
    htmlToMarkdown(html.replaceAll(`"${OWN_ADDRESS}/content/`, '"/content/'), { linkOf, notes });
  if (row.html?.trim()) return { markdown: fromHtml(row.html), notes };
  const old = findMobiledocMarkdown(row.mobiledoc);
  if (old) return { markdown: withoutOwnAddress(old) ?? '', notes };
  const html = lexicalToHtml(row.lexical) ?? mobiledocToHtml(row.mobiledoc);
  if (html) {
    const markdown = fromHtml(html);
    return { markdown, notes: [...notes, 'The export has no HTML for this post. Some formatting may be missing.'] };
  }
  return { markdown: row.plaintext ?? '', notes: [] };
}

/** Returns the text of one line of HTML. */
const plainTextOf = (html: string) => decodeEntities(html.replaceAll(/<[^<>]*>/g, '')).trim();
