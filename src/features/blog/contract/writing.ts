import { z } from 'zod';
import { moves, statuses } from '#features/publishing/contract.ts';
import {
  endpoint,
  instant,
  line,
  listOf,
  pageNumber,
  pageSize,
  picture,
  slug,
  webAddress,
  wholeNumber,
} from '#shared/contract.ts';
import { postCategories } from './categories.ts';
import { post, postCategory } from './reading.ts';

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

/** A post's text is at most so many characters (security page, "service": a post is at most 1 MiB). */
export const LONGEST_POST = 500_000;

/** What is written of a post. A draft may lack nearly all of it; publishing asks for what readers need. */
export const postContent = z.strictObject({
  title: line.trim().max(150, 'A title has at most 150 characters.'),
  description: line.trim().max(300, 'An excerpt has at most 300 characters.'),
  markdown: z
    .string()
    .max(LONGEST_POST, 'This post is too long: it may have 500,000 characters.')
    .refine(text => !text.includes('\0'), 'There is a zero byte in this text, which no post may have.')
    .transform(text => text.replaceAll(/\r\n?/g, '\n')),
  category: postCategory,
  tags: z
    .array(tag)
    .max(20, 'A post has at most 20 tags.')
    .transform(tags => [...new Set(tags)]),
  coverId: z.string().max(60).nullable(),
  coverAlt: line.trim().max(300, 'A description has at most 300 characters.'),
  canonicalUrl: webAddress.max(500, 'This address is too long.').nullable(),
  metaTitle: line.trim().max(150, 'A title has at most 150 characters.').nullable(),
  metaDescription: line.trim().max(300, 'A description has at most 300 characters.').nullable(),
  cardTitle: line.trim().max(150, 'A title has at most 150 characters.').nullable(),
  cardDescription: line.trim().max(300, 'A description has at most 300 characters.').nullable(),
  cardPictureId: z.string().max(60).nullable(),
});
export type PostContent = z.infer<typeof postContent>;

/** The body of createBlog and updateBlog: what is left out stays as it is. */
const changes = postContent.partial().extend({
  /** The address that the writer chose; without one it follows the title until the post is published. */
  slug: slug.optional(),
});

const draftLine = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  status: z.enum(statuses),
  authorName: z.string(),
  /** Whether it is whoever asks who wrote it. */
  own: z.boolean(),
  cover: picture.nullable(),
  words: z.int(),
  likes: z.int(),
  comments: z.int(),
  /** Readers see an older text than the one that was written last. */
  hasPending: z.boolean(),
  sample: z.boolean(),
  changedAt: instant,
  publishedAt: instant.nullable(),
  scheduledFor: instant.nullable(),
  submittedAt: instant.nullable(),
  deletedAt: instant.nullable(),
});
export type DraftLine = z.infer<typeof draftLine>;

const draft = draftLine.extend({
  ...postContent.shape,
  tags: z.array(z.string()),
  markdown: z.string(),
  cardPicture: picture.nullable(),
  version: z.int(),
  slugChosen: z.boolean(),
  /** Addresses that lead here since they were its own once. */
  formerSlugs: z.array(z.string()),
  /** The path of the preview for people without an account, while there is one. */
  previewPath: z.string().nullable(),
  /** Whether readers can comment. */
  commentsOpen: z.boolean(),
  createdAt: instant,
});
/** A post as its writers see it, with what readers may not see yet. */
export type Draft = z.infer<typeof draft>;

const draftFilter = z.strictObject({
  search: line.trim().max(120, 'Search for at most 120 characters.').optional(),
  status: z.enum(draftStates, `Choose one of: ${draftStates.join(', ')}.`).optional(),
  category: z.enum(postCategories, 'There is no such category.').optional(),
  /** The owner sees everybody's posts unless only own ones are asked for. */
  whose: z.enum(['mine', 'others'], 'Choose mine or others.').optional(),
  sort: z.enum(draftSorts, `Sort by one of: ${draftSorts.join(', ')}.`).prefault('changed'),
});
export type DraftFilter = z.infer<typeof draftFilter>;

const draftQuery = draftFilter.extend({ page: pageNumber.prefault(1), pageSize: pageSize.prefault(25) });
export type DraftQuery = z.infer<typeof draftQuery>;

const revisionLine = z.object({
  id: z.int(),
  version: z.int(),
  reason: z.enum(['saved', 'submitted', 'published', 'restored', 'imported']),
  savedBy: z.string().nullable(),
  savedAt: instant,
  title: z.string(),
  words: z.int(),
});
export type RevisionLine = z.infer<typeof revisionLine>;

const byId = z.strictObject({ id: wholeNumber });
const version = z.int('Say which version was changed.').min(1, 'Say which version was changed.');
const tags = ['blogs'];

/** What people with an account do with posts: their own, and the owner with everybody's. */
export const writingContract = {
  mine: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/my-blogs', tags, summary: 'One’s own posts; the owner’s list has everybody’s' })
    .input(draftQuery)
    .output(listOf(draftLine)),
  draft: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/my-blogs/{id}', tags, summary: 'A post as its writers see it' })
    .input(byId)
    .output(draft),
  create: endpoint
    .meta({ access: 'member', takes: 'long text' })
    .route({ method: 'POST', path: '/blogs', tags, summary: 'Begin a post, as a draft', successStatus: 201 })
    .input(changes)
    .output(draft),
  update: endpoint
    .meta({ access: 'member', takes: 'long text' })
    .route({
      method: 'PUT',
      path: '/blogs/{blogId}',
      tags,
      summary: 'Save a post; refused with 409 when somebody saved it since the version that is named',
    })
    .input(changes.extend({ blogId: wholeNumber, version }))
    .output(draft),
  move: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/blogs/{id}/moves',
      tags,
      summary: 'Submit, publish, schedule, archive a post, or take that back',
    })
    .input(
      byId.extend({
        move: z.enum(moves, 'There is no such move.'),
        /**
         * When a scheduled post is to appear, or the earlier date to publish under: an instant, or wall time in the site's
         * zone, such as 2026-12-01T09:00.
         */
        at: z.iso.datetime({ local: true, error: 'Give a date and a time.' }).optional(),
        /** What the writer is told when a post is sent back. */
        note: z.string().trim().max(2000, 'A note has at most 2,000 characters.').optional(),
      }),
    )
    .output(draft),
  remove: endpoint
    .meta({ access: 'member' })
    .route({ method: 'DELETE', path: '/blogs/{id}', tags, summary: 'Delete a post; for 30 days it can be had back' })
    .input(byId)
    .output(draftLine),
  restore: endpoint
    .meta({ access: 'member' })
    .route({ method: 'POST', path: '/blogs/{id}/restore', tags, summary: 'Have a deleted post back' })
    .input(byId)
    .output(draftLine),
  revisions: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/blogs/{id}/revisions', tags, summary: 'What a post said before, newest first' })
    .input(byId)
    .output(z.object({ items: z.array(revisionLine) })),
  revision: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/blogs/{id}/revisions/{revision}', tags, summary: 'One of them, whole' })
    .input(byId.extend({ revision: wholeNumber }))
    .output(revisionLine.extend({ content: postContent.extend({ tags: z.array(z.string()), markdown: z.string() }) })),
  restoreRevision: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/blogs/{id}/revisions/{revision}/restore',
      tags,
      summary: 'Write what a post said before into it again',
    })
    .input(byId.extend({ revision: wholeNumber, version }))
    .output(draft),
  sharePreview: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'PUT',
      path: '/blogs/{id}/preview-link',
      tags,
      summary: 'Make a link to a preview for people without an account; one that is there becomes void',
    })
    .input(byId)
    .output(z.object({ path: z.string() })),
  endPreview: endpoint
    .meta({ access: 'member' })
    .route({ method: 'DELETE', path: '/blogs/{id}/preview-link', tags, summary: 'Make the preview’s link void' })
    .input(byId)
    .output(z.object({ ended: z.literal(true) })),
  setCommenting: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'PUT',
      path: '/blogs/{id}/commenting',
      tags,
      summary: 'Let readers comment on a post, or no more; what they said stays',
    })
    .input(byId.extend({ open: z.boolean('Say true or false.') }))
    .output(z.object({ open: z.boolean() })),
  ownPreview: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/my-blogs/{id}/preview', tags, summary: 'A post as readers will see it' })
    .input(byId)
    .output(post),
  preview: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/preview/{token}', tags, summary: 'A post that was shared before it is published' })
    .input(z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, 'This link is not whole.') }))
    .output(post),
};
