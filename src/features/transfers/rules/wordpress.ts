import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { emptyForeignPost, type ForeignPost, type ForeignSite, instantFrom, oneByOne } from './entries.ts';
import { contentFrom } from './fields.ts';
import { markdownFrom } from './html.ts';
import { commentsOf } from './wordpress-comments.ts';
import { replaceShortcodes, withParagraphs } from './wordpress-texts.ts';
import { childrenNamed, childText, readXml, type XmlElement } from './xml.ts';

const statusOf: Readonly<Record<string, ForeignPost['status']>> = {
  publish: 'published',
  future: 'scheduled',
  pending: 'in_review',
};

/** A picture of the old site's library. */
interface Attachment {
  readonly url: string;
  readonly alt: string;
}

function metaOf(item: XmlElement): Map<string, string> {
  return new Map(
    childrenNamed(item, 'wp:postmeta').map(meta => [childText(meta, 'wp:meta_key'), childText(meta, 'wp:meta_value')]),
  );
}

/** Reads WordPress's export (WXR). Throws BAD_REQUEST where it is none, or broken. */
export function readWordpress(xml: string): ForeignSite {
  const channel = childrenNamed(readXml(xml), 'channel')[0];
  if (!channel || !channel.children.some(({ name }) => name === 'wp:wxr_version')) {
    const sentence = 'This XML is no export of WordPress. There, use Tools, Export, All content.';
    throw new AppError('BAD_REQUEST', sentence, { archive: sentence });
  }
  const items = childrenNamed(channel, 'item');
  const attachments = attachmentsOf(items);
  const authors = new Map(
    childrenNamed(channel, 'wp:author').map(author => [
      childText(author, 'wp:author_login'),
      childText(author, 'wp:author_display_name') || childText(author, 'wp:author_login'),
    ]),
  );
  const posts = items.filter(item => childText(item, 'wp:post_type') === 'post');
  const kept = posts.filter(item => !['trash', 'auto-draft'].includes(childText(item, 'wp:status')));
  const linkOf = linksOf(kept);
  return {
    source: 'wordpress',
    posts: oneByOne(kept, item => postFrom(item, { attachments, authors, linkOf })),
    skipped: [
      ...items
        .filter(item => childText(item, 'wp:post_type') === 'page')
        .map(item => ({ name: nameOf(item), reason: 'It is a page, not a post.' })),
      ...posts
        .filter(item => !kept.includes(item))
        .map(item => ({ name: nameOf(item), reason: 'It was in the bin, or never saved.' })),
    ],
    notes: [],
  };
}

const nameOf = (item: XmlElement) => childText(item, 'title') || childText(item, 'wp:post_name') || 'Without a title';

function attachmentsOf(items: readonly XmlElement[]): Map<string, Attachment> {
  return new Map(
    items
      .filter(item => childText(item, 'wp:post_type') === 'attachment')
      .map(item => [
        childText(item, 'wp:post_id'),
        { url: childText(item, 'wp:attachment_url'), alt: metaOf(item).get('_wp_attachment_image_alt') ?? '' },
      ]),
  );
}

/** Links to a post's old address lead to its new one. */
function linksOf(items: readonly XmlElement[]): (href: string) => string | undefined {
  const bare = (address: string) => address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
  const slugs = new Map(
    items.flatMap(item => {
      const slug = slugOf(item);
      const addresses = [childText(item, 'link'), childText(item, 'guid')].filter(Boolean);
      return slug ? addresses.map(address => [bare(address), slug] as const) : [];
    }),
  );
  return href => {
    const [, address = '', rest = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
    const slug = slugs.get(bare(address));
    return slug ? paths.post(slug) + rest : undefined;
  };
}

/** WordPress writes letters that are not Latin in percent code. */
function slugOf(item: XmlElement): string {
  const written = childText(item, 'wp:post_name');
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

interface Surroundings {
  readonly attachments: ReadonlyMap<string, Attachment>;
  readonly authors: ReadonlyMap<string, string>;
  readonly linkOf: (href: string) => string | undefined;
}

function postFrom(item: XmlElement, { attachments, authors, linkOf }: Surroundings): ForeignPost {
  const meta = metaOf(item);
  const named = (domain: string) =>
    childrenNamed(item, 'category')
      .filter(({ attributes }) => attributes.domain === domain)
      .map(({ text }) => text.trim())
      .filter(name => name !== 'Uncategorized');
  const cover = attachments.get(meta.get('_thumbnail_id') ?? '');
  const html = replaceShortcodes(childText(item, 'content:encoded'), ids =>
    ids.flatMap(id => attachments.get(id) ?? []),
  );
  const { content, notes } = contentFrom({
    title: childText(item, 'title'),
    description: excerptOf(childText(item, 'excerpt:encoded')),
    markdown: markdownFrom(withParagraphs(html), { linkOf }),
    categories: named('category'),
    tags: named('post_tag'),
    cover: cover?.url,
    coverAlt: cover?.alt,
    canonicalUrl: meta.get('_yoast_wpseo_canonical'),
    // Templates such as %%title%% mean nothing here.
    metaTitle: withoutTemplates(meta.get('_yoast_wpseo_title')),
    metaDescription: withoutTemplates(meta.get('_yoast_wpseo_metadesc')),
    cardTitle: withoutTemplates(meta.get('_yoast_wpseo_opengraph-title')),
    cardDescription: withoutTemplates(meta.get('_yoast_wpseo_opengraph-description')),
    cardPicture: meta.get('_yoast_wpseo_opengraph-image'),
  });
  const status = statusOf[childText(item, 'wp:status')] ?? 'draft';
  const locked = childText(item, 'wp:post_password') !== '';
  const written = dateOf(item, 'wp:post_date');
  const changed = dateOf(item, 'wp:post_modified');
  const creator = childText(item, 'dc:creator');
  const name = authors.get(creator) ?? creator;
  return {
    ...emptyForeignPost,
    sourceId: childText(item, 'guid') || childText(item, 'link') || childText(item, 'wp:post_id'),
    content,
    slug: slugOf(item),
    formerSlugs: [...meta.entries()].flatMap(([key, slug]) => (key === '_wp_old_slug' ? [{ slug, at: null }] : [])),
    status: locked || (status === 'scheduled' && !written) ? 'draft' : status,
    commentsClosed: childText(item, 'wp:comment_status') === 'closed',
    createdAt: written,
    changedAt: changed,
    publishedAt: status === 'published' && !locked ? written : null,
    updatedAt: changed ?? written,
    scheduledFor: status === 'scheduled' && !locked ? written : null,
    submittedAt: status === 'in_review' && !locked ? (changed ?? written) : null,
    author: name ? { name, role: 'Guest author' } : null,
    comments: commentsOf(item),
    notes: [...notes, ...(locked ? ['It had a password, so it comes as a draft.'] : [])],
  };
}

/** The time in UTC where it is known; drafts have zeros there, and then the old site's own time is taken. */
function dateOf(item: XmlElement, name: 'wp:post_date' | 'wp:post_modified'): string | null {
  const known = [childText(item, `${name}_gmt`), childText(item, name)].find(date => date && !date.startsWith('0000'));
  return instantFrom(known);
}

const excerptOf = (html: string) => (html ? markdownFrom(html).replaceAll(/[*_`]|\\(?=\W)/g, '') : '');

const withoutTemplates = (text: string | undefined) => (text?.includes('%%') ? undefined : text);
