import type { Element, Root } from 'hast';
import { ownValue } from '#shared/own-value.ts';
import { decodePath } from '#shared/paths.ts';
import { createElement, isBlank, replaceElements } from './elements.ts';
import { toPlainText } from './block-decorations.ts';

/** The content at a URL, as far as the URL shows it. */
interface Embed {
  readonly kind: 'video' | 'sound' | 'code' | 'post' | 'page';
  readonly title: string;
}

const MASTODON_POST = /^\/@([\w.-]+)(?:@[\w.-]+)?\/\d+$/;

/**
 * Known sites, by host. No requests are sent to them: the reader's browser contacts them only when a link is followed.
 */
const sites: Readonly<Record<string, (path: string, search: URLSearchParams) => Embed | undefined>> = {
  'youtube.com': (path, search) =>
    (path === '/watch' && search.has('v')) || /^\/(?:shorts|live|playlist)\b/.test(path)
      ? { kind: 'video', title: 'Video on YouTube' }
      : undefined,
  'youtu.be': path => (path.length > 1 ? { kind: 'video', title: 'Video on YouTube' } : undefined),
  'vimeo.com': path => (/^\/\d+/.test(path) ? { kind: 'video', title: 'Video on Vimeo' } : undefined),
  'github.com': path => {
    const [, owner, name, section, number] = path.split('/');
    if (!owner || !name) return undefined;
    const numbered = (section === 'issues' || section === 'pull') && number ? ` #${number}` : '';
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
    const type = /^\/(?:intl-\w+\/)?(track|album|playlist|episode|show|artist)\//.exec(path)?.[1];
    return type ? { kind: 'sound', title: `${type[0]?.toUpperCase()}${type.slice(1)} on Spotify` } : undefined;
  },
  'bsky.app': path => {
    const name = /^\/profile\/([^/]+)\/post\//.exec(path)?.[1];
    return name ? { kind: 'post', title: `Post by ${name} on Bluesky` } : undefined;
  },
};

/** Returns the content at a URL, if it is recognized. Mastodon posts are on many hosts, with URLs of one form. */
function findEmbed({ hostname, pathname, searchParams }: URL): Embed | undefined {
  const host = normalizeHost(hostname);
  const embed = ownValue(sites, host)?.(pathname, searchParams);
  if (embed) return embed;
  const author = MASTODON_POST.exec(pathname)?.[1];
  return author ? { kind: 'post', title: `Post by @${author}@${host}` } : undefined;
}

function normalizeHost(hostname: string): string {
  return hostname.replace(/^(?:www|m)\./, '');
}

/**
 * Turns a paragraph into a card if it is only a URL, or only a named link to a known site. A card is a link: it loads
 * nothing from elsewhere, and works without styles.
 */
export function renderEmbedCards(tree: Root | Element): void {
  replaceElements(tree, node => {
    const parts = node.tagName === 'p' ? node.children.filter(child => !isBlank(child)) : [];
    const [link] = parts;
    if (parts.length !== 1 || link?.type !== 'element' || link.tagName !== 'a') return undefined;
    if (link.children.some(child => child.type !== 'text')) return undefined;
    const href = String(link.properties.href);
    const url = /^https?:\/\//i.test(href) ? URL.parse(href) : null;
    if (!url || url.username || url.password) return undefined;
    const text = toPlainText(link).trim();
    const hasOwnText = !isUrlText(text, href);
    const embed = findEmbed(url) ?? (hasOwnText ? undefined : toPageEmbed(url));
    return embed ? [createCard(href, hasOwnText ? text : embed.title, embed.kind, url)] : undefined;
  });
}

/** Returns whether a link's text is its own URL, with or without the scheme. */
function isUrlText(label: string, href: string): boolean {
  return [label, `https://${label}`, `http://${label}`].some(text => text === href || encodeURI(text) === href);
}

function toPageEmbed({ hostname, pathname }: URL): Embed {
  const path = (decodePath(pathname) ?? pathname).replace(/\/$/, '');
  return { kind: 'page', title: path === '' ? normalizeHost(hostname) : path.slice(1) };
}

function createCard(href: string, title: string, kind: Embed['kind'], { hostname }: URL): Element {
  const part = (name: string, value: string) => createElement('span', { className: [name] }, [{ type: 'text', value }]);
  const host = normalizeHost(hostname);
  return createElement('p', { className: ['embed', `embed-${kind}`] }, [
    createElement('a', { href, rel: ['noopener'] }, [
      part('embed-title', title),
      // The space separates the two without styles, as in feeds.
      ...(title === host ? [] : [{ type: 'text', value: ' ' } as const, part('embed-host', host)]),
    ]),
  ]);
}
