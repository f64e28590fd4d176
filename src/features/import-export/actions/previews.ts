import { importSubscribers } from '#features/newsletter/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { ImportOptions, ImportPreview, PlannedItem } from '../contract/index.ts';
import { isUnderWay, MAX_NAMED, PREVIEW_PAGE_SIZE, type PreviewFilter, previewFilters } from '../contract/constants.ts';
import { getImport, listCreatedItems, toImportSummary } from '../queries/imports.ts';
import { summarizeRedirects } from '../rules/redirect-plan.ts';
import { ignoreNoAddresses } from './import.ts';
import { createImportPlan } from './plans.ts';

/** Filters of a preview. */
const predicates: Readonly<Record<PreviewFilter, (item: PlannedItem) => boolean>> = {
  all: () => true,
  posts: ({ kind }) => kind === 'post',
  projects: ({ kind }) => kind === 'project',
  with_notes: ({ action, notes, picturesMissing }) => action === 'create' && notes.length + picturesMissing.length > 0,
  existing: ({ action }) => action === 'skip',
  invalid: ({ action }) => action === 'reject',
};

/** Returns one page of the items that an import will create or has created. Throws NOT_FOUND, and GONE. */
export async function getImportPreview(
  context: Pick<ApiContext, 'db' | 'files' | 'now'>,
  { id, page, filter, ...requested }: ImportOptions & { id: string; page: number; filter: PreviewFilter },
): Promise<ImportPreview> {
  const { db, now } = context;
  const row = await getImport(db, id);
  // The page polls a running import every few seconds, so don't plan each time.
  if (row.status === 'completed' || isUnderWay(row.status)) {
    const { status, authors, siteSections = 'keep' } = row.options ?? requested;
    const redirects = { total: 0, invalid: [], refusedTotal: 0 };
    const empty = { items: [], skipped: [], skippedTotal: 0, notes: [], subscribers: null, redirects };
    // Older reports have no redirects.
    const report = { ...empty, ...row.report };
    return {
      ...report,
      import: toImportSummary(row),
      options: { status, authors, siteSections },
      total: report.items.length,
      page,
      siteSections: [],
      filterCounts: countsByFilter([]),
      counts: countsOf([], 0),
      created: await listCreatedItems(db, id, MAX_NAMED),
    };
  }
  const { archive, plan } = await createImportPlan(context, id, requested);
  const members = archive.members && { csv: archive.members, note: '', dryRun: true };
  const matching = plan.items.filter(predicates[filter]);
  return {
    import: toImportSummary(row),
    options: plan.choices,
    items: matching.slice((page - 1) * PREVIEW_PAGE_SIZE, page * PREVIEW_PAGE_SIZE),
    total: matching.length,
    page,
    filterCounts: countsByFilter(plan.items),
    counts: countsOf(plan.items, plan.newPictures),
    siteSections: [...plan.documents],
    skipped: [...archive.skipped],
    skippedTotal: archive.skippedTotal,
    notes: [...archive.notes],
    subscribers: members
      ? await db.transaction(tx => importSubscribers(tx, { now }, members).catch(ignoreNoAddresses))
      : null,
    redirects: summarizeRedirects(plan.redirects),
    created: [],
  };
}

const countsByFilter = (items: readonly PlannedItem[]) =>
  Object.fromEntries(
    previewFilters.map(part => [part, items.filter(predicates[part]).length]),
  ) as ImportPreview['filterCounts'];

function countsOf(items: readonly PlannedItem[], pictures: number): ImportPreview['counts'] {
  const created = items.filter(({ action }) => action === 'create');
  return {
    posts: created.filter(({ kind }) => kind === 'post').length,
    projects: created.filter(({ kind }) => kind === 'project').length,
    comments: created.reduce((sum, { comments }) => sum + comments, 0),
    existing: items.filter(({ action }) => action === 'skip').length,
    invalid: items.filter(({ action }) => action === 'reject').length,
    pictures,
    missing: new Set(created.flatMap(({ picturesMissing }) => picturesMissing)).size,
  };
}
