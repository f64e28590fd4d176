import { z } from 'zod';
import {
  urlSchema,
  storedContentFields,
  coverFields,
  description,
  draftDetailFields,
  createDraftListQuery,
  draftSummaryFields,
  publishingStateFields,
  markdown,
  seoFields,
  tags,
  title,
} from '#features/publishing/contract/schemas.ts';
import { plainDate, singleLineText, money, picture, rowName, slug } from '#shared/contract.ts';
import { projectCategories } from './categories.ts';
import { projectFile } from './files.ts';
import { projectCategory } from './public.ts';

/** Maximum number of pictures, without the cover. */
export const MAX_GALLERY_PICTURES = 24;

const count = z.int('Enter a whole number.').min(0, 'Enter 0 or more.').max(1_000_000_000, 'This number is too large.');

const galleryItem = z.strictObject({
  pictureId: z.string().min(1, 'Choose an image.').max(60),
  alt: description,
  caption: singleLineText.trim().max(300, 'The caption must be 300 characters or fewer.'),
});
export type GalleryItem = z.infer<typeof galleryItem>;

/** Content of a project. Most fields are optional in a draft and required only for publishing. */
export const projectContentSchema = z.strictObject({
  title,
  summary: singleLineText.trim().max(300, 'The summary must be 300 characters or fewer.'),
  markdown: markdown('This text is too long. It can have up to 500,000 characters.'),
  category: projectCategory,
  tags: tags('A project can have up to 20 tags.'),
  ...coverFields,
  gallery: z
    .array(galleryItem)
    .max(MAX_GALLERY_PICTURES, `A project can have up to ${MAX_GALLERY_PICTURES} images in addition to its cover.`),
  /** URL of the live project. */
  link: urlSchema,
  repositoryUrl: urlSchema,
  price: money,
  stars: z
    .number('Enter a number from 0 to 5.')
    .min(0, 'Enter a number from 0 to 5.')
    .max(5, 'Enter a number from 0 to 5.')
    .refine(
      stars => Math.abs(stars * 10 - Math.round(stars * 10)) < 1e-9,
      'Use one decimal place at most, such as 4.8.',
    ),
  likes: count,
  forks: count,
  ...seoFields,
});
export type ProjectContent = z.infer<typeof projectContentSchema>;

/**
 * Pending changes of a published project. `likes` is null unless set, since readers keep changing the count until it is
 * published.
 */
export type UnpublishedChanges = Omit<ProjectContent, 'likes'> & { likes: number | null };

/** ISO 4217 currency codes. */
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Body of createProject and updateProject: omitted fields stay unchanged. */
export const projectInputSchema = projectContentSchema
  .omit({ price: true })
  .partial()
  .extend({
    /** A decimal amount in `currency`, such as 39.99. */
    price: singleLineText.max(30, 'Enter a price.').optional(),
    /**
     * An ISO 4217 code; defaults to the project's currency, or for a new project to the owner's default for new prices.
     */
    currency: z
      .string()
      .refine(code => currencies.has(code), 'Enter a three-letter currency code, such as EUR.')
      .optional(),
    /** The slug that the writer chose; without one it follows the title until the project is published. */
    slug: slug.optional(),
  });
export type ProjectInput = z.infer<typeof projectInputSchema>;

export const draftSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  ...draftSummaryFields,
  price: money,
  stars: z.number(),
  likes: z.int(),
  forks: z.int(),
  words: z.int(),
  ...publishingStateFields,
  publishedAt: plainDate.nullable(),
});
export type DraftSummary = z.infer<typeof draftSummarySchema>;

export const draftContentFields = { ...projectContentSchema.shape, ...storedContentFields };

/** A project as its writers see it, including unpublished content. */
export const draft = draftSummarySchema.extend({
  ...draftContentFields,
  gallery: z.array(galleryItem.extend({ picture: picture.nullable() })),
  ...draftDetailFields,
  /** The files for buyers. */
  files: z.array(projectFile),
});
export type Draft = z.infer<typeof draft>;

export const draftQuery = createDraftListQuery(projectCategories, rowName);

/** Maximum number of projects in a custom sort order. */
export const MAX_SORTED_PROJECTS = 1000;

/** A public project in the sort order editor. */
export const orderedProject = z.object({
  id: z.string(),
  title: z.string(),
  category: z.string(),
  cover: picture.nullable(),
  /** Whether the owner gave it a position; those without one come first, newest first. */
  hasPosition: z.boolean(),
});
export type SortedProject = z.infer<typeof orderedProject>;
