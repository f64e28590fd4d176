import type { ReactNode } from 'react';
import { Form, redirect, replace, useLoaderData, useNavigation, useSearchParams } from 'react-router';
import { ImportSummary } from '#features/newsletter/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { PostForm } from '#ui/PostForm.tsx';
import { toast } from '#ui/toast.ts';
import { usePolling } from '#ui/use-polling.ts';
import { ImportNotes, LeftOutList, RedirectsPlan } from '../components/ImportNotes.tsx';
import { ImportOptionsForm } from '../components/ImportOptionsForm.tsx';
import { ImportPlanFilters } from '../components/ImportPlanFilters.tsx';
import { ImportPlanSummary } from '../components/ImportPlanSummary.tsx';
import { ImportPlanTable } from '../components/ImportPlanTable.tsx';
import { ImportResult } from '../components/ImportResult.tsx';
import { PREVIEW_PAGE_SIZE, type PreviewFilter, previewFilters } from '../contract/constants.ts';
import type { ImportOptions, ImportPreview } from '../contract/index.ts';
import {
  archiveCounts,
  countChangedSubscribers,
  countReplacedSections,
  formatCounts,
  sourceLabels,
} from '../rules/labels.ts';

function optionsIn(values: { get(name: string): string | null | undefined }): ImportOptions {
  const siteSections = values.get('siteSections');
  return {
    status: values.get('status') === 'keep' ? 'keep' : 'draft',
    authors: values.get('authors') === 'me' ? 'me' : 'keep',
    ...(siteSections === 'keep' || siteSections === 'replace' ? { siteSections } : {}),
  };
}
const filterIn = (value: string | null): PreviewFilter => previewFilters.find(part => part === value) ?? 'all';

export const loader = pageLoader(({ api, params, searchParams }) =>
  api.importExport.get({
    id: params.id ?? '',
    ...optionsIn(searchParams),
    filter: filterIn(searchParams.get('filter')),
    page: searchParams.get('page') ?? 1,
  }),
);

export const action = pageAction(async ({ api, params, form }) => {
  const id = params.id ?? '';
  if (form.get('intent') === 'forget') {
    await api.importExport.delete({ id });
    toast.success('Archive deleted');
    throw replace(dashboardPaths.importExport);
  }
  await api.importExport.start({ id, ...optionsIn(form) });
  throw redirect(dashboardPaths.importDetails(id));
});

const POLL_INTERVAL_MS = 1500;

/** An import: preview, progress and result. */
export function Component() {
  const preview = useLoaderData<typeof loader>();
  const failed = useRejectedForm()?.failed;
  const { import: line } = preview;
  return (
    <DashboardPage
      title={line.fileName}
      back={{ to: dashboardPaths.importExport, label: 'Import & export' }}
      intro={
        <>
          {sourceLabels[line.source]}, {formatCounts(archiveCounts(line), 'no content')}, uploaded{' '}
          <DateTime instant={line.uploadedAt} />
        </>
      }
    >
      <ErrorNotice className="mb-8" message={failed?.message ?? line.errorMessage} />
      {line.status === 'completed' && (
        <>
          <ImportResult preview={preview} />
          <Report preview={preview} />
        </>
      )}
      {(line.status === 'queued' || line.status === 'running') && <Progress line={line} />}
      {(line.status === 'pending' || line.status === 'failed') && <Plan preview={preview} />}
    </DashboardPage>
  );
}

function Progress({ line: { status, preparedCount, prepareTotal } }: { line: ImportPreview['import'] }) {
  usePolling(POLL_INTERVAL_MS, true);
  return (
    <div className="max-w-[31em]">
      <output className="block text-lead">
        {status === 'running' ? 'The import is running.' : 'The import will start in a moment.'} You can leave this
        page. The result appears here when the import finishes.
      </output>
      {status === 'running' && prepareTotal > 0 && (
        <>
          <progress className="progress mt-6" max={prepareTotal} value={preparedCount} aria-label="Import progress" />
          <p className="hint mt-2">
            {preparedCount < prepareTotal
              ? `${preparedCount} of ${prepareTotal} images and texts prepared`
              : 'Saving the content…'}
          </p>
        </>
      )}
    </div>
  );
}

function Plan({ preview }: { preview: ImportPreview }) {
  const { options, items, total, page } = preview;
  const [search] = useSearchParams();
  const filter = filterIn(search.get('filter'));
  const path = dashboardPaths.importDetails(preview.import.id);
  return (
    <>
      <ImportOptionsForm preview={preview} />
      <ImportPlanSummary preview={preview} />
      <Decision preview={preview} />
      {preview.filterCounts.all > 0 && (
        <Entries title="Contents of the archive">
          <ImportPlanFilters preview={preview} filter={filter} />
          {items.length > 0 ? (
            <ImportPlanTable items={items} />
          ) : (
            <p className="text-ink-soft">No entries match this filter.</p>
          )}
        </Entries>
      )}
      <Pagination
        page={page}
        pageSize={PREVIEW_PAGE_SIZE}
        total={total}
        hrefOf={number => withQuery(path, { ...options, filter: filter === 'all' ? undefined : filter, page: number })}
      />
      <SubscribersAndSkipped preview={preview} isImported={false} />
    </>
  );
}

/** Skipped items and notes of the import. */
function Report({ preview }: { preview: ImportPreview }) {
  const { items, notes, redirects } = preview;
  return (
    <>
      <ImportNotes notes={notes} className="mt-3 max-w-[31em]" />
      {items.length > 0 && (
        <Entries title="Imported with notes">
          <ImportPlanTable items={items} />
        </Entries>
      )}
      <RedirectsPlan redirects={redirects} done />
      <SubscribersAndSkipped preview={preview} isImported />
    </>
  );
}

function Entries({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="entries" className="mt-12">
      <h2 id="entries" className="mb-3 text-h3">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The subscribers of an archive, and the skipped items. */
function SubscribersAndSkipped({ preview, isImported }: { preview: ImportPreview; isImported: boolean }) {
  const { subscribers, skipped, skippedTotal } = preview;
  const summary = `${skippedTotal} skipped ${skippedTotal === 1 ? 'entry' : 'entries'}`;
  return (
    <>
      {subscribers && (
        <div className="mt-12">
          <ImportSummary title="Newsletter subscribers" preview={subscribers} isImported={isImported} />
        </div>
      )}
      <LeftOutList summary={summary} items={skipped} total={skippedTotal} className="mt-10" />
    </>
  );
}

function Decision({ preview }: { preview: ImportPreview }) {
  const navigation = useNavigation();
  const sending = navigation.formData !== undefined;
  const { onSubmit, dialog } = useConfirmedSubmit(() => ({
    title: `Delete ${preview.import.fileName}?`,
    description: 'Nothing has been imported from this archive. To import it later, upload it again.',
    confirmLabel: 'Delete archive',
  }));
  const { counts, options } = preview;
  const { posts, projects, pictures } = counts;
  const button = formatCounts(
    {
      posts,
      projects,
      ...(posts + projects === 0
        ? {
            siteSections: countReplacedSections(preview),
            pictures,
            redirects: preview.redirects.total,
            subscribers: countChangedSubscribers(preview),
          }
        : {}),
    },
    '',
  );
  return (
    <div className="mt-6 flex flex-wrap gap-4">
      {button && (
        <PostForm>
          {Object.entries({ intent: 'run', ...options }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="button button-primary" aria-disabled={sending || undefined}>
            Import {button}
          </button>
        </PostForm>
      )}
      <Form method="post" onSubmit={onSubmit}>
        <input type="hidden" name="intent" value="forget" />
        <button type="submit" className="button button-danger" aria-disabled={sending || undefined}>
          Delete archive…
        </button>
      </Form>
      {dialog}
    </div>
  );
}
