import { z } from 'zod';
import { checkMarkdown, instant, searchTerm, singleLineText, pagedBy, picture, httpUrl } from '#shared/contract.ts';
import { revisionReasons, statuses } from './status.ts';

/** Maximum characters of a post or project (security page, "service": a text is at most 1 MiB). */
export const MAX_CONTENT_LENGTH = 500_000;

const tag = singleLineText.trim().min(1, 'Remove empty tags.').max(60, 'Each tag must be 60 characters or fewer.');

/** Fields shared by posts and projects. Most are optional in a draft and required only for publishing. */
export const title = singleLineText.trim().max(150, 'The title must be 150 characters or fewer.');
export const description = singleLineText.trim().max(300, 'The description must be 300 characters or fewer.');
export const urlSchema = httpUrl.max(500, 'This URL is too long.').nullable();
const pictureId = z.string().max(60).nullable();

/** Returns a Markdown schema with this error message. Rejects characters that the database can't store. */
export function markdown(tooLong: string) {
  return z
    .string()
    .max(MAX_CONTENT_LENGTH, tooLong)
    .refine(
      text => !text.includes('\0') && text.isWellFormed(),
      'This text contains a character that can’t be saved. Remove it and try again.',
    )
    .transform(text => text.replaceAll(/\r\n?/g, '\n'))
    .superRefine(checkMarkdown);
}

/** Returns a schema of unique tags with this error message. */
export function tags(tooMany: string) {
  return z
    .array(tag)
    .max(20, tooMany)
    .transform(names => [...new Set(names)]);
}

export const coverFields = { coverImageId: pictureId, coverAlt: description };
export type CoverContent = z.infer<z.ZodObject<typeof coverFields>>;

/** Overrides of title, summary and address for search engines and social cards. */
export const seoFields = {
  canonicalUrl: urlSchema,
  metaTitle: title.nullable(),
  metaDescription: description.nullable(),
  socialTitle: title.nullable(),
  socialDescription: description.nullable(),
  socialImageId: pictureId,
};

export type SeoContent = z.infer<z.ZodObject<typeof seoFields>>;

/** The SEO fields in responses. */
export const seo = z.object({
  canonicalUrl: z.string().nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  socialTitle: z.string().nullable(),
  socialDescription: z.string().nullable(),
  cardPicture: picture.nullable(),
});

/** Stored content in responses; not validated again. */
export const storedContentFields = { tags: z.array(z.string()), markdown: z.string() };

/** Fields of a row in the draft list. */
export const draftSummaryFields = {
  category: z.string(),
  tags: z.array(z.string()),
  status: z.enum(statuses),
  authorName: z.string(),
  isOwn: z.boolean(),
  cover: picture.nullable(),
};

/** Publishing state of a row in the draft list. */
export const publishingStateFields = {
  /** Whether a published text has unpublished changes. */
  hasUnpublishedChanges: z.boolean(),
  isSample: z.boolean(),
  editedAt: instant,
  publishedAt: instant.nullable(),
  scheduledFor: instant.nullable(),
  submittedAt: instant.nullable(),
  deletedAt: instant.nullable(),
};

/** Fields that writers see in addition to the row and the content. */
export const draftDetailFields = {
  cardPicture: picture.nullable(),
  version: z.int(),
  /** The current slug, or the one it will be published under. */
  slug: z.string(),
  hasCustomSlug: z.boolean(),
  /** Slugs that redirect here. */
  previousSlugs: z.array(z.string()),
  /** Path of the shared preview; null if there is none. */
  previewPath: z.string().nullable(),
  commentsEnabled: z.boolean(),
  /** The reviewer's request for changes, until the next transition. The note may be empty. */
  requestedChanges: z
    .object({
      note: z.string(),
      /** Null if the account was deleted. */
      requestedBy: z.string().nullable(),
      requestedAt: instant,
    })
    .nullable(),
  createdAt: instant,
};

interface TitledEntry {
  readonly id: number | string;
  readonly title: string;
}

/** The fields that the draft lists of posts and projects share. `publishedAt` of a project is a day. */
export type ListedDraft = TitledEntry & z.infer<z.ZodObject<typeof draftSummaryFields & typeof publishingStateFields>>;

/** The fields that the editors of posts and projects share. `sendsNewsletter` is of posts only. */
export type EditedDraft = ListedDraft &
  z.infer<z.ZodObject<typeof draftDetailFields>> & { readonly sendsNewsletter?: boolean };

/** Sort orders of the draft list; the first is the default. */
const draftSorts = ['edited_desc', 'edited_asc', 'title_asc', 'title_desc', 'published_desc', 'published_asc'] as const;

/** Status filters of the draft list; "deleted" texts can still be restored. */
const draftStates = [...statuses, 'deleted'] as const;

/** Returns the query schema of the draft list, given its categories and the schema of a row's ID. */
export function createDraftListQuery<const Categories extends readonly [string, ...string[]], Row extends z.ZodType>(
  categories: Categories,
  row: Row,
) {
  return z.strictObject({
    search: searchTerm.optional(),
    status: z.enum(draftStates, `Choose one of: ${draftStates.join(', ')}.`).optional(),
    category: z.enum(categories, 'This category doesn’t exist.').optional(),
    /** Without this filter the owner sees everyone's texts. */
    author: z.enum(['me', 'others'], 'Choose one of: me, others.').optional(),
    sort: z.enum(draftSorts, `Sort by one of: ${draftSorts.join(', ')}.`).prefault('edited_desc'),
    ...pagedBy(row, 25),
  });
}

/** The filters and sort order of the draft list. */
export type DraftFilter = Omit<
  z.infer<ReturnType<typeof createDraftListQuery>>,
  'page' | 'pageSize' | 'after' | 'before'
>;

/** A revision without its content. */
export const revisionSummarySchema = z.object({
  id: z.int(),
  version: z.int(),
  reason: z.enum(revisionReasons),
  savedBy: z.string().nullable(),
  savedAt: instant,
  title: z.string(),
  wordCount: z.int(),
});
export type RevisionSummary = z.infer<typeof revisionSummarySchema>;
