import { posix } from 'node:path';
import { emptyForeignPost, type ForeignPost, type ForeignSite, instantFrom } from './entries.ts';
import { contentFrom } from './fields.ts';
import { splitFrontMatter } from './front-matter.ts';

/** A text file of an archive. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

type Front = Readonly<Record<string, unknown>>;

const NO_POST = /(?:^|\/)(?:_index|README|LICENSE|CHANGELOG|CONTRIBUTING|404|SUMMARY)\.(?:md|markdown)$/i;

/** Whether a file may be a post. */
export const isMarkdown = (name: string) => /\.(?:md|markdown|mdx)$/i.test(name);

/** Reads a folder of Markdown files as Hugo, Jekyll, Astro and their like keep them. */
export function readMarkdownFolder(files: readonly TextFile[]): ForeignSite {
  const skipped: { name: string; reason: string }[] = [];
  const posts: ForeignPost[] = [];
  for (const { name, text } of files) {
    const skip = (reason: string) => skipped.push({ name, reason });
    if (/\.mdx$/i.test(name)) skip('MDX is a program, not a text.');
    else if (NO_POST.test(name)) skip('It is no post.');
    else {
      const file = splitFrontMatter(text);
      if (!file) skip('What stands in front of its text cannot be read.');
      else if (isPage(file.front)) skip('It is a page, not a post.');
      else if (file.body.trim() === '' && Object.keys(file.front).length === 0) skip('It is empty.');
      else posts.push(postFrom(name, file.front, file.body));
    }
  }
  return { source: 'markdown', posts, skipped, notes: [] };
}

const isPage = ({ layout, type }: Front) => layout === 'page' || type === 'page';

function first(front: Front, ...keys: string[]): unknown {
  return keys.map(key => front[key]).find(value => value !== undefined && value !== null && value !== '');
}

/** Names as a list, or in one line with commas or spaces between them. */
function namesIn(value: unknown, between: RegExp): string[] {
  if (typeof value === 'string')
    return value
      .split(between)
      .map(name => name.trim())
      .filter(Boolean);
  if (!Array.isArray(value)) return [];
  return value
    .filter(name => ['string', 'number'].includes(typeof name))
    .map(name => String(name).trim())
    .filter(Boolean);
}

const isObject = (value: unknown): value is Front =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A picture by its address, or as an object with address and description. */
function pictureIn(value: unknown): { src: unknown; alt: unknown } {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (isObject(one))
    return { src: first(one, 'src', 'image', 'url', 'path', 'feature'), alt: first(one, 'alt', 'caption') };
  return { src: one, alt: undefined };
}

function authorIn(value: unknown): ForeignPost['author'] {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  const name = isObject(one) ? one.name : one;
  if (typeof name !== 'string' || name.trim() === '') return null;
  return { name: name.trim().slice(0, 100), role: 'Guest author' };
}

/** What a file's place says: Jekyll's names begin with the day, and a file called index is named by its folder. */
function placeOf(name: string): { slug: string; day: string | null; folder: string } {
  const folder = posix.dirname(name);
  const base = posix.basename(name).replace(/\.\w+$/, '');
  const title = /^index(?:\.\w{2})?$/.test(base) ? posix.basename(folder) : base;
  const [, day = null, rest = title] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(title) ?? [];
  return { slug: rest, day, folder: folder === '.' ? '' : folder };
}

const lastPart = (address: unknown) =>
  typeof address === 'string' ? (address.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? '') : '';

function postFrom(name: string, front: Front, body: string): ForeignPost {
  const place = placeOf(name);
  const [, heading] = /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\n|$)/.exec(body) ?? [];
  const title = first(front, 'title', 'Title') ?? heading ?? place.slug.replaceAll(/[-_]+/g, ' ');
  const picture = pictureIn(
    first(front, 'cover', 'image', 'heroImage', 'featured_image', 'featuredImage', 'images', 'thumbnail', 'header'),
  );
  const { content, notes } = contentFrom({
    title,
    description: first(front, 'description', 'summary', 'excerpt', 'subtitle'),
    markdown: withFences(heading !== undefined && heading === title ? body.replace(/^\s*#.*\n?/, '') : body),
    categories: namesIn(first(front, 'categories', 'category', 'section'), /,/),
    tags: [...namesIn(first(front, 'tags', 'tag', 'keywords'), /[,;]/)],
    cover: picture.src,
    coverAlt: first(front, 'coverAlt', 'image_alt', 'imageAlt', 'heroImageAlt') ?? picture.alt,
    canonicalUrl: first(front, 'canonicalUrl', 'canonical_url', 'canonicalURL', 'canonical'),
    metaTitle: first(front, 'metaTitle', 'meta_title', 'seoTitle', 'seo_title'),
    metaDescription: first(front, 'metaDescription', 'meta_description', 'seoDescription'),
  });
  const published = first(
    front,
    'date',
    'pubDate',
    'publishDate',
    'publishedAt',
    'publishedDate',
    'published_at',
    'published',
  );
  const publishedAt = instantFrom(published) ?? instantFrom(place.day);
  const changed = instantFrom(
    first(front, 'updated', 'lastmod', 'updatedDate', 'updatedAt', 'last_modified_at', 'modified'),
  );
  const draft =
    front.draft === true || front.published === false || front.status === 'draft' || /(?:^|\/)_?drafts\//.test(name);
  const aliases = namesIn(first(front, 'aliases', 'redirect_from'), /,/);
  return {
    ...emptyForeignPost,
    sourceId: `${name}#${content.title}`.slice(0, 500),
    folder: place.folder,
    content,
    slug: typeof front.slug === 'string' && front.slug ? lastPart(front.slug) : lastPart(front.permalink) || place.slug,
    // Of the old site's addresses, those that would lie below the blog here too.
    formerSlugs: aliases
      .filter(alias => /^\/?(?:blog\/)?[^/]+\/?$/.test(alias))
      .map(alias => ({ slug: lastPart(alias).replace(/\.html?$/, ''), at: null })),
    status: draft || !publishedAt ? 'draft' : 'published',
    createdAt: publishedAt,
    changedAt: changed,
    publishedAt,
    updatedAt: changed ?? publishedAt,
    author: authorIn(first(front, 'author', 'authors')),
    notes: [...notes, ...(draft || publishedAt ? [] : ['It has no date, so it comes as a draft.'])],
  };
}

/** Jekyll's own marks for code are written as Markdown's. */
function withFences(body: string): string {
  return body.replaceAll(
    /^\{%-?\s*highlight\s+([\w+#-]+)[^%]{0,80}%\}\n([\s\S]*?)\n\{%-?\s*endhighlight\s*-?%\}/gm,
    (_whole, language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``,
  );
}
