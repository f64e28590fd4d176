import type { Element, ElementContent, Root, RootContent } from 'hast';
import { createElement } from '#platform/text/elements.ts';

/**
 * Converts Ghost cards and WordPress blocks to elements that Markdown has: pictures with captions as titles, galleries,
 * callouts as marked quotes, and players, bookmarks and embeds as URLs alone in a paragraph.
 */
export function replaceCards(tree: Root | Element): void {
  const children: readonly RootContent[] = tree.children;
  tree.children = children.flatMap((child): ElementContent[] => {
    if (child.type === 'doctype') return [];
    if (child.type !== 'element') return [child];
    const card = cardOf(child);
    if (card) return card;
    replaceCards(child);
    return [child];
  });
}

const has = ({ properties }: Element, name: string) =>
  Array.isArray(properties.className) && properties.className.includes(name);

function findAll(node: Element, wanted: (element: Element) => boolean): Element[] {
  return node.children.flatMap(child =>
    child.type === 'element' ? [...(wanted(child) ? [child] : []), ...findAll(child, wanted)] : [],
  );
}

const byName = (node: Element, ...names: readonly string[]) => findAll(node, ({ tagName }) => names.includes(tagName));

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}

const plainTextOf = (node: ElementContent) => textOf(node).replaceAll(/\s+/g, ' ').trim();

/** A paragraph with only a URL. */
const urlParagraph = (href: string) =>
  createElement('p', {}, [createElement('a', { href }, [{ type: 'text', value: href }])]);

/** Returns a video's page from the URL of its embedded player. */
function videoPageUrl(src: string): string {
  const fullSrc = src.startsWith('//') ? `https:${src}` : src;
  const url = URL.parse(fullSrc);
  if (!url) return fullSrc;
  const id = /^\/(?:embed|v|video)\/([\w-]+)/.exec(url.pathname)?.[1];
  if (id && /(?:^|\.)youtube(?:-nocookie)?\.com$/.test(url.hostname)) return `https://www.youtube.com/watch?v=${id}`;
  if (id && url.hostname === 'player.vimeo.com') return `https://vimeo.com/${id}`;
  return fullSrc;
}

const isWebUrl = (value: unknown): value is string => typeof value === 'string' && /^(?:https?:)?\/\/\S+$/i.test(value);

function pictureOf(img: Element, caption: string): Element {
  const { src, alt, dataSrc } = img.properties;
  const source = typeof src === 'string' && !src.startsWith('data:') ? src : dataSrc;
  const properties: Element['properties'] = { src: typeof source === 'string' ? source : '', alt: alt ?? '' };
  if (caption) properties.title = caption;
  return createElement('img', properties, []);
}

function cardOf(node: Element): ElementContent[] | undefined {
  switch (node.tagName) {
    case 'iframe':
    case 'embed':
      return isWebUrl(node.properties.src) ? [urlParagraph(videoPageUrl(node.properties.src))] : [];
    case 'video':
    case 'audio':
      return playerOf(node);
    case 'figure':
      return figureOf(node);
    case 'div':
      return has(node, 'kg-callout-card') ? calloutOf(node) : undefined;
    case 'p':
      return findUrlParagraph(node);
    default:
      return undefined;
  }
}

/** Replaces audio and video, which texts can't contain, with a link to the file. */
function playerOf(node: Element): ElementContent[] {
  const sources = [node, ...byName(node, 'source')].map(({ properties }) => properties.src);
  const src = sources.find(source => typeof source === 'string');
  return typeof src === 'string' ? [urlParagraph(src)] : [];
}

const captionIn = (node: ElementContent | undefined) => (node ? plainTextOf(node) : '');

const captionBelow = (caption: string) =>
  caption ? [createElement('p', {}, [createElement('em', {}, [{ type: 'text', value: caption }])])] : [];

function figureOf(node: Element): ElementContent[] | undefined {
  const frame = byName(node, 'iframe')[0];
  const caption = captionIn(byName(node, 'figcaption').at(-1));
  const after = captionBelow(caption);
  if (frame && isWebUrl(frame.properties.src)) return [urlParagraph(videoPageUrl(frame.properties.src)), ...after];
  const bookmark = findAll(node, element => has(element, 'kg-bookmark-container'))[0];
  if (bookmark && isWebUrl(bookmark.properties.href)) return [urlParagraph(bookmark.properties.href), ...after];
  if (has(node, 'wp-block-embed')) {
    const url = /https?:\/\/\S+/.exec(textOf(node))?.[0];
    return url ? [urlParagraph(url), ...after] : undefined;
  }
  const player = [...byName(node, 'video'), ...byName(node, 'audio')][0];
  if (player) return [...playerOf(player), ...after];
  return picturesOf(node, caption);
}

/** Returns a picture with its caption, or several as a gallery; undefined for other figures. */
function picturesOf(node: Element, caption: string): ElementContent[] | undefined {
  const pictures = byName(node, 'img');
  if (pictures.length === 0 || byName(node, 'pre', 'table').length > 0) return undefined;
  const [only] = pictures;
  if (only && pictures.length === 1) {
    const link = byName(node, 'a').find(anchor => byName(anchor, 'img').length > 0);
    const picture = pictureOf(only, caption);
    return [
      createElement('p', {}, [link ? createElement('a', { href: link.properties.href ?? '' }, [picture]) : picture]),
    ];
  }
  // Pictures of a gallery may have captions in nested figures.
  const captionOf = (img: Element) => {
    const figure = byName(node, 'figure').find(inner => byName(inner, 'img').includes(img));
    return captionIn(figure && byName(figure, 'figcaption')[0]);
  };
  const parts = pictures.flatMap(img => [pictureOf(img, captionOf(img)), { type: 'text' as const, value: '\n' }]);
  const galleryCaption = node.children.find(child => child.type === 'element' && child.tagName === 'figcaption');
  return [createElement('p', {}, parts), ...captionBelow(captionIn(galleryCaption))];
}

/** Callout colors of other programs, mapped to our kinds. */
const kinds: Readonly<Record<string, string>> = {
  'kg-callout-card-yellow': 'warning',
  'kg-callout-card-red': 'caution',
  'kg-callout-card-green': 'tip',
  'kg-callout-card-pink': 'important',
};

function calloutOf(node: Element): ElementContent[] {
  const kind = Object.entries(kinds).find(([name]) => has(node, name))?.[1] ?? 'note';
  const text = findAll(node, element => has(element, 'kg-callout-text'))[0];
  return [
    createElement('blockquote', { dataCallout: kind }, [createElement('p', {}, text?.children ?? node.children)]),
  ];
}

/** Returns a paragraph that is only a URL, which Markdown escaping would break. */
function findUrlParagraph(node: Element): ElementContent[] | undefined {
  const text = node.children.every(child => child.type === 'text') ? textOf(node).trim() : '';
  return isWebUrl(text) && text.startsWith('http') ? [urlParagraph(text)] : undefined;
}
