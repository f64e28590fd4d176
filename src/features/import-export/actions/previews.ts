import { importSubscribers } from '#features/newsletter/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { ImportOptions, ImportPreview, PlannedItem } from '../contract/index.ts';
import { MOST_NAMED, PREVIEW_PAGE_SIZE, type PreviewFilter, previewFilters } from '../contract/constants.ts';
import { getImportWithSummary, listCreatedItems } from '../queries/imports.ts';
import type { RedirectPlan } from '../rules/redirect-plan.ts';
import { isUnderWay } from '../rules/states.ts';
import { withoutAddresses } from './import.ts';
import { createImportPlan } from './plans.ts';

/** Filters of a preview. */
const belongs: Readonly<Record<PreviewFilter, (item: PlannedItem) => boolean>> = {
  all: () => true,
  posts: ({ kind }) => kind === 'post',
  projects: ({ kind }) => kind === 'project',
  with_notes: ({ action, notes, picturesMissing }) => action === 'create' && notes.length + picturesMissing.length > 0,
  existing: ({ action }) => action === 'skip',
  invalid: ({ action }) => action === 'reject',
};

const noParts: ImportPreview['filterCounts'] = {
  all: 0,
  posts: 0,
  projects: 0,
  with_notes: 0,
  existing: 0,
  invalid: 0,
};
const noCounts = { posts: 0, projects: 0, comments: 0, existing: 0, invalid: 0, pictures: 0, missing: 0 };

/** Returns one page of what an import will create or has created. Throws NOT_FOUND, and GONE. */
export async function getImportPreview(
  context: Pick<ApiContext, 'db' | 'dist' | 'files' | 'now'>,
  { id, page, filter, ...asked }: ImportOptions & { id: string; page: number; filter: PreviewFilter },
): Promise<ImportPreview> {
  const { db, now } = context;
  const { row, line } = await getImportWithSummary(db, id);
  // The page polls a running import every few seconds, so don't plan each time.
  if (row.status === 'completed' || isUnderWay(row.status)) {
    const { status, authors, siteSections = 'keep' } = row.options ?? asked;
    const redirects = { total: 0, invalid: [], refusedTotal: 0 };
    const none = { items: [], skipped: [], skippedTotal: 0, notes: [], subscribers: null, redirects };
    // Older reports have no redirects.
    const report = { ...none, ...row.report };
    const nothing = { ...report, total: report.items.length, siteSections: [] };
    const created = await listCreatedItems(db, id, MOST_NAMED);
    const options = { status, authors, siteSections };
    return { ...nothing, import: line, options, page, filterCounts: noParts, counts: noCounts, created };
  }
  const { read, plan } = await createImportPlan(context, id, asked);
  const filterCounts = Object.fromEntries(
    previewFilters.map(part => [part, plan.items.filter(belongs[part]).length]),
  ) as ImportPreview['filterCounts'];
  const shown = plan.items.filter(belongs[filter]);
  return {
    import: line,
    options: plan.choices,
    items: shown.slice((page - 1) * PREVIEW_PAGE_SIZE, page * PREVIEW_PAGE_SIZE),
    total: shown.length,
    page,
    filterCounts,
    counts: countsOf(plan.items, plan.newPictures),
    siteSections: [...plan.documents],
    skipped: [...read.skipped],
    skippedTotal: read.skippedTotal,
    notes: [...read.notes],
    subscribers: await db.transaction(tx => previewMembers(tx, { now }, read.members)),
    redirects: redirectsIn(plan.redirects),
    created: [],
  };
}

/** Counts the redirects of a plan, with the first that can't be added. */
function redirectsIn({ planned, refused }: RedirectPlan): ImportPreview['redirects'] {
  return { total: planned.length, invalid: refused.slice(0, MOST_NAMED), refusedTotal: refused.length };
}

/** Returns what the archive's members list would change. */
async function previewMembers(tx: Transaction, services: Pick<ApiContext, 'now'>, csv: string | undefined) {
  return csv ? importSubscribers(tx, services, { csv, note: '', dryRun: true }).catch(withoutAddresses) : null;
}

function countsOf(items: readonly PlannedItem[], pictures: number): ImportPreview['counts'] {
  const made = items.filter(({ action }) => action === 'create');
  return {
    posts: made.filter(({ kind }) => kind === 'post').length,
    projects: made.filter(({ kind }) => kind === 'project').length,
    comments: made.reduce((sum, { comments }) => sum + comments, 0),
    existing: items.filter(({ action }) => action === 'skip').length,
    invalid: items.filter(({ action }) => action === 'reject').length,
    pictures,
    missing: new Set(made.flatMap(({ picturesMissing }) => picturesMissing)).size,
  };
}
