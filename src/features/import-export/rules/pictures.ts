import { posix } from 'node:path';
import type { Nodes, PhrasingContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { decoded, originalPicture } from '#features/redirects/rules/addresses.ts';
import { escapeHtml } from './html.ts';
import type { ImportedPost } from './imported-content.ts';

/** Indexes an archive's pictures by base name. Their bytes are checked later. */
export const indexPictures = (names: readonly string[]): ReadonlyMap<string, readonly string[]> =>
  Map.groupBy(
    names.filter(name => /\.(?:png|jpe?g|jfif|webp|avif|gif)$/i.test(name)),
    name => posix.basename(name),
  );

/** Counts an archive's pictures that are not used, without the resized copies by Ghost and WordPress. */
export const countUnused = (pictures: ReturnType<typeof indexPictures>, used: ReadonlySet<string>): number =>
  [...pictures.values()].flat().filter(name => !used.has(name) && originalPicture(name) === name).length;

/** Returns a picture's possible paths in the archive: complete, or from the upload folder on. */
function listPaths(path: string): string[] {
  return [...new Set([originalPicture(path), path])].flatMap(candidate => [
    candidate,
    ...(/(?:^|\/)(content\/images\/.+)$/.exec(candidate)?.slice(1) ?? []),
    ...(/(?:^|\/)wp-content\/uploads\/(.+)$/.exec(candidate)?.slice(1) ?? []),
  ]);
}

/**
 * Returns the archive file of a post's picture; undefined if there is none. Resolves relative paths within the archive,
 * never outside. Makes no network requests.
 */
export function findPicture(reference: string, folder: string, files: ReturnType<typeof indexPictures>) {
  const written = reference.trim();
  if (/^(?:data|blob|javascript|file):/i.test(written)) return undefined;
  const url = written.startsWith('//') ? `https:${written}` : written;
  const isWebUrl = /^https?:\/\//i.test(url);
  const path = decoded((isWebUrl ? (URL.parse(url)?.pathname ?? '') : (url.split(/[?#]/)[0] ?? '')).normalize());
  const relative = !isWebUrl && !path.startsWith('/');
  if (relative) {
    const resolved = posix.normalize(posix.join(folder || '.', path));
    if (resolved.startsWith('../')) return undefined;
    const exact = files.get(posix.basename(resolved))?.find(name => name === resolved);
    if (exact) return exact;
  }
  // Absolute URLs can match archive files only below an upload folder.
  const inside = path.replace(/^(?:\.?\/|\.\.\/)+/, '');
  if (isWebUrl && !/(?:content\/images|wp-content\/uploads|uploads|images|media|assets)\//.test(inside))
    return undefined;
  for (const candidate of listPaths(inside)) {
    const found = (files.get(posix.basename(candidate)) ?? []).filter(
      name => name === candidate || name.endsWith(`/${candidate}`),
    );
    if (found.length > 0) return found.toSorted((one, other) => one.length - other.length)[0];
  }
  return undefined;
}

/** Replacement of a picture: another URL, or a link to the old one if it is missing. */
type ImageReplacement = { readonly src: string } | 'missing' | 'keep';

type Edit = Pick<ReturnType<typeof listNodes>[number], 'from' | 'to'> & { readonly text: string };

const parser = unified().use(remarkParse).use(remarkGfm);
const writer = unified().use(remarkStringify);

const toMarkdown = (node: PhrasingContent) =>
  writer.stringify({ type: 'root', children: [{ type: 'paragraph', children: [node] }] }).trim();

/** Replaces picture URLs in a text. Keeps everything else unchanged. */
export function replacePictures(markdown: string, replace: (src: string) => ImageReplacement): string {
  if (!/!\[|<img/i.test(markdown)) return markdown;
  const nodes = listNodes(markdown);
  const definitions = new Map(
    nodes.flatMap(({ node }) => (node.type === 'definition' ? [[node.identifier, node] as const] : [])),
  );
  const edits = nodes.flatMap(({ node, from, to, inLink }): Edit[] => {
    if (node.type === 'html') return [{ from, to, text: replaceInHtml(node.value, replace) }];
    if (node.type !== 'image' && node.type !== 'imageReference') return [];
    const image = node.type === 'image' ? node : definitions.get(node.identifier);
    if (!image) return [];
    const { url, title } = image;
    const text = pictureText({ url, title, alt: node.alt ?? '' }, replace(url), inLink);
    return text === undefined ? [] : [{ from, to, text }];
  });
  return edited(markdown, edits);
}

/** Lists a text's nodes with their places, and whether they are in a link. */
function listNodes(markdown: string) {
  const nodes: { node: Nodes; from: number; to: number; inLink: boolean }[] = [];
  const walk = (node: Nodes, inLink: boolean) => {
    const [from, to] = [node.position?.start.offset, node.position?.end.offset];
    if (from !== undefined && to !== undefined) nodes.push({ node, from, to, inLink });
    if ('children' in node) for (const child of node.children) walk(child, inLink || node.type === 'link');
  };
  walk(parser.parse(markdown), false);
  return nodes;
}

function edited(markdown: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.from - one.from)
    .reduce((text, edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to), markdown);
}

/** Replaces links to pictures with the pictures, if `srcOf` knows their URL. Keeps everything else unchanged. */
function linksToPictures(markdown: string, srcOf: (url: string) => string | undefined): string {
  const edits = listNodes(markdown).flatMap(({ node, from, to }): Edit[] => {
    const [label, ...others] = node.type === 'link' ? node.children : [];
    if (node.type !== 'link' || label?.type !== 'text' || others.length > 0) return [];
    const src = srcOf(node.url);
    return src === undefined ? [] : [{ from, to, text: toMarkdown({ type: 'image', url: src, alt: label.value }) }];
  });
  return edited(markdown, edits);
}

function pictureText(
  image: { url: string; title?: string | null | undefined; alt: string },
  replacement: ImageReplacement,
  inLink: boolean,
): string | undefined {
  if (replacement === 'keep') return undefined;
  if (replacement !== 'missing') {
    return toMarkdown({ type: 'image', url: replacement.src, title: image.title ?? null, alt: image.alt });
  }
  const name = image.alt || image.title || lastPart(image.url) || 'Picture';
  const label = { type: 'text' as const, value: name };
  return toMarkdown(inLink || !leadsSomewhere(image.url) ? label : { type: 'link', url: image.url, children: [label] });
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

/**
 * Adds pictures to a text imported without them, in place of links to their old URLs. `srcOf` returns a picture's URL
 * here. An unedited text gets them exactly as in the source, as does a new one, without `current`.
 */
export function fillText(
  current: string | undefined,
  source: string,
  srcOf: (reference: string) => string | undefined,
) {
  let filled = 0;
  const resolve = (reference: string) => {
    const src = srcOf(reference);
    if (src !== undefined) filled++;
    return src;
  };
  const isEdited = current !== undefined && replacePictures(source, () => 'missing') !== current;
  const markdown = isEdited
    ? linksToPictures(current, resolve)
    : replacePictures(source, reference => {
        const src = resolve(reference);
        return src === undefined ? 'missing' : { src };
      });
  return { markdown, filled };
}

/** Counts pictures in the archive that an existing post lacks outside its text. */
export function countCoverFills(
  { content, found }: Pick<ImportedPost, 'content'> & { readonly found: Readonly<Record<string, string>> },
  current: { readonly coverImageId: string | null; readonly socialImageId: string | null },
): number {
  const lacks = (present: string | null, archived: string | null) =>
    present === null && archived !== null && found[archived] !== undefined;
  return Number(lacks(current.coverImageId, content.cover)) + Number(lacks(current.socialImageId, content.cardPicture));
}

/** Returns whether a file is a document, audio or video, which are not imported. */
export const isOtherFile = (name: string) =>
  /\.(?:pdf|docx?|odt|rtf|xlsx?|ods|pptx?|odp|epub|key|pages|numbers|mp3|m4a|aac|og[ag]|opus|wav|flac|mp4|m4v|mov|webm|mkv|avi|svg|bmp|tiff?|heic)$/i.test(
    name,
  );

/** Returns the base names of archive files that a text links to. */
export function linkedFiles(markdown: string, names: readonly string[]): string[] {
  return [...new Set(names.map(name => posix.basename(name)))].filter(
    name => markdown.includes(name) || markdown.includes(encodeURI(name)),
  );
}
