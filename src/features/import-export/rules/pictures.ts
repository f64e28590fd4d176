import { posix } from 'node:path';
import type { Nodes, PhrasingContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { originalPicture } from '#features/redirects/rules/addresses.ts';
import { escapeHtml } from './html.ts';

/** An archive's files by base name. */
export type ImageFileIndex = ReadonlyMap<string, readonly string[]>;

/** Returns whether a file may be a picture, by name; its bytes are checked later. */
export const isPictureName = (name: string) => /\.(?:png|jpe?g|jfif|webp|avif|gif)$/i.test(name);

/** Indexes an archive's pictures by base name. */
export function indexPictures(names: readonly string[]): ImageFileIndex {
  const index = new Map<string, string[]>();
  for (const name of names.filter(isPictureName)) {
    const base = posix.basename(name);
    index.set(base, [...(index.get(base) ?? []), name]);
  }
  return index;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns a picture's possible paths in the archive: complete, or from the upload folder on. */
function placesOf(path: string): string[] {
  return [...new Set([originalPicture(path), path])].flatMap(place => [
    place,
    ...(/(?:^|\/)(content\/images\/.+)$/.exec(place)?.slice(1) ?? []),
    ...(/(?:^|\/)wp-content\/uploads\/(.+)$/.exec(place)?.slice(1) ?? []),
  ]);
}

/**
 * Returns the archive file of a post's picture; undefined if there is none. Resolves relative paths within the archive,
 * never outside. Makes no network requests.
 */
export function findPicture(reference: string, folder: string, files: ImageFileIndex): string | undefined {
  const written = reference.trim();
  if (/^(?:data|blob|javascript|file):/i.test(written)) return undefined;
  const address = written.startsWith('//') ? `https:${written}` : written;
  const onTheWeb = /^https?:\/\//i.test(address);
  const path = decoded(
    (onTheWeb ? (URL.parse(address)?.pathname ?? '') : (address.split(/[?#]/)[0] ?? '')).normalize(),
  );
  const relative = !onTheWeb && !path.startsWith('/');
  if (relative) {
    const place = posix.normalize(posix.join(folder || '.', path));
    if (place.startsWith('../')) return undefined;
    const exact = files.get(posix.basename(place))?.find(name => name === place);
    if (exact) return exact;
  }
  // Absolute URLs can match archive files only below an upload folder.
  const inside = path.replace(/^(?:\.?\/|\.\.\/)+/, '');
  if (onTheWeb && !/(?:content\/images|wp-content\/uploads|uploads|images|media|assets)\//.test(inside))
    return undefined;
  for (const place of placesOf(inside)) {
    const found = (files.get(posix.basename(place)) ?? []).filter(name => name === place || name.endsWith(`/${place}`));
    if (found.length > 0) return found.toSorted((one, other) => one.length - other.length)[0];
  }
  return undefined;
}

/** Replacement of a picture: another URL, or a link to the old one if it is missing. */
export type ImageReplacement = { readonly src: string } | 'missing' | 'keep';

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const parser = unified().use(remarkParse).use(remarkGfm);
const writer = unified().use(remarkStringify);

const written = (node: PhrasingContent) =>
  writer.stringify({ type: 'root', children: [{ type: 'paragraph', children: [node] }] }).trim();

/** Replaces picture URLs in a text. Keeps everything else unchanged. */
export function replacePictures(markdown: string, replace: (src: string) => ImageReplacement): string {
  if (!/!\[|<img/i.test(markdown)) return markdown;
  const tree = parser.parse(markdown);
  const edits: Edit[] = [];
  const definitions = new Map<string, { url: string; title?: string | null | undefined }>();
  const collect = (node: Nodes) => {
    if (node.type === 'definition') definitions.set(node.identifier, node);
    if ('children' in node) node.children.forEach(collect);
  };
  collect(tree);
  const walk = (node: Nodes, inLink: boolean) => {
    const [from, to] = [node.position?.start.offset, node.position?.end.offset];
    if (from !== undefined && to !== undefined) {
      const picture = node.type === 'imageReference' ? definitions.get(node.identifier) : undefined;
      const image = node.type === 'image' ? node : picture;
      if (image && (node.type === 'image' || node.type === 'imageReference')) {
        const text = pictureText(
          { url: image.url, title: image.title, alt: node.alt ?? '' },
          replace(image.url),
          inLink,
        );
        if (text !== undefined) edits.push({ from, to, text });
      }
      if (node.type === 'html') {
        const text = replaceInHtml(node.value, replace);
        if (text !== node.value) edits.push({ from, to, text });
      }
    }
    if ('children' in node) for (const child of node.children) walk(child, inLink || node.type === 'link');
  };
  walk(tree, false);
  return edited(markdown, edits);
}

function edited(markdown: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.from - one.from)
    .reduce((text, edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to), markdown);
}

/** Replaces links to pictures with the pictures, if `srcOf` knows their URL. Keeps everything else unchanged. */
export function linksToPictures(markdown: string, srcOf: (url: string) => string | undefined): string {
  const edits: Edit[] = [];
  const walk = (node: Nodes) => {
    const [from, to] = [node.position?.start.offset, node.position?.end.offset];
    if (node.type === 'link' && from !== undefined && to !== undefined) {
      const [label, ...others] = node.children;
      const src = label?.type === 'text' && others.length === 0 ? srcOf(node.url) : undefined;
      if (src !== undefined && label?.type === 'text') {
        edits.push({ from, to, text: written({ type: 'image', url: src, alt: label.value }) });
      }
    }
    if ('children' in node) node.children.forEach(walk);
  };
  walk(parser.parse(markdown));
  return edited(markdown, edits);
}

function pictureText(
  image: { url: string; title?: string | null | undefined; alt: string },
  replacement: ImageReplacement,
  inLink: boolean,
): string | undefined {
  if (replacement === 'keep') return undefined;
  if (replacement !== 'missing') {
    return written({ type: 'image', url: replacement.src, title: image.title ?? null, alt: image.alt });
  }
  const name = image.alt || image.title || lastPart(image.url) || 'Picture';
  const label = { type: 'text' as const, value: name };
  return written(inLink || !leadsSomewhere(image.url) ? label : { type: 'link', url: image.url, children: [label] });
}

/** Whether a URL can be linked; relative ones belonged to the old site. */
const leadsSomewhere = (url: string) => url !== '' && (/^https?:/i.test(url) || !/^[a-z][a-z0-9+.-]*:/i.test(url));

const lastPart = (url: string) => decoded(url.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? '').slice(0, 100);

function replaceInHtml(html: string, replace: (src: string) => ImageReplacement): string {
  return html.replaceAll(/<img\b[^>]{0,4000}>/gi, tag => {
    const [, double, single] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? [];
    const src = (double ?? single ?? '').replaceAll('&amp;', '&');
    const replacement = replace(src);
    if (replacement === 'keep') return tag;
    const alt = /\salt\s*=\s*"([^"]*)"/i.exec(tag)?.[1] ?? '';
    if (replacement !== 'missing') return `<img src="${escapeHtml(replacement.src)}" alt="${alt}">`;
    const label = alt || escapeHtml(lastPart(src)) || 'Picture';
    return leadsSomewhere(src) ? `<a href="${escapeHtml(src)}">${label}</a>` : label;
  });
}
