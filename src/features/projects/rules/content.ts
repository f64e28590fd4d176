import { isSameContent } from '#features/publishing/rules/content.ts';
import type { MinorUnits } from '#shared/money.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import type { GalleryItem, UnpublishedChanges, ProjectContent } from '../contract/drafts.ts';

export const emptyContent: ProjectContent = {
  title: '',
  summary: '',
  markdown: '',
  category: 'React',
  tags: [],
  coverImageId: null,
  coverAlt: '',
  gallery: [],
  link: null,
  repositoryUrl: null,
  price: { minor: ZERO, currency: 'USD' },
  stars: 0,
  likes: 0,
  forks: 0,
  canonicalUrl: null,
  metaTitle: null,
  metaDescription: null,
  socialTitle: null,
  socialDescription: null,
  socialImageId: null,
};

/** Returns empty content priced in a currency (ISO 4217). */
export function createEmptyContent(currency: string): ProjectContent {
  return { ...emptyContent, price: { minor: ZERO, currency } };
}

const keys = Object.keys(emptyContent) as (keyof ProjectContent)[];

/** Picks the content fields of an object. */
export function toProjectContent(project: ProjectContent): ProjectContent {
  return Object.fromEntries(keys.map(key => [key, project[key]])) as ProjectContent;
}

/** The columns that hold the content; the gallery has its own table. */
type ContentColumns = Omit<ProjectContent, 'gallery' | 'price' | 'stars' | 'category'> & {
  category: string;
  priceAmount: MinorUnits;
  currency: string;
  ratingTenths: number;
};

/** Converts a row and its gallery to content. */
export function fromProjectRow(row: ContentColumns, gallery: readonly GalleryItem[]): ProjectContent {
  const { priceAmount: minor, currency, ratingTenths, ...rest } = row;
  return toProjectContent({
    ...rest,
    category: row.category as ProjectContent['category'],
    gallery: gallery.map(({ pictureId, alt, caption }) => ({ pictureId, alt, caption })),
    price: { minor, currency },
    stars: ratingTenths / 10,
  });
}

/** Returns the latest content of a project, published or pending. */
export function toLatestContent(
  row: ContentColumns & { unpublishedChanges: UnpublishedChanges | null },
  gallery: readonly GalleryItem[],
): ProjectContent {
  const { unpublishedChanges } = row;
  return unpublishedChanges
    ? { ...unpublishedChanges, likes: unpublishedChanges.likes ?? row.likes }
    : fromProjectRow(row, gallery);
}

/** Returns whether the slug still follows the title: it was not chosen and the project was never published. */
export function hasAutomaticSlug(project: { hasCustomSlug: boolean; publishedOn: string | null }): boolean {
  return !project.hasCustomSlug && project.publishedOn === null;
}

/** Returns the pending changes of a project; null if the content equals the published one. */
export function diffUnpublishedChanges(
  row: ContentColumns,
  gallery: readonly GalleryItem[],
  content: ProjectContent,
): UnpublishedChanges | null {
  if (isSameContent(content, fromProjectRow(row, gallery))) return null;
  return { ...content, likes: content.likes === row.likes ? null : content.likes };
}

/** Converts content to columns, without the gallery. */
export function toContentColumns(content: ProjectContent): ContentColumns {
  const { price, stars, gallery: _gallery, ...rest } = toProjectContent(content);
  return { ...rest, priceAmount: price.minor, currency: price.currency, ratingTenths: Math.round(stars * 10) };
}

/** Returns the publish errors by field; empty if the project can be published. */
export function findPublishErrors({
  title,
  markdown,
  link,
}: Pick<ProjectContent, 'title' | 'markdown' | 'link'>): Record<string, string> {
  return {
    ...(title === '' ? { title: 'Enter a title before you publish.' } : {}),
    ...(markdown.trim() === '' ? { markdown: 'Enter some text before you publish.' } : {}),
    ...(link === null ? { link: 'Enter the live site URL before you publish.' } : {}),
  };
}
