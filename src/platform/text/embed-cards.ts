import type { Element, Root } from 'hast';
import { createElement, isBlank, replaceElements } from './elements.ts';
import { toPlainText } from './block-decorations.ts';

/** What stands behind an address, as far as the address tells. */
interface Embed {
  readonly kind: 'video' | 'sound' | 'code' | 'post' | 'page';
  readonly title: string;
}

const POSTS_NAMED = /^\/@([\w.-]+)(?:@[\w.-]+)?\/\d+$/;

/** What known sites' addresses lead to. Nothing is asked of them: a reader's browser meets them when the reader follows. */
const sites: Readonly<Record<string, (path: string, search: URLSearchParams) => Embed | undefined>> = {
  'youtube.com': (path, search) =>
    (path === '/watch' && search.has('v')) || /^\/(?:shorts|live|playlist)\b/.test(path)
      ? { kind: 'video', title: 'Video on YouTube' }
      : undefined,
  'youtu.be': path => (path.length > 1 ? { kind: 'video', title: 'Video on YouTube' } : undefined),
  'vimeo.com': path => (/^\/\d+/.test(path) ? { kind: 'video', title: 'Video on Vimeo' } : undefined),
  'github.com': path => {
    const [, owner, name, place, number] = path.split('/');
    if (!owner || !name) return undefined;
    const numbered = (place === 'issues' || place === 'pull') && number ? ` #${number}` : '';
    return { kind: 'code', title: `${owner}/${name}${numbered}` };
  },
  'gist.github.com': path => {
    const owner = path.split('/')[1];
    return owner ? { kind: 'code', title: `Gist by ${owner}` } : undefined;
  },
  'codepen.io': path => {
    const owner = /^\/([^/]+)\/(?:pen|full|details)\//.exec(path)?.[1];
    return owner ? { kind: 'code', title: `Pen by ${owner}` } : undefined;
  },
  'open.spotify.com': path => {
    const what = /^\/(?:intl-\w+\/)?(track|album|playlist|episode|show|artist)\//.exec(path)?.[1];
    return what ? { kind: 'sound', title: `${what[0]?.toUpperCase()}${what.slice(1)} on Spotify` } : undefined;
  },
  'bsky.app': path => {
    const name = /^\/profile\/([^/]+)\/post\//.exec(path)?.[1];
    return name ? { kind: 'post', title: `Post by ${name} on Bluesky` } : undefined;
  },
};

/** What an address leads to, where it can be told: posts of Mastodon stand at many hosts, under addresses of one shape. */
function embedAt({ hostname, pathname, searchParams }: URL): Embed | undefined {
  const host = hostOf(hostname);
  const known = Object.hasOwn(sites, host) ? sites[host]?.(pathname, searchParams) : undefined;
  if (known) return known;
  const author = POSTS_NAMED.exec(pathname)?.[1];
  return author ? { kind: 'post', title: `Post by @${author}@${host}` } : undefined;
}

function hostOf(hostname: string): string {
  return hostname.replace(/^(?:www|m)\./, '');
}

/**
 * Makes a card of a paragraph that is one address and nothing else, and of one that is a named link to a site that is
 * known here. A card is a link: it loads nothing from elsewhere, and is still a link where there is no style.
 */
export function renderEmbedCards(tree: Root | Element): void {
  replaceElements(tree, node => {
    const parts = node.tagName === 'p' ? node.children.filter(child => !isBlank(child)) : [];
    const [link] = parts;
    if (parts.length !== 1 || link?.type !== 'element' || link.tagName !== 'a') return undefined;
    if (link.children.some(child => child.type !== 'text')) return undefined;
    const href = String(link.properties.href);
    const address = /^https?:\/\//i.test(href) ? URL.parse(href) : null;
    if (!address || address.username || address.password) return undefined;
    const words = toPlainText(link).trim();
    const named = !isAddress(words, href);
    const embed = embedAt(address) ?? (named ? undefined : pageAt(address));
    return embed ? [cardOf(href, named ? words : embed.title, embed.kind, address)] : undefined;
  });
}

/** Whether a link's words are its own address, with or without its beginning. */
function isAddress(words: string, href: string): boolean {
  return [words, `https://${words}`, `http://${words}`].some(text => text === href || encodeURI(text) === href);
}

function pageAt({ hostname, pathname }: URL): Embed {
  const path = readable(pathname).replace(/\/$/, '');
  return { kind: 'page', title: path === '' ? hostOf(hostname) : path.slice(1) };
}

function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function cardOf(href: string, title: string, kind: Embed['kind'], { hostname }: URL): Element {
  const part = (name: string, value: string) => createElement('span', { className: [name] }, [{ type: 'text', value }]);
  const host = hostOf(hostname);
  return createElement('p', { className: ['embed', `embed-${kind}`] }, [
    createElement('a', { href, rel: ['noopener'] }, [
      part('embed-title', title),
      // The blank parts the two where the style is not known, as in feeds.
      ...(title === host ? [] : [{ type: 'text', value: ' ' } as const, part('embed-host', host)]),
    ]),
  ]);
}
