import { z } from 'zod';
import { statuses } from '#features/publishing/contract.ts';
import { instant, line, money, pageNumber, pageSize, picture, slug, webAddress } from '#shared/contract.ts';
import { projectCategories } from './categories.ts';
import { projectCategory } from './reading.ts';

/** The orders of the writers' list; the first is the default. */
export const draftSorts = [
  'changed',
  'changed-longest',
  'title',
  'title-down',
  'published',
  'published-first',
] as const;

/** What the writers' list can be narrowed to: a status, or those that were deleted and can still be had back. */
export const draftStates = [...statuses, 'deleted'] as const;

const tag = line.trim().min(1, 'Leave out empty tags.').max(60, 'A tag has at most 60 characters.');

/** A project's text is at most so many characters (security page, "service": a text is at most 1 MiB). */
export const LONGEST_PROJECT = 500_000;

/** A project has at most so many pictures besides its cover. */
export const MOST_GALLERY_PICTURES = 24;

const address = webAddress.max(500, 'This address is too long.').nullable();
const count = z
  .int('Give a whole number.')
  .min(0, 'This cannot be less than 0.')
  .max(1_000_000_000, 'This number is too large.');

const galleryItem = z.strictObject({
  pictureId: z.string().min(1, 'Choose a picture.').max(60),
  alt: line.trim().max(300, 'A description has at most 300 characters.'),
  caption: line.trim().max(300, 'A caption has at most 300 characters.'),
});
export type GalleryItem = z.infer<typeof galleryItem>;

/** What is written of a project. A draft may lack nearly all of it; publishing asks for what readers need. */
export const projectContent = z.strictObject({
  title: line.trim().max(150, 'A title has at most 150 characters.'),
  summary: line.trim().max(300, 'A summary has at most 300 characters.'),
  markdown: z
    .string()
    .max(LONGEST_PROJECT, 'This text is too long: it may have 500,000 characters.')
    .refine(text => !text.includes('\0'), 'There is a zero byte in this text, which none may have.')
    .transform(text => text.replaceAll(/\r\n?/g, '\n')),
  category: projectCategory,
  tags: z
    .array(tag)
    .max(20, 'A project has at most 20 tags.')
    .transform(tags => [...new Set(tags)]),
  coverId: z.string().max(60).nullable(),
  coverAlt: line.trim().max(300, 'A description has at most 300 characters.'),
  gallery: z
    .array(galleryItem)
    .max(MOST_GALLERY_PICTURES, `A project has at most ${MOST_GALLERY_PICTURES} pictures besides its cover.`),
  /** Where it can be seen running. */
  link: address,
  repository: address,
  price: money,
  stars: z
    .number('Give a number from 0 to 5.')
    .min(0, 'Stars go from 0 to 5.')
    .max(5, 'Stars go from 0 to 5.')
    .refine(stars => Math.abs(stars * 10 - Math.round(stars * 10)) < 1e-9, 'Stars go in tenths, such as 4.8.'),
  likes: count,
  forks: count,
  canonicalUrl: address,
  metaTitle: line.trim().max(150, 'A title has at most 150 characters.').nullable(),
  metaDescription: line.trim().max(300, 'A description has at most 300 characters.').nullable(),
  cardTitle: line.trim().max(150, 'A title has at most 150 characters.').nullable(),
  cardDescription: line.trim().max(300, 'A description has at most 300 characters.').nullable(),
  cardPictureId: z.string().max(60).nullable(),
});
export type ProjectContent = z.infer<typeof projectContent>;

/**
 * What waits beside a published project. Readers go on liking it meanwhile: without a number of its own it keeps the one
 * that it has when it is published.
 */
export type PendingContent = Omit<ProjectContent, 'likes'> & { likes: number | null };

/** The codes of the world's currencies (ISO 4217). */
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** The body of createProject and updateProject: what is left out stays as it is. */
export const changes = projectContent
  .omit({ price: true })
  .partial()
  .extend({
    /** As people write it, such as 39.99; read in `currency`. */
    price: line.max(30, 'This is no price.').optional(),
    /** An ISO 4217 code; without one the project's own, and of a new project the one that the owner set for new prices. */
    currency: z
      .string()
      .refine(code => currencies.has(code), 'Give a currency by its three letters, such as EUR.')
      .optional(),
    /** The address that the writer chose; without one it follows the title until the project is published. */
    slug: slug.optional(),
  });
export type ProjectChanges = z.infer<typeof changes>;

/** A project in the writers’ list. */
export const draftLine = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  status: z.enum(statuses),
  authorName: z.string(),
  /** Whether it is whoever asks who wrote it. */
  own: z.boolean(),
  cover: picture.nullable(),
  price: money,
  stars: z.number(),
  likes: z.int(),
  forks: z.int(),
  words: z.int(),
  /** Readers see an older text than the one that was written last. */
  hasPending: z.boolean(),
  sample: z.boolean(),
  changedAt: instant,
  publishedAt: z.iso.date().nullable(),
  scheduledFor: instant.nullable(),
  submittedAt: instant.nullable(),
  deletedAt: instant.nullable(),
});
export type DraftLine = z.infer<typeof draftLine>;

/** What is written, as it is answered. */
export const writtenContent = {
  ...projectContent.shape,
  tags: z.array(z.string()),
  markdown: z.string(),
};

/** A project as its writers see it, with what readers may not see yet. */
export const draft = draftLine.extend({
  ...writtenContent,
  gallery: z.array(galleryItem.extend({ picture: picture.nullable() })),
  cardPicture: picture.nullable(),
  version: z.int(),
  /** The address that it has, or will have when it is published. */
  slug: z.string(),
  slugChosen: z.boolean(),
  /** Addresses that lead here since they were its own once. */
  formerSlugs: z.array(z.string()),
  /** The path of the preview for people without an account, while there is one. */
  previewPath: z.string().nullable(),
  /** Whether readers can comment. */
  commentsOpen: z.boolean(),
  createdAt: instant,
});
export type Draft = z.infer<typeof draft>;

const draftFilter = z.strictObject({
  search: line.trim().max(120, 'Search for at most 120 characters.').optional(),
  status: z.enum(draftStates, `Choose one of: ${draftStates.join(', ')}.`).optional(),
  category: z.enum(projectCategories, 'There is no such category.').optional(),
  /** The owner sees everybody's projects unless only own ones are asked for. */
  whose: z.enum(['mine', 'others'], 'Choose mine or others.').optional(),
  sort: z.enum(draftSorts, `Sort by one of: ${draftSorts.join(', ')}.`).prefault('changed'),
});
export type DraftFilter = z.infer<typeof draftFilter>;

/** A page of that list. */
export const draftQuery = draftFilter.extend({ page: pageNumber.prefault(1), pageSize: pageSize.prefault(25) });
export type DraftQuery = z.infer<typeof draftQuery>;

/** What a project said at some time, without its text. */
export const revisionLine = z.object({
  id: z.int(),
  version: z.int(),
  reason: z.enum(['saved', 'submitted', 'published', 'restored', 'imported']),
  savedBy: z.string().nullable(),
  savedAt: instant,
  title: z.string(),
  words: z.int(),
});
export type RevisionLine = z.infer<typeof revisionLine>;

/** The most projects that an order of one's own may name. */
export const LONGEST_ORDER = 1000;

/** A public project where they are put into order. */
export const orderedProject = z.object({
  id: z.string(),
  title: z.string(),
  category: z.string(),
  cover: picture.nullable(),
  /** Whether the owner gave it its place; those without one stand in front, the newest first. */
  placed: z.boolean(),
});
export type OrderedProject = z.infer<typeof orderedProject>;
