import { writeBillingSettings } from '#features/billing/actions/settings.ts';
import type { EditedBillingSettings } from '#features/billing/contract/settings.ts';
import { getUser } from '#features/auth/queries/users.ts';
import { replaceMovedTestimonials } from '#features/orders/actions/moving-testimonials.ts';
import type { ArchivedTestimonial } from '#features/orders/rules/archived-testimonials.ts';
import { saveGallery } from '#features/projects/queries/galleries.ts';
import { revisions } from '#features/projects/queries/revisions.ts';
import { insertProject } from '#features/projects/queries/drafts.ts';
import { columnsOf } from '#features/projects/rules/content.ts';
import { publishProjectsQueue } from '#features/projects/rules/queues.ts';
import { dateOf } from '#features/publishing/actions/scheduling.ts';
import { insertRevisions } from '#features/publishing/queries/revisions.ts';
import { replaceOffers, replaceTerms } from '#features/pricing/actions/import-export.ts';
import type { DocumentKey, SiteContent } from '#features/site/contract/content.ts';
import { saveSiteContent } from '#features/site/queries.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { insertFormerProjectAddresses, insertSources } from '../queries/insert-content.ts';
import type { ReadyProject } from './prepare-entries.ts';
import { dated, formerOf, type WritingContext } from './insert-posts.ts';

/** Writes projects with their galleries, where they came from, their first revision and former addresses. */
export async function writeProjects(
  tx: Transaction,
  context: WritingContext & {
    /** The last place in the order of the site's own projects, which come before those of an archive. */
    readonly lastPosition: number;
  },
  ready: readonly ReadyProject[],
): Promise<void> {
  if (ready.length === 0) return;
  const { actor, jobs, importId, source, choices } = context;
  const at = context.now();
  const { name } = await getUser(tx, actor.userId);
  for (const { project, plan, standing, content, pending, rendered } of ready) {
    const { status, scheduledFor, submittedAt } = standing;
    const own = choices.authors === 'own' || project.owner === name;
    const createdAt = dated(project.createdAt) ?? dateOf(at);
    await insertProject(tx, {
      ...columnsOf(content),
      id: plan.slug,
      slugChosen: project.slugChosen,
      commentsOpen: !project.commentsClosed,
      pending,
      // A project without an account's author is the owner's, under the name that it had elsewhere.
      authorId: own ? actor.userId : null,
      owner: choices.authors === 'own' ? name : project.owner,
      html: rendered?.html ?? '',
      words: rendered?.words ?? plan.words,
      status,
      publishedOn: project.publishedOn,
      scheduledFor: dated(scheduledFor),
      submittedAt: dated(submittedAt),
      position: project.position === null ? null : context.lastPosition + project.position,
      createdAt,
      changedAt: dated(project.changedAt) ?? dateOf(at),
      updatedAt: dated(project.updatedAt) ?? createdAt,
    });
    await saveGallery(tx, plan.slug, content.gallery);
    if (scheduledFor) {
      await jobs.enqueue(tx, publishProjectsQueue, {}, { notBefore: Temporal.Instant.from(scheduledFor) });
    }
  }
  await insertRevisions(
    tx,
    revisions,
    ready.map(({ plan, content, pending }) => ({
      id: plan.slug,
      version: 1,
      content: pending ? { ...pending, likes: pending.likes ?? content.likes } : content,
      reason: 'imported',
      savedBy: actor.userId,
      at: dateOf(at),
    })),
  );
  await insertSources(
    tx,
    ready.map(({ project, plan }) => ({ projectId: plan.slug, importId, source, sourceId: project.sourceId })),
  );
  await insertFormerProjectAddresses(
    tx,
    ready.flatMap(({ project, plan, content }) =>
      formerOf(project, content.title, plan.slug, at).map(former => ({ ...former, projectId: plan.slug })),
    ),
  );
}

/** A document that is ready to replace the one that is here. */
export type ReadyDocument =
  | { readonly key: DocumentKey; readonly value: SiteContent[DocumentKey] }
  | { readonly key: 'prices'; readonly value: Parameters<typeof replaceOffers>[1] }
  | { readonly key: 'paymentTerms'; readonly value: Parameters<typeof replaceTerms>[1] }
  | { readonly key: 'billing'; readonly value: EditedBillingSettings }
  | { readonly key: 'clientTestimonials'; readonly value: readonly ArchivedTestimonial[] };

/** Replaces the site's documents; their pictures must be written already. */
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
