import { decoded } from '#features/redirects/rules/addresses.ts';
import { paths } from '#shared/paths.ts';
import { ownValue } from '#shared/own-value.ts';
import { createArchiveError, EMPTY_IMPORTED_POST, type ImportedPost, type ImportedSite } from './imported-content.ts';
import { toImportedContent } from './normalize-fields.ts';
import { decodeEntities, htmlToMarkdown } from './html.ts';
import { categoryNotes, leftOutNotes } from './left-out.ts';
import { addressesOfItem, addressesOfSite, baseOf, listCategories, listOldSlugs } from './wordpress-addresses.ts';
import { parseWordpressComments } from './wordpress-comments.ts';
import { withParagraphs } from './wordpress-paragraphs.ts';
import { fillBlocks, replaceShortcodes, shortcodeNotes } from './wordpress-content.ts';
import type { XmlElement } from '#platform/text/parse-xml.ts';
import { listChildren, getChildDate, getChildText, parseExportXml } from './xml.ts';

const statusOf: Readonly<Record<string, ImportedPost['status']>> = {
  publish: 'published',
  future: 'scheduled',
  pending: 'in_review',
};

/** Item types that only WordPress itself uses, such as menus and templates. */
const INTERNAL_TYPES =
  /^(?:revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_\w+|acf-[\w-]+)$/;

function metaOf(item: XmlElement): Map<string, string> {
  return new Map(
    listChildren(item, 'wp:postmeta').map(meta => [
      getChildText(meta, 'wp:meta_key'),
      getChildText(meta, 'wp:meta_value'),
    ]),
  );
}

/** Parses a WordPress export (WXR). Throws BAD_REQUEST if it is not one or is broken. */
export function parseWordpressExport(xml: string): ImportedSite {
  const repairedLines: number[] = [];
  const channel = listChildren(parseExportXml(xml, repairedLines), 'channel')[0];
  if (!channel || !channel.children.some(({ name }) => name === 'wp:wxr_version')) {
    throw createArchiveError(
      'This XML file isn’t a WordPress export. In WordPress, go to Tools, Export, and choose All content.',
    );
  }
  const items = listChildren(channel, 'item');
  const posts = ofType(items, 'post');
  const remaining = posts.filter(item => !['trash', 'auto-draft'].includes(getChildText(item, 'wp:status')));
  const unsupported = items.filter(item => !['post', 'page', 'attachment', 'wp_block'].includes(typeOf(item)));
  const internal = unsupported.filter(item => INTERNAL_TYPES.test(typeOf(item)));
  const references = indexReferences(channel, items, remaining);
  return {
    source: 'wordpress',
    posts: remaining.map(item => ({ name: nameOf(item), read: () => postFrom(item, references) })),
    oldAddresses: addressesOfSite(channel, items, references.base),
    skipped: [
      ...skip(ofType(items, 'page'), () => 'This is a page, not a post.'),
      ...skip(
        posts.filter(item => !remaining.includes(item)),
        () => 'This post was in the trash or never saved.',
      ),
      ...skip(
        unsupported.filter(item => !internal.includes(item)),
        item => `This is of type “${typeOf(item).slice(0, 60)}”. Only posts are imported.`,
      ),
    ],
    notes: [...repairNotes(repairedLines), ...categoryNotes(branchesOf(channel)), ...internalNotes(internal)],
  };
}

const typeOf = (item: XmlElement) => getChildText(item, 'wp:post_type');
const ofType = (items: readonly XmlElement[], type: string) => items.filter(item => typeOf(item) === type);
const skip = (items: readonly XmlElement[], reasonFor: (item: XmlElement) => string) =>
  items.map(item => ({ name: nameOf(item), reason: reasonFor(item) }));

const nameOf = (item: XmlElement) =>
  decodeEntities(getChildText(item, 'title')) || getChildText(item, 'wp:post_name') || 'Untitled';

/** Returns notes about repaired characters that XML doesn't allow. */
function repairNotes(lines: readonly number[]): string[] {
  if (lines.length === 0) return [];
  const named = [...new Set(lines)].slice(0, 20).join(', ');
  return [`Invalid XML characters were repaired: ${lines.length}. See line ${named} of the file.`];
}

/** Returns notes about WordPress's own item types, which are not imported. */
function internalNotes(items: readonly XmlElement[]): string[] {
  const counts = Map.groupBy(items, typeOf);
  const named = [...counts].map(([type, { length }]) => `${length} × ${type}`);
  return named.length === 0 ? [] : [`Internal WordPress data isn’t imported: ${named.join(', ')}.`];
}

function branchesOf(channel: XmlElement): { name: string; parent: string }[] {
  const categories = listCategories(channel);
  const names = new Map(categories.map(({ slug, name }) => [slug, name]));
  return categories.flatMap(({ name, parent }) =>
    parent === '' ? [] : [{ name, parent: names.get(parent) ?? parent }],
  );
}

/** Indexes the data that posts refer to. */
function indexReferences(channel: XmlElement, items: readonly XmlElement[], posts: readonly XmlElement[]) {
  return {
    attachments: new Map(
      ofType(items, 'attachment').map(item => [
        getChildText(item, 'wp:post_id'),
        {
          url: getChildText(item, 'wp:attachment_url'),
          alt: metaOf(item).get('_wp_attachment_image_alt') ?? '',
          caption: excerptOf(getChildText(item, 'excerpt:encoded')),
        },
      ]),
    ),
    authors: new Map(
      listChildren(channel, 'wp:author').map(author => [
        getChildText(author, 'wp:author_login'),
        decodeEntities(getChildText(author, 'wp:author_display_name') || getChildText(author, 'wp:author_login')),
      ]),
    ),
    linkOf: linksOf(posts),
    /** The text of reusable blocks by their id. */
    reusable: new Map(
      ofType(items, 'wp_block').map(item => [getChildText(item, 'wp:post_id'), getChildText(item, 'content:encoded')]),
    ),
    base: baseOf(channel),
  };
}

/** Maps links to a post's old address to its new one. */
function linksOf(items: readonly XmlElement[]): (href: string) => string | undefined {
  const normalize = (address: string) => address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
  const slugs = new Map(
    items.flatMap(item => {
      const slug = slugOf(item);
      const addresses = [getChildText(item, 'link'), getChildText(item, 'guid')].filter(Boolean);
      return slug ? addresses.map(address => [normalize(address), slug] as const) : [];
    }),
  );
  return href => {
    const [, address = '', rest = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
    const slug = slugs.get(normalize(address));
    return slug ? paths.post(slug) + rest : undefined;
  };
}

/** WordPress percent-encodes non-Latin letters. */
const slugOf = (item: XmlElement) => decoded(getChildText(item, 'wp:post_name'));

function postFrom(item: XmlElement, site: ReturnType<typeof indexReferences>): ImportedPost {
  const { attachments, authors, linkOf, reusable, base } = site;
  const meta = metaOf(item);
  const termsOf = (domain: string) =>
    listChildren(item, 'category')
      .filter(({ attributes }) => attributes.domain === domain)
      .map(({ text }) => decodeEntities(text.trim()))
      .filter(name => name !== 'Uncategorized');
  const cover = attachments.get(meta.get('_thumbnail_id') ?? '');
  const conversionNotes: string[] = [];
  const html = replaceShortcodes(fillBlocks(getChildText(item, 'content:encoded'), reusable, conversionNotes), ids =>
    ids.flatMap(id => attachments.get(id) ?? []),
  );
  const markdown = htmlToMarkdown(withParagraphs(html), { linkOf, notes: conversionNotes });
  const { content, notes } = toImportedContent({
    title: decodeEntities(getChildText(item, 'title')),
    description: excerptOf(getChildText(item, 'excerpt:encoded')),
    markdown,
    categories: termsOf('category'),
    tags: termsOf('post_tag'),
    cover: cover?.url,
    coverAlt: cover?.alt,
    canonicalUrl: meta.get('_yoast_wpseo_canonical'),
    // Templates such as %%title%% can't be resolved here.
    metaTitle: withoutTemplates(meta.get('_yoast_wpseo_title')),
    metaDescription: withoutTemplates(meta.get('_yoast_wpseo_metadesc')),
    cardTitle: withoutTemplates(meta.get('_yoast_wpseo_opengraph-title')),
    cardDescription: withoutTemplates(meta.get('_yoast_wpseo_opengraph-description')),
    cardPicture: meta.get('_yoast_wpseo_opengraph-image'),
  });
  const sourceStatus = getChildText(item, 'wp:status');
  const hasPassword = getChildText(item, 'wp:post_password') !== '';
  const status = hasPassword ? 'draft' : (ownValue(statusOf, sourceStatus) ?? 'draft');
  const date = getChildDate(item, 'wp:post_date');
  const changed = getChildDate(item, 'wp:post_modified');
  const creator = getChildText(item, 'dc:creator');
  // The plugin Co-Authors Plus stores all authors as terms.
  const names = termsOf('author').map(login => authors.get(login) ?? login);
  const name = names[0] ?? authors.get(creator) ?? creator;
  return {
    ...EMPTY_IMPORTED_POST,
    sourceId: getChildText(item, 'guid') || getChildText(item, 'link') || getChildText(item, 'wp:post_id'),
    content,
    slug: slugOf(item),
    oldPaths: addressesOfItem(item, slugOf(item), base),
    formerSlugs: listOldSlugs(item).map(slug => ({ slug, at: null })),
    status,
    commentsClosed: getChildText(item, 'wp:comment_status') === 'closed',
    createdAt: date,
    changedAt: changed,
    publishedAt: status === 'published' ? date : null,
    updatedAt: changed ?? date,
    scheduledFor: status === 'scheduled' ? date : null,
    submittedAt: status === 'in_review' ? (changed ?? date) : null,
    author: name ? { name, role: 'Guest author', avatar: null } : null,
    comments: parseWordpressComments(item),
    notes: [
      ...notes,
      ...shortcodeNotes(html),
      ...conversionNotes,
      ...leftOutNotes({
        authors: names,
        featured: getChildText(item, 'wp:is_sticky') === '1',
        coverCaption: cover?.caption ?? '',
        // WordPress and plugins prefix their internal fields with an underscore.
        customFields: [...meta.keys()].filter(key => key !== '' && !key.startsWith('_')),
      }),
      ...(hasPassword ? ['This post had a password, so it’s imported as a draft.'] : []),
      ...(sourceStatus === 'private' ? ['This post was private, so it’s imported as a draft.'] : []),
    ],
  };
}

const excerptOf = (html: string) => (html ? htmlToMarkdown(html).replaceAll(/[*_`]|\\(?=\W)/g, '') : '');

const withoutTemplates = (text: string | undefined) => (text?.includes('%%') ? undefined : text);
