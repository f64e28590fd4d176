import { writeBillingSettings } from '#features/billing/actions/settings.ts';
import type { EditedBillingSettings } from '#features/billing/contract/settings.ts';
import { getUser } from '#features/accounts/queries/users.ts';
import { replaceMovedTestimonials } from '#features/orders/actions/moving-testimonials.ts';
import type { ArchivedTestimonial } from '#features/orders/rules/archived-testimonials.ts';
import { saveGallery } from '#features/projects/queries/galleries.ts';
import { revisions } from '#features/projects/queries/revisions.ts';
import { insertProject } from '#features/projects/queries/writing.ts';
import { columnsOf } from '#features/projects/rules/content.ts';
import { publishProjectsQueue } from '#features/projects/rules/queues.ts';
import { dateOf } from '#features/publishing/actions.ts';
import { insertRevision } from '#features/publishing/queries/revisions.ts';
import { replaceOffers, replaceTerms } from '#features/catalog/actions/moving-in.ts';
import type { DocumentKey, SiteContent } from '#features/site/contract/content.ts';
import { saveSiteContent } from '#features/site/queries.ts';
import { announceChange } from '#platform/cache/content-changes.ts';
import type { Transaction } from '#platform/database/database.ts';
import { type CommentToInsert, insertComments } from '../queries/comments.ts';
import { findLastPosition, listAccountsByEmail } from '../queries/present.ts';
import { insertFormerProjectAddresses, insertSource, updateShownComments } from '../queries/writing.ts';
import { inOrder } from '../rules/comment-order.ts';
import type { ForeignComment, ForeignThread } from '../rules/entries.ts';
import { pictureIdOf } from '../rules/freehold.ts';
import { projectStandingOf } from '../rules/standing.ts';
import type { ReadyProject } from './ready.ts';
import { dated, formerOf, type WritingContext } from './writing.ts';

/** Writes projects with their galleries, where they came from, their first revision and former addresses. */
export async function writeProjects(
  tx: Transaction,
  context: WritingContext,
  ready: readonly ReadyProject[],
): Promise<void> {
  if (ready.length === 0) return;
  const { actor, jobs, importId, source, choices } = context;
  const at = context.now();
  const now = at.toString({ fractionalSecondDigits: 3 });
  const { name } = await getUser(tx, actor.userId);
  // The places of an archive come behind those that the site's own projects have.
  const last = await findLastPosition(tx);
  for (const { project, plan, content, pending, rendered } of ready) {
    const { status, scheduledFor, submittedAt } = projectStandingOf(project, choices, now);
    const own = choices.authors === 'own' || project.owner === name;
    const createdAt = dated(project.createdAt) ?? dateOf(at);
    await insertProject(tx, {
      ...columnsOf(content),
      id: plan.slug,
      slugChosen: project.slugChosen,
      commentsOpen: !project.commentsClosed,
      pending,
      // Nobody's are the owner's, under the name that they have there.
      authorId: own ? actor.userId : null,
      owner: choices.authors === 'own' ? name : project.owner,
      html: rendered?.html ?? '',
      words: rendered?.words ?? plan.words,
      status,
      publishedOn: project.publishedOn,
      scheduledFor: dated(scheduledFor),
      submittedAt: dated(submittedAt),
      position: project.position === null ? null : last + project.position,
      createdAt,
      changedAt: dated(project.changedAt) ?? dateOf(at),
      updatedAt: dated(project.updatedAt) ?? createdAt,
    });
    await saveGallery(tx, plan.slug, content.gallery);
    const said = pending ? { ...pending, likes: pending.likes ?? content.likes } : content;
    const revision = { version: 1, content: said, reason: 'imported' as const };
    await insertRevision(tx, revisions, plan.slug, { ...revision, savedBy: actor.userId, at: dateOf(at) });
    await insertSource(tx, { projectId: plan.slug, importId, source, sourceId: project.sourceId });
    await insertFormerProjectAddresses(tx, plan.slug, formerOf(project, plan.slug, at));
    if (scheduledFor) {
      await jobs.enqueue(tx, publishProjectsQueue, {}, { notBefore: Temporal.Instant.from(scheduledFor) });
    }
  }
  await announceChange(tx, 'projects');
}

/** What was said about something that was made just now. */
export interface Said {
  readonly subject:
    | { readonly postId: number; readonly projectId: null }
    | { readonly postId: null; readonly projectId: string };
  readonly threads: readonly ForeignThread[];
}

/**
 * Writes what people said. Whoever has an account here by the same address is its author; everybody else is kept under the
 * name that they had. Nobody gets an account, and nobody gets mail. Answers how many comments.
 */
export async function writeComments(
  tx: Transaction,
  said: readonly Said[],
  pictureOf: (id: string) => string | undefined,
): Promise<number> {
  const all = inOrder(said);
  if (all.length === 0) return 0;
  const emails = new Set(all.flatMap(({ comment }) => comment.author?.email?.toLowerCase() ?? []));
  const accounts = await listAccountsByEmail(tx, [...emails]);
  const speakerOf = ({ author }: ForeignComment) => {
    const account = author?.email ? accounts.get(author.email.toLowerCase()) : undefined;
    if (account) return { authorId: account };
    if (!author) return {};
    const id = pictureIdOf(author.avatar);
    return { name: author.name, designation: author.designation, avatarId: (id && pictureOf(id)) ?? null };
  };
  await insertComments(
    tx,
    all.map(({ subject, comment, answers }): CommentToInsert => {
      const { body, state, stateBefore } = comment;
      return {
        ...subject,
        ...speakerOf(comment),
        answers,
        body,
        state,
        stateBefore,
        createdAt: new Date(comment.createdAt),
        editedAt: dated(comment.editedAt),
        approvedAt: dated(comment.approvedAt),
        removedAt: dated(comment.removedAt),
      };
    }),
  );
  for (const { subject, threads } of said) {
    const shown = threads
      .flatMap(({ replies, ...first }) => [first, ...replies])
      .filter(({ state }) => state === 'shown');
    if (subject.postId !== null && shown.length > 0) await updateShownComments(tx, subject.postId, shown.length);
  }
  await announceChange(tx, 'comments');
  return all.length;
}

/** A document that is ready to take the place of the one that is here. */
export type ReadyDocument =
  | { readonly key: DocumentKey; readonly value: SiteContent[DocumentKey] }
  | { readonly key: 'prices'; readonly value: Parameters<typeof replaceOffers>[1] }
  | { readonly key: 'paymentTerms'; readonly value: Parameters<typeof replaceTerms>[1] }
  | { readonly key: 'billing'; readonly value: EditedBillingSettings }
  | { readonly key: 'clientTestimonials'; readonly value: readonly ArchivedTestimonial[] };

/** Puts documents in the place of those that are here; pictures are as the site knows them by now. */
export async function writeDocuments(tx: Transaction, documents: readonly ReadyDocument[]): Promise<void> {
  for (const document of documents) {
    if (document.key === 'prices') await replaceOffers(tx, document.value);
    else if (document.key === 'paymentTerms') await replaceTerms(tx, document.value);
    else if (document.key === 'billing') await writeBillingSettings(tx, document.value);
    else if (document.key === 'clientTestimonials') await replaceMovedTestimonials(tx, document.value);
    else await saveSiteContent(tx, document.key, document.value);
  }
  if (documents.length === 0) return;
  // Names and times on every page come from them.
  for (const feature of ['site', 'blog', 'projects']) await announceChange(tx, feature);
}
