import type { PgColumn } from 'drizzle-orm/pg-core';
import { findPicture, listPicturesById } from '#features/media/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext, AuthenticatedActor } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { Queue } from '#platform/jobs/jobs.ts';
import type { RenderedMarkdown } from '#platform/text/markdown.ts';
import { AppError } from '#shared/errors.ts';
import type { RevisionStore } from '../queries/revisions.ts';
import { listPreviousSlugs } from '../queries/slugs.ts';
import { findRequestedChanges } from '../queries/transitions.ts';
import type { EntryActor } from '../rules/transitions.ts';
import type { EntrySource } from '../queries/entries.ts';
import type { EntryRow } from '../tables.ts';

/** A post or project as stored. A feature adds the rows of its other tables. */
export interface StoredRow {
  readonly entry: EntryRow & { readonly id: number | string };
}

export interface StoredContent {
  readonly title: string;
  readonly markdown: string;
  readonly tags: readonly string[];
  readonly coverImageId: string | null;
  readonly socialImageId: string | null;
  readonly gallery?: readonly { readonly pictureId: string }[];
}

/** Returns the content without the pictures that no longer exist, except those in its text. */
export async function removeMissingPictures<Content extends StoredContent>(db: Db, content: Content): Promise<Content> {
  const { coverImageId, socialImageId, gallery } = content;
  const used = [coverImageId, socialImageId, ...(gallery ?? []).map(({ pictureId }) => pictureId)];
  const existing = await listPicturesById(
    db,
    used.filter(id => id !== null),
  );
  const keep = (id: string | null) => (id !== null && existing.has(id) ? id : null);
  return {
    ...content,
    coverImageId: keep(coverImageId),
    socialImageId: keep(socialImageId),
    ...(gallery && { gallery: gallery.filter(({ pictureId }) => existing.has(pictureId)) }),
  };
}

export type EntryId<Row extends StoredRow> = Row['entry']['id'];

/** A row that the user may edit. The author's fields are null without an account. */
export type EditableRow<Row extends StoredRow> = Row & {
  readonly author: { readonly userId: string | null; readonly name: string | null; readonly email: string | null };
};

/** Changes of the columns that posts and projects share. */
export type EntryChanges = Partial<Omit<EntryRow, 'isPublic' | 'unpublishedChanges'>> & {
  readonly unpublishedChanges?: null;
};

export type WritingContext = Pick<ApiContext, 'actor' | 'now'>;

/** How a feature stores and publishes its posts or projects. */
export interface EntryStore<Row extends StoredRow, Content extends StoredContent>
  extends EntrySource<PgColumn & { readonly _: { readonly data: EntryId<Row> } }> {
  /** Publishes scheduled entries. */
  readonly queue: Queue;
  readonly revisions: RevisionStore<EntryId<Row>, Content>;
  /** Returns an entry if the user may edit it; `lock` locks its row until the transaction ends. */
  readonly findEditable: (
    db: Db,
    viewer: AuthenticatedActor,
    id: EntryId<Row>,
    options: { lock: boolean },
  ) => Promise<EditableRow<Row> | undefined>;
  /** Returns an entry without an access check. Throws if it does not exist. */
  readonly getRow: (db: Db, id: EntryId<Row>) => Promise<Row>;
  /** Inserts a draft of a user. Returns its ID. */
  readonly insert: (
    tx: Transaction,
    author: AuthenticatedActor,
    content: Content,
    columns: Pick<EntryRow, 'createdAt' | 'editedAt' | 'hasCustomSlug' | 'html' | 'updatedAt'> & {
      readonly slug: string;
      readonly wordCount: number;
    },
  ) => Promise<EntryId<Row>>;
  readonly update: (tx: Transaction, before: Row['entry'], changes: EntryChanges) => Promise<void>;
  /** Saves the content, as pending changes if the entry is published. */
  readonly save: (tx: Transaction, row: Row, content: Content, changes: EntryChanges) => Promise<void>;
  /** Changes the slug; the former one redirects to it. Returns the ID, which may be new. */
  readonly updateSlug: (tx: Transaction, before: Row['entry'], slug: string, at: Date) => Promise<EntryId<Row>>;
  /** Returns the slug that a saved draft gets from its title, if it follows the title. */
  readonly findAutomaticSlug?: (tx: Transaction, entry: Row['entry'], title: string) => Promise<string | undefined>;
  /** Publishes content under the given time or its existing one. Returns the ID, which may be new. */
  readonly publish: (
    tx: Transaction,
    row: Row,
    content: Content,
    rendering: RenderedMarkdown,
    times: { readonly now: Temporal.Instant; readonly asked: Temporal.Instant | undefined },
  ) => Promise<{ readonly id: EntryId<Row>; readonly path: string }>;
  readonly isOwn: (viewer: AuthenticatedActor, authorUserId: string | null) => boolean;
  readonly getSlug: (entry: Row['entry']) => string;
  readonly hasBeenPublished: (entry: Row['entry']) => boolean;
  /** Returns the columns with a new publish date: an instant, and the text that it was given as. */
  readonly toPublishDate: (entry: Row['entry'], date: Date, text: string) => EntryChanges;
  /** Returns the latest content, published or not. */
  readonly toContent: (row: Row) => Content;
  /** Returns the publish errors by field. */
  readonly findPublishErrors: (content: Content) => Readonly<Record<string, string>>;
  /** Returns the columns that identify an entry in the transition log. */
  readonly toLogColumns: (id: EntryId<Row>) => { readonly postId: number } | { readonly projectId: string };
  readonly editPath: (id: EntryId<Row>) => string;
  readonly previewPath: (token: string) => string;
}

/** Returns an entry that the current user may edit. Throws NOT_FOUND. */
export async function getEntry<Row extends StoredRow, Content extends StoredContent>(
  db: Db,
  context: Pick<ApiContext, 'actor'>,
  { findEditable, noun }: EntryStore<Row, Content>,
  id: EntryId<Row>,
  options = { lock: false },
): Promise<EditableRow<Row>> {
  const row = await findEditable(db, requireUser(context), id, options);
  if (!row) throw new AppError('NOT_FOUND', `This ${noun} doesn’t exist, or you can’t edit it.`);
  return row;
}

/** Returns an entry that the current user may edit, locked until the transaction ends. Throws NOT_FOUND. */
export function lockEntry<Row extends StoredRow, Content extends StoredContent>(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'>,
  store: EntryStore<Row, Content>,
  id: EntryId<Row>,
): Promise<EditableRow<Row>> {
  return getEntry(tx, context, store, id, { lock: true });
}

/** Returns the current user's role in relation to an entry. */
export function toEntryActor<Row extends StoredRow, Content extends StoredContent>(
  context: Pick<ApiContext, 'actor'>,
  store: EntryStore<Row, Content>,
  { author }: EditableRow<Row>,
): EntryActor {
  const actor = requireUser(context);
  return { role: actor.role, own: store.isOwn(actor, author.userId) };
}

/** The fields that only the writers of an entry see. */
export type DraftDetails<Content extends StoredContent> = Awaited<
  ReturnType<typeof getDraftDetails<StoredRow, Content>>
>;

/** Returns the fields that only the writers of an entry see. */
export async function getDraftDetails<Row extends StoredRow, Content extends StoredContent>(
  db: Db,
  store: EntryStore<Row, Content>,
  row: Row,
) {
  const { entry } = row;
  const content = store.toContent(row);
  return {
    ...content,
    tags: [...content.tags],
    cardPicture: content.socialImageId ? await findPicture(db, content.socialImageId) : null,
    version: entry.version,
    hasCustomSlug: entry.hasCustomSlug,
    previousSlugs: await listPreviousSlugs(db, store, entry.id),
    previewPath: entry.previewToken ? store.previewPath(entry.previewToken) : null,
    commentsEnabled: entry.commentsEnabled,
    requestedChanges: await findRequestedChanges(db, store.toLogColumns(entry.id)),
    createdAt: entry.createdAt.toISOString(),
  };
}
