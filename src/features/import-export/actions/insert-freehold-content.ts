import { importBillingSettings } from '#features/billing/index.ts';
import type { BillingSettingsInput } from '#features/billing/contract/settings.ts';
import { getUser } from '#features/auth/index.ts';
import { importTestimonials, type ExportedTestimonial } from '#features/testimonials/index.ts';
import {
  replaceGallery,
  revisions,
  insertProject,
  toContentColumns,
  publishProjectsQueue,
} from '#features/projects/index.ts';
import { toDate, insertRevisions } from '#features/publishing/index.ts';
import { importOffers, importPaymentTerms } from '#features/pricing/index.ts';
import type { SectionKey, SiteSections } from '#features/site/contract/content.ts';
import { upsertSection } from '#features/site/index.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { insertProjectSlugRedirects, insertSources } from '../queries/insert-content.ts';
import type { PreparedProject } from './prepare-entries.ts';
import { toDateOrNull, listSlugRedirects, type ImportContext } from './insert-posts.ts';

/** Writes projects with their galleries, where they came from, their first revision and former addresses. */
export async function insertProjects(
  tx: Transaction,
  context: ImportContext & {
    /** Last position of the site's own projects, which come before imported ones. */
    readonly lastPosition: number;
  },
  ready: readonly PreparedProject[],
): Promise<void> {
  if (ready.length === 0) return;
  const { actor, jobs, importId, source, choices } = context;
  const at = context.now();
  const { name } = await getUser(tx, actor.userId);
  for (const { project, plan, standing, content, pending, rendered } of ready) {
    const { status, scheduledFor, submittedAt } = standing;
    const own = choices.authors === 'me' || project.owner === name;
    const createdAt = toDateOrNull(project.createdAt) ?? toDate(at);
    await insertProject(tx, {
      ...toContentColumns(content),
      id: plan.slug,
      hasCustomSlug: project.slugChosen,
      commentsEnabled: !project.commentsClosed,
      unpublishedChanges: pending,
      // Projects without an account belong to the owner, with the original name.
      authorId: own ? actor.userId : null,
      owner: choices.authors === 'me' ? name : project.owner,
      html: rendered?.html ?? '',
      wordCount: rendered?.wordCount ?? plan.words,
      status,
      publishedOn: project.publishedOn,
      scheduledFor: toDateOrNull(scheduledFor),
      submittedAt: toDateOrNull(submittedAt),
      position: project.position === null ? null : context.lastPosition + project.position,
      createdAt,
      editedAt: toDateOrNull(project.changedAt) ?? toDate(at),
      updatedAt: toDateOrNull(project.updatedAt) ?? createdAt,
    });
    await replaceGallery(tx, plan.slug, content.gallery);
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
      at: toDate(at),
    })),
  );
  await insertSources(
    tx,
    ready.map(({ project, plan }) => ({ projectId: plan.slug, importId, source, sourceId: project.sourceId })),
  );
  await insertProjectSlugRedirects(
    tx,
    ready.flatMap(({ project, plan, content }) =>
      listSlugRedirects(project, content.title, plan.slug, at).map(former => ({ ...former, projectId: plan.slug })),
    ),
  );
}

/** A site section ready to replace the existing one. */
export type PreparedSiteSection =
  | { readonly key: SectionKey; readonly value: SiteSections[SectionKey] }
  | { readonly key: 'prices'; readonly value: Parameters<typeof importOffers>[1] }
  | { readonly key: 'paymentTerms'; readonly value: Parameters<typeof importPaymentTerms>[1] }
  | { readonly key: 'billing'; readonly value: BillingSettingsInput }
  | { readonly key: 'clientTestimonials'; readonly value: readonly ExportedTestimonial[] };

/** Replaces site sections; their pictures must be stored already. */
export async function replaceSiteSections(tx: Transaction, documents: readonly PreparedSiteSection[]): Promise<void> {
  for (const document of documents) {
    if (document.key === 'prices') await importOffers(tx, document.value);
    else if (document.key === 'paymentTerms') await importPaymentTerms(tx, document.value);
    else if (document.key === 'billing') await importBillingSettings(tx, document.value);
    else if (document.key === 'clientTestimonials') await importTestimonials(tx, document.value);
    else await upsertSection(tx, document.key, document.value);
  }
  if (documents.length === 0) return;
  // All pages show names and times from these.
  for (const feature of ['site', 'blog', 'projects']) await invalidateTag(tx, feature);
}
