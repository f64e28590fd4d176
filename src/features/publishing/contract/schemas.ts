import { z } from 'zod';
import { checkMarkdown, instant, singleLineText, pagedBy, picture, httpUrl } from '#shared/contract.ts';
import { revisionReasons, statuses } from './status.ts';

/** A post's or project's text is at most so many characters (security page, "service": a text is at most 1 MiB). */
export const MAX_CONTENT_LENGTH = 500_000;

const tag = singleLineText.trim().min(1, 'Leave out empty tags.').max(60, 'A tag has at most 60 characters.');

/** Fields that posts and projects have alike. A draft may lack nearly all of them; publishing asks for what readers need. */
export const title = singleLineText.trim().max(150, 'A title has at most 150 characters.');
export const description = singleLineText.trim().max(300, 'A description has at most 300 characters.');
export const urlSchema = httpUrl.max(500, 'This address is too long.').nullable();
const pictureId = z.string().max(60).nullable();

/** A text in Markdown, given what is said where it is too long, or has a zero byte, which no database stores. */
export function markdown(tooLong: string, withZero: string) {
  return z
    .string()
    .max(MAX_CONTENT_LENGTH, tooLong)
    .refine(text => !text.includes('\0'), withZero)
    .transform(text => text.replaceAll(/\r\n?/g, '\n'))
    .superRefine(checkMarkdown);
}

/** Tags, each once, given what is said where they are too many. */
export function tags(tooMany: string) {
  return z
    .array(tag)
    .max(20, tooMany)
    .transform(names => [...new Set(names)]);
}

/** The picture above a text. */
export const coverFields = { coverId: pictureId, coverAlt: description };

/** What search engines and other sites are told instead of title, summary and address. */
export const seoFields = {
  canonicalUrl: urlSchema,
  metaTitle: title.nullable(),
  metaDescription: description.nullable(),
  cardTitle: title.nullable(),
  cardDescription: description.nullable(),
  cardPictureId: pictureId,
};

/** The same, as readers are answered. */
export const seo = z.object({
  canonicalUrl: z.string().nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  cardTitle: z.string().nullable(),
  cardDescription: z.string().nullable(),
  cardPicture: picture.nullable(),
});

/** What is written, as it is answered: as it was taken. */
export const storedContentFields = { tags: z.array(z.string()), markdown: z.string() };

/** What a line of the writers' list says of a text besides its words. */
export const draftSummaryFields = {
  category: z.string(),
  tags: z.array(z.string()),
  status: z.enum(statuses),
  authorName: z.string(),
  /** Whether it is whoever asks who wrote it. */
  own: z.boolean(),
  cover: picture.nullable(),
};

/** Where a text stands on its way to the readers, in a line of the writers' list. */
export const publishingStateFields = {
  /** Readers see an older text than the one that was written last. */
  hasPending: z.boolean(),
  sample: z.boolean(),
  changedAt: instant,
  publishedAt: instant.nullable(),
  scheduledFor: instant.nullable(),
  submittedAt: instant.nullable(),
  deletedAt: instant.nullable(),
};

/** What the writers of a text see besides its line and its content. */
export const draftDetailFields = {
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
};

/** The orders of the writers' list; the first is the default. */
const draftSorts = ['changed', 'changed-longest', 'title', 'title-down', 'published', 'published-first'] as const;

/** What the writers' list can be narrowed to: a status, or those that were deleted and can still be had back. */
const draftStates = [...statuses, 'deleted'] as const;

/** Returns the query of the writers' list. Takes its categories and the type that identifies a row. */
export function createDraftListQuery<const Categories extends readonly [string, ...string[]], Row extends z.ZodType>(
  categories: Categories,
  row: Row,
) {
  return z.strictObject({
    search: singleLineText.trim().max(120, 'Search for at most 120 characters.').optional(),
    status: z.enum(draftStates, `Choose one of: ${draftStates.join(', ')}.`).optional(),
    category: z.enum(categories, 'There is no such category.').optional(),
    /** The owner sees everybody's texts unless only own ones are asked for. */
    whose: z.enum(['mine', 'others'], 'Choose mine or others.').optional(),
    sort: z.enum(draftSorts, `Sort by one of: ${draftSorts.join(', ')}.`).prefault('changed'),
    ...pagedBy(row, 25),
  });
}

/** What a text said at some time, without its words. */
export const revisionSummarySchema = z.object({
  id: z.int(),
  version: z.int(),
  reason: z.enum(revisionReasons),
  savedBy: z.string().nullable(),
  savedAt: instant,
  title: z.string(),
  words: z.int(),
});
export type RevisionSummary = z.infer<typeof revisionSummarySchema>;
