import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { searchablePage } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { createToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import {
  type DraftDetails,
  getDraftDetails,
  getEntry,
  lockEntry,
  type EntryChanges,
  type EntryStore,
  removeMissingPictures,
  type StoredContent,
  type StoredRow,
} from '../actions/entries.ts';
import { type PreviewContext, previewerOf } from '../actions/previews.ts';
import { publishInTransaction } from '../actions/rendering.ts';
import { setPublishDate } from '../actions/scheduling.ts';
import { transitionEntry, type TransitionInput } from '../actions/transitions.ts';
import type { DraftList, DraftQuery } from '../queries/draft-list.ts';
import { findIdByPreviewToken } from '../queries/entries.ts';
import { getRevision, listRevisions } from '../queries/revisions.ts';

/** Limits new posts and projects per member (security page, "Limits"). */
const CONTENT_CREATION_LIMIT: RateLimit = { name: 'writings', maxAttempts: 10, windowSeconds: 3600 };

/** Limits saves per account; autosave uses about half of this. */
const SAVES: RateLimit = { name: 'saves', maxAttempts: 60, windowSeconds: 60 };

/** Counts a save of a post or project by the current user. Throws TOO_MANY_REQUESTS. */
function countSave(context: ApiContext): Promise<void> {
  return consumeRateLimit(context.db, SAVES, requireUser(context).userId, context.now());
}

/** Limits previews per account or, for shared links, per network, since each may need rendering. */
const PREVIEWS: RateLimit = { name: 'previews', maxAttempts: 60, windowSeconds: 300 };

/** Counts an opened preview. Throws TOO_MANY_REQUESTS. */
function countPreview(context: ApiContext): Promise<void> {
  return consumeRateLimit(context.db, PREVIEWS, previewerOf(context), context.now());
}

interface Call<Input> {
  readonly context: ApiContext;
  readonly input: Input;
}

/** How a feature lists, saves and shows the entries of an `EntryStore`. Saving returns the ID, which it may change. */
interface EntryEditing<Id, Row, Content extends StoredContent, Summary, Draft, Published, Created, Updated> {
  readonly drafts: Pick<DraftList<Id, Summary>, 'count' | 'find' | 'list'>;
  /** Adds the fields that only this feature's writers see. */
  readonly completeDraft: (db: Db, row: Row, draft: DraftDetails<Content> & Summary) => Draft | Promise<Draft>;
  readonly getPreview: (db: Db, context: PreviewContext, id: Id) => Promise<Published>;
  readonly create: (tx: Transaction, context: ApiContext, input: Created) => Promise<Id>;
  readonly update: (tx: Transaction, context: ApiContext, input: Updated) => Promise<Id>;
  /** Continues a transition in its transaction. */
  readonly afterTransition?: (tx: Transaction, context: ApiContext, input: TransitionInput<Id>) => Promise<void>;
  readonly restoreRevision: (
    tx: Transaction,
    context: ApiContext,
    revision: { id: Id; version: number; content: Content },
  ) => Promise<Id>;
}

/** Creates the handlers of the endpoints that `createEditingEndpoints` declares. */
export function createEditingHandlers<
  Row extends StoredRow,
  Content extends StoredContent,
  Summary,
  Draft,
  Published,
  Created,
  Updated,
>(
  store: EntryStore<Row, Content>,
  editing: EntryEditing<Row['entry']['id'], Row, Content, Summary, Draft, Published, Created, Updated>,
) {
  type Id = Row['entry']['id'];
  type ById = Call<{ id: Id }>;
  const { drafts, getPreview } = editing;

  async function getSummary(context: ApiContext, id: Id): Promise<Summary> {
    const summary = await drafts.find(context.db, requireUser(context), id);
    if (!summary) throw new AppError('NOT_FOUND', `This ${store.noun} doesn’t exist.`);
    return summary;
  }

  /** Returns an entry as its writers see it. Throws NOT_FOUND. */
  async function getDraft(context: ApiContext, id: Id): Promise<Draft> {
    const row = await getEntry(context.db, context, store, id);
    const [summary, details] = await Promise.all([
      getSummary(context, row.entry.id),
      getDraftDetails(context.db, store, row),
    ]);
    return editing.completeDraft(context.db, row, { ...summary, ...details });
  }

  /** Changes an entry that the user may edit. Returns its ID. */
  function change({ context, input }: ById, toChanges: (entry: Row['entry']) => EntryChanges): Promise<Id> {
    return context.db.transaction(async tx => {
      const { entry } = await lockEntry(tx, context, store, input.id);
      await store.update(tx, entry, toChanges(entry));
      return entry.id;
    });
  }

  return {
    listDrafts: ({ context, input }: Call<DraftQuery>) => {
      const viewer = requireUser(context);
      return searchablePage(input, {
        list: sorted => drafts.list(context.db, viewer, input, { sorted }),
        count: () => drafts.count(context.db, viewer, input),
      });
    },
    getDraft: ({ context, input }: ById) => getDraft(context, input.id),
    create: async ({ context, input }: Call<Created>) => {
      const { role, userId } = requireUser(context);
      await countSave(context);
      if (role === 'member') await consumeRateLimit(context.db, CONTENT_CREATION_LIMIT, userId, context.now());
      const id = await context.db.transaction(tx => editing.create(tx, context, input));
      return getDraft(context, id);
    },
    update: async ({ context, input }: Call<Updated>) => {
      await countSave(context);
      const id = await context.db.transaction(tx => editing.update(tx, context, input));
      return getDraft(context, id);
    },
    transition: async ({ context, input }: Call<TransitionInput<Id>>) => {
      if (input.sendsNewsletter && !editing.afterTransition) {
        throw new AppError('BAD_REQUEST', `A ${store.noun} can’t be sent as a newsletter.`);
      }
      const id = await publishInTransaction(context, async (tx, renderingOf) => {
        const changed = await transitionEntry(tx, context, renderingOf, store, input);
        await editing.afterTransition?.(tx, context, input);
        return changed;
      });
      return getDraft(context, id);
    },
    delete: async (call: ById) => {
      const id = await change(call, ({ deletedAt }) => {
        if (deletedAt) throw new AppError('CONFLICT', `This ${store.noun} is already deleted.`);
        return { deletedAt: toDate(call.context.now()) };
      });
      return getSummary(call.context, id);
    },
    restore: async (call: ById) => {
      const id = await change(call, ({ deletedAt }) => {
        if (!deletedAt) throw new AppError('CONFLICT', `This ${store.noun} isn’t deleted.`);
        return { deletedAt: null };
      });
      return getSummary(call.context, id);
    },
    listRevisions: async ({ context, input }: ById) => {
      const { entry } = await getEntry(context.db, context, store, input.id);
      return { items: await listRevisions(context.db, store.revisions, entry.id) };
    },
    getRevision: async ({ context, input }: Call<{ id: Id; revision: number }>) => {
      const { entry } = await getEntry(context.db, context, store, input.id);
      return getRevision(context.db, store.revisions, entry.id, input.revision);
    },
    restoreRevision: async ({ context, input }: Call<{ id: Id; revision: number; version: number }>) => {
      await countSave(context);
      const { entry } = await getEntry(context.db, context, store, input.id);
      const saved = await getRevision(context.db, store.revisions, entry.id, input.revision);
      const content = await removeMissingPictures(context.db, saved.content);
      const revision = { id: entry.id, version: input.version, content };
      const id = await context.db.transaction(tx => editing.restoreRevision(tx, context, revision));
      return getDraft(context, id);
    },
    createPreviewLink: async (call: ById) => {
      const previewToken = createToken();
      await change(call, () => ({ previewToken }));
      return { path: store.previewPath(previewToken) };
    },
    revokePreviewLink: async (call: ById) => {
      await change(call, () => ({ previewToken: null }));
      return { revoked: true as const };
    },
    updateCommentsEnabled: async ({ context, input: { id, enabled } }: Call<{ id: Id; enabled: boolean }>) => {
      await context.db.transaction(async tx => {
        const { entry } = await lockEntry(tx, context, store, id);
        if (entry.commentsEnabled === enabled) return;
        await store.update(tx, entry, { commentsEnabled: enabled, isSample: false });
        if (entry.isPublic) await invalidateTag(tx, store.tags.page(entry.id));
      });
      return { enabled };
    },
    setPublishDate: async ({ context, input }: Call<{ id: Id; publishAt: string }>) => {
      await context.db.transaction(tx => setPublishDate(tx, context, store, input));
      return getDraft(context, input.id);
    },
    getDraftPreview: async ({ context, input }: ById) => {
      await countPreview(context);
      const { entry } = await getEntry(context.db, context, store, input.id);
      return getPreview(context.db, context, entry.id);
    },
    getSharedPreview: async ({ context, input }: Call<{ token: string }>) => {
      await countPreview(context);
      const id = await findIdByPreviewToken(context.db, store.table, input.token);
      if (id === undefined) {
        throw new AppError('NOT_FOUND', 'This preview link no longer works. Ask the author for a new one.');
      }
      return getPreview(context.db, context, id);
    },
  };
}
