import type { Element, ElementContent, Root } from 'hast';
import { pictureFile, pictureIdOf, pictureSrcSet } from '#shared/paths.ts';
import { createElement, isBlank, replaceElements } from './elements.ts';

/** The size of one of the site's images, in pixels. */
export interface PictureShape {
  readonly width: number;
  readonly height: number;
}

/** Displayed widths for the `sizes` attribute: in the text column, and in a gallery. */
const COLUMN = '(min-width: 45rem) 42rem, 92vw';
const GALLERY = '(min-width: 45rem) 21rem, 46vw';

/** A placeholder for the site's origin, which texts are rendered without. */
const BASE = 'https://own.invalid';

/** Returns the id in the URL of an image, whatever its origin. */
const idInUrl = ({ src }: Element['properties']) => pictureIdOf(URL.parse(String(src), BASE)?.pathname ?? '');

/** Returns the ids in the URLs of images in a text, without duplicates. */
export function pictureIdsIn(tree: Root | Element): string[] {
  const ids = new Set<string>();
  replaceElements(tree, node => {
    const id = node.tagName === 'img' ? idInUrl(node.properties) : undefined;
    if (id) ids.add(id);
    return undefined;
  });
  return [...ids];
}

/**
 * Adds sizes to the site's images after `frameFigures`. An image that the content security policy blocks becomes a link
 * to it.
 */
export function framePictures(tree: Root | Element, known: ReadonlyMap<string, PictureShape> | undefined): void {
  frameFigures(tree, known);
  sizePictures(tree, known ?? new Map(), { inLink: false, sizes: COLUMN });
}

/**
 * Leaves out the site's images that aren't `known` because they were deleted. A paragraph of one image with a title
 * becomes a figure with a caption, a paragraph of several a gallery.
 */
export function frameFigures(tree: Root | Element, known: KnownPictures | undefined): void {
  if (known) {
    makeRelative(tree, known);
    removeDeleted(tree, known);
  }
  frameParagraphs(tree);
}

/** Images by id. */
type KnownPictures = ReadonlyMap<string, unknown>;

/** Gives the site's images relative URLs: pasted ones have its origin, or the one it had then. */
function makeRelative(tree: Root | Element, known: KnownPictures): void {
  replaceElements(tree, node => {
    const id = node.tagName === 'img' ? idInUrl(node.properties) : undefined;
    if (id && known.has(id)) node.properties.src = pictureFile(id, 800, 'webp');
    return undefined;
  });
}

/** Removes images that were deleted, and paragraphs and links of nothing else. */
function removeDeleted(tree: Root | Element, known: KnownPictures): void {
  const emptied = new Set<Root | Element>();
  replaceElements(tree, (node, parent) => {
    const id = node.tagName === 'img' ? pictureIdOf(String(node.properties.src)) : undefined;
    const isDeleted = id
      ? !known.has(id)
      : /^[ap]$/.test(node.tagName) && emptied.has(node) && node.children.every(isBlank);
    if (!isDeleted) return undefined;
    emptied.add(parent);
    return [];
  });
}

/** Returns whether an element is a gallery of `frameFigures`. */
export const isGallery = ({ properties }: Element): boolean =>
  Array.isArray(properties.className) && properties.className.includes('gallery');

function frameParagraphs(tree: Root | Element): void {
  replaceElements(tree, node => {
    const parts = node.tagName === 'p' ? node.children.filter(child => !isBlank(child) && !isElement(child, 'br')) : [];
    const pictures = parts.filter(part => isElement(part, 'img') && isOwn(part));
    if (pictures.length === 0 || pictures.length < parts.length) return undefined;
    const figures = (pictures as Element[]).map(addCaption);
    if (figures.length > 1) return [createElement('figure', { className: ['gallery'] }, figures)];
    return figures[0]?.tagName === 'figure' ? figures : undefined;
  });
}

/** Turns an image's title into a caption. */
function addCaption(picture: Element): Element {
  const { title, ...properties } = picture.properties;
  if (typeof title !== 'string' || title.trim() === '') return picture;
  return createElement('figure', {}, [
    { ...picture, properties },
    createElement('figcaption', {}, [{ type: 'text', value: title }]),
  ]);
}

function sizePictures(
  node: Root | Element,
  known: ReadonlyMap<string, PictureShape>,
  context: { inLink: boolean; sizes: string },
): void {
  node.children = (node.children as ElementContent[]).flatMap(child => {
    if (child.type !== 'element') return [child];
    if (child.tagName === 'img') return renderPicture(child, known, context);
    sizePictures(child, known, {
      inLink: context.inLink || child.tagName === 'a',
      sizes: isGallery(child) ? GALLERY : context.sizes,
    });
    return [child];
  });
}

function renderPicture(
  picture: Element,
  known: ReadonlyMap<string, PictureShape>,
  { inLink, sizes }: { inLink: boolean; sizes: string },
): ElementContent[] {
  const { src } = picture.properties;
  const alt = picture.properties.alt ?? '';
  if (typeof src !== 'string' || src === '') return alt === '' ? [] : [{ type: 'text', value: alt }];
  if (!isOwn(picture)) {
    const label: ElementContent = { type: 'text', value: alt || src };
    return inLink ? [label] : [createElement('a', { href: src }, [label])];
  }
  const id = pictureIdOf(src);
  const shape = id ? known.get(id) : undefined;
  if (!id || !shape) return [picture];
  const { width, height } = shape;
  Object.assign(picture.properties, {
    src: pictureFile(id, 800, 'webp'),
    width,
    height,
    loading: 'lazy',
    decoding: 'async',
  });
  const source = (format: 'avif' | 'webp') =>
    createElement('source', { type: `image/${format}`, srcSet: pictureSrcSet(id, width, format), sizes }, []);
  return [createElement('picture', {}, [source('avif'), source('webp'), picture])];
}

/**
 * Returns whether the content security policy allows an image: it must be from the site itself (security-headers.ts).
 */
function isOwn(picture: Element): boolean {
  return URL.parse(String(picture.properties.src), BASE)?.origin === BASE;
}

function isElement(node: ElementContent, tagName: string): node is Element {
  return node.type === 'element' && node.tagName === tagName;
}
