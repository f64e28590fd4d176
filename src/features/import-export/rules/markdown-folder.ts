import { posix } from 'node:path';
import { EMPTY_IMPORTED_POST, type ImportedPost, parseInstant } from './imported-content.ts';
import { toImportedContent } from './normalize-fields.ts';
import { isObject, splitFrontMatter } from './front-matter.ts';
import { htmlToMarkdown } from './html.ts';
import { leftOutNotes } from './left-out.ts';
import { addressesOfFile, type MarkdownConfig } from './markdown-addresses.ts';

type Front = Readonly<Record<string, unknown>>;

const NOT_A_POST = /(?:^|\/)(?:_index|README|LICENSE|CHANGELOG|CONTRIBUTING|404|SUMMARY)\.(?:md|markdown)$/i;

/** Returns whether a file is a Jekyll or Hugo post written in HTML. */
const isHtmlPost = (name: string) => /(?:^|\/)(?:_posts|_drafts|content)\/.*\.html?$/i.test(name);

/** Returns whether a file may be a post. */
export const isMarkdownFileName = (name: string) => /\.(?:md|markdown|mdx)$/i.test(name) || isHtmlPost(name);

/** Returns whether a file belongs to Jekyll, which separates tags by spaces. */
const isOfJekyll = (name: string) => /(?:^|\/)(?:_posts|_drafts)\//.test(name);

const TRUE_VALUE = /^(?:true|yes|on|1)$/i;
const FALSE_VALUE = /^(?:false|no|off|0)$/i;

/** Reads a post file of Hugo, Jekyll, Astro and similar programs. Returns the post, or why the file isn't one. */
export function readMarkdownFile(
  { name, text }: { readonly name: string; readonly text: string },
  config: MarkdownConfig,
): { readonly post: ImportedPost } | { readonly reason: string } {
  if (/\.mdx$/i.test(name)) return { reason: 'MDX files aren’t supported.' };
  if (NOT_A_POST.test(name)) return { reason: 'This isn’t a post.' };
  const file = splitFrontMatter(text);
  if (!file) return { reason: 'The front matter can’t be read.' };
  const isBare = Object.keys(file.front).length === 0;
  if (isPage(file.front) || (isBare && isHtmlPost(name))) return { reason: 'This is a page, not a post.' };
  if (isBare && file.body.trim() === '') return { reason: 'This file is empty.' };
  return { post: postFrom(name, file.front, file.body, config) };
}

const isPage = ({ layout, type }: Front) => layout === 'page' || type === 'page';

function pick(front: Front, ...keys: string[]): unknown {
  return keys.map(key => front[key]).find(value => value !== undefined && value !== null && value !== '');
}

/** Splits names given as a list, or on one line separated by commas or spaces. */
function namesIn(value: unknown, separator: RegExp): string[] {
  const names = typeof value === 'string' ? value.split(separator) : value;
  if (!Array.isArray(names)) return [];
  return names
    .filter(name => ['string', 'number'].includes(typeof name))
    .map(name => String(name).trim())
    .filter(Boolean);
}

/** Splits names by commas, or by spaces in Jekyll files without commas. */
function listIn(file: string, value: unknown, separator: RegExp) {
  const hasSpaces = isOfJekyll(file) && typeof value === 'string' && !separator.test(value);
  return namesIn(value, hasSpaces ? /\s+/ : separator);
}

/** Reads a picture given as a URL, or as an object with URL and description. */
function pictureIn(value: unknown): { src: unknown; alt: unknown; caption?: unknown } {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (isObject(one))
    return {
      src: pick(one, 'src', 'image', 'url', 'path', 'feature'),
      alt: pick(one, 'alt', 'caption'),
      caption: pick(one, 'alt') === undefined ? undefined : one.caption,
    };
  return { src: one, alt: undefined };
}

function authorsIn(value: unknown): string[] {
  return [value].flat().flatMap((one: unknown) => {
    const name = isObject(one) ? one.name : one;
    return typeof name === 'string' && name.trim() !== '' ? [name.trim().slice(0, 100)] : [];
  });
}

/**
 * Returns the data that a file's path implies: Jekyll's names begin with the date, and index files are named by their
 * folder.
 */
function parsePath(name: string): { slug: string; day: string | null; folder: string } {
  const folder = posix.dirname(name);
  const base = posix.basename(name).replace(/\.\w+$/, '');
  const title = /^index(?:\.\w{2})?$/.test(base) ? posix.basename(folder) : base;
  const [, day = null, rest = title] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(title) ?? [];
  return { slug: rest, day, folder: folder === '.' ? '' : folder };
}

const lastPart = (address: unknown) =>
  typeof address === 'string' ? (address.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? '') : '';

/** Returns the last part of a permalink; empty if it is a pattern. */
const slugIn = (permalink: unknown) => {
  const last = lastPart(permalink).replace(/\.html?$/, '');
  return /[:{]/.test(last) ? '' : last;
};

const PUBLICATION_DATES =
  'date pubDate publishDate publishdate publish_date publishedAt publishedDate published_at published'.split(' ');

function postFrom(name: string, front: Front, body: string, config: MarkdownConfig): ImportedPost {
  const path = parsePath(name);
  const [, heading] = /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\n|$)/.exec(body) ?? [];
  const title = pick(front, 'title', 'Title') ?? heading ?? path.slug.replaceAll(/[-_]+/g, ' ');
  const picture = pictureIn(
    pick(front, 'cover', 'image', 'heroImage', 'featured_image', 'featuredImage', 'images', 'thumbnail', 'header'),
  );
  const categories = listIn(name, pick(front, 'categories', 'category', 'section'), /,/);
  const conversionNotes: string[] = [];
  const { content, notes } = toImportedContent({
    title,
    description: pick(front, 'description', 'summary', 'excerpt', 'subtitle'),
    markdown: isHtmlPost(name)
      ? htmlToMarkdown(withFences(body), { notes: conversionNotes })
      : withFences(heading !== undefined && heading === title ? body.replace(/^\s*#.*\n?/, '') : body),
    categories,
    tags: listIn(name, pick(front, 'tags', 'tag', 'keywords'), /[,;]/),
    cover: picture.src,
    coverAlt: pick(front, 'coverAlt', 'image_alt', 'imageAlt', 'heroImageAlt') ?? picture.alt,
    canonicalUrl: pick(front, 'canonicalUrl', 'canonical_url', 'canonicalURL', 'canonical'),
    metaTitle: pick(front, 'metaTitle', 'meta_title', 'seoTitle', 'seo_title'),
    metaDescription: pick(front, 'metaDescription', 'meta_description', 'seoDescription'),
  });
  const published = pick(front, ...PUBLICATION_DATES);
  const publishedAt = parseInstant(published) ?? parseInstant(path.day);
  const changed = parseInstant(
    pick(front, 'updated', 'lastmod', 'updatedDate', 'updatedAt', 'last_modified_at', 'modified'),
  );
  const draft =
    TRUE_VALUE.test(String(front.draft)) ||
    FALSE_VALUE.test(String(front.published)) ||
    front.status === 'draft' ||
    /(?:^|\/)_?drafts\//.test(name);
  const hiddenUntil = parseInstant(pick(front, 'publishDate', 'publishdate', 'publish_date'));
  const expiry = pick(front, 'expiryDate', 'expirydate', 'unpublishdate', 'expires');
  const hiddenFrom = parseInstant(expiry);
  const authors = authorsIn(pick(front, 'author', 'authors'));
  const aliases = namesIn(pick(front, 'aliases', 'redirect_from'), /,/);
  return {
    ...EMPTY_IMPORTED_POST,
    sourceId: `${name}#${content.title}`.slice(0, 500),
    folder: path.folder,
    content,
    slug: typeof front.slug === 'string' && front.slug ? lastPart(front.slug) : slugIn(front.permalink) || path.slug,
    // Only aliases below the blog's path.
    formerSlugs: aliases
      .filter(alias => /^\/blog\/[^/]+\/?$/.test(alias))
      .map(alias => ({ slug: lastPart(alias).replace(/\.html?$/, ''), at: null })),
    oldPaths: addressesOfFile(
      {
        name,
        front,
        slug: path.slug,
        title: content.title,
        date: typeof published === 'string' ? published : (publishedAt ?? path.day),
        categories,
      },
      config,
    ),
    status: draft || !publishedAt ? 'draft' : 'published',
    createdAt: publishedAt,
    changedAt: changed,
    publishedAt,
    updatedAt: changed ?? publishedAt,
    hiddenUntil,
    hiddenFrom,
    author: authors[0] === undefined ? null : { name: authors[0], role: 'Guest author', avatar: null },
    notes: [
      ...notes,
      ...conversionNotes,
      ...leftOutNotes({
        authors,
        featured: [front.featured, front.pinned, front.sticky].some(value => TRUE_VALUE.test(String(value))),
        coverCaption: typeof picture.caption === 'string' ? picture.caption : '',
      }),
      ...(hiddenFrom
        ? [
            `This post expires on ${hiddenFrom.slice(0, 10)} and is imported as a draft after that. Posts can’t expire here.`,
          ]
        : []),
      ...(draft || publishedAt ? [] : [missingDateNote(published)]),
    ],
  };
}

const missingDateNote = (written: unknown) =>
  typeof written === 'string'
    ? `The date “${written.slice(0, 60)}” isn’t valid, so this post is imported as a draft.`
    : 'This post has no date, so it’s imported as a draft.';

/** Converts Jekyll's code tags to Markdown fences. */
function withFences(body: string): string {
  return body.replaceAll(
    /^\{%-?\s*highlight\s+([\w+#-]+)[^%]{0,80}%\}\n([\s\S]*?)\n\{%-?\s*endhighlight\s*-?%\}/gm,
    (_whole, language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``,
  );
}
