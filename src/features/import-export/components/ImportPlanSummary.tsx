import type { ReactNode } from 'react';
import type { ImportPreview, PlannedSiteSection } from '../contract/index.ts';
import { countChangedSubscribers, countReplacedSections } from '../rules/labels.ts';
import { ImportNotes, RedirectsPlan } from './ImportNotes.tsx';

type PlannedImport = Pick<ImportPreview, 'counts' | 'siteSections' | 'redirects' | 'subscribers' | 'notes' | 'options'>;

/** Summary of an import with its numbers. */
export function ImportPlanSummary({ preview }: { preview: PlannedImport }) {
  const { counts } = preview;
  const replaced = countReplacedSections(preview);
  const subscribers = countChangedSubscribers(preview);
  const nothing =
    counts.posts + counts.projects + counts.pictures + replaced + preview.redirects.total + subscribers === 0;
  const numbers = [
    { label: 'Posts', value: counts.posts },
    { label: 'Projects', value: counts.projects },
    { label: 'Comments', value: counts.comments },
    { label: 'Site sections', value: replaced },
    { label: 'New images', value: counts.pictures },
    { label: 'Redirects', value: preview.redirects.total },
    { label: 'Subscribers', value: subscribers },
    { label: 'Missing images', value: counts.missing, isProblem: true },
    { label: 'Existing', value: counts.existing },
    { label: 'Can’t be imported', value: counts.invalid, isProblem: true },
  ].filter(({ value }) => value > 0);
  return (
    <>
      <SiteSectionsPlan preview={preview} />
      <h2 className="mt-12 text-h3">What will be imported</h2>
      {nothing && (
        <p className="mt-3 max-w-[31em] text-ink-soft">
          Nothing to import. Everything in this archive is already on your site or will be skipped.
        </p>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-x-8 border-t border-rule sm:flex sm:flex-wrap sm:gap-x-12">
        {numbers.map(({ label, value, isProblem = false }) => (
          <div key={label} className="flex flex-col-reverse border-b border-rule py-3 sm:border-b-0">
            <dt className="hint">{label}</dt>
            <dd className={`text-h3 tabular-nums ${isProblem ? 'text-danger' : ''}`}>{value.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      {counts.missing > 0 && (
        <p className="mt-3 max-w-[31em] text-small text-ink-soft">
          Missing images become links to their old addresses. To import them, upload one ZIP with both the export and
          the uploads folder.
        </p>
      )}
      <RedirectsPlan redirects={preview.redirects} done={false} />
      <ImportNotes notes={preview.notes} className="mt-3 max-w-[31em]" />
    </>
  );
}

const namesOf = (documents: readonly PlannedSiteSection[]) =>
  new Intl.ListFormat('en').format(documents.map(({ title }) => title));

/** Changes to site sections, and the content that they would overwrite. */
function SiteSectionsPlan({ preview: { siteSections, options } }: { preview: PlannedImport }) {
  const { create = [], unchanged = [], reject = [] } = Object.groupBy(siteSections, ({ action }) => action);
  const edited = create.filter(({ current }) => current === 'own');
  const initial = create.filter(({ current }) => current === 'default');
  if (siteSections.length === 0) return null;
  const replace = options.siteSections === 'replace';
  return (
    <div className="mt-4 grid max-w-[36em] gap-2 text-small text-ink-soft">
      {replace && edited.length > 0 && (
        <Line tone="danger">
          <strong className="font-semibold text-ink">Your own content will be replaced:</strong> {namesOf(edited)}. You
          can’t undo this. Export your content first if you want to keep a copy.
        </Line>
      )}
      {replace && initial.length > 0 && <Line>Default content that will be replaced: {namesOf(initial)}.</Line>}
      {!replace && create.length > 0 && (
        <Line>Not imported because you’re keeping this site’s version: {namesOf([...edited, ...initial])}.</Line>
      )}
      {reject.length > 0 && (
        <Line>Can’t be imported because it lists different pages than this site: {namesOf(reject)}.</Line>
      )}
      {unchanged.length > 0 && <Line>Identical on this site and in the archive: {namesOf(unchanged)}.</Line>}
    </div>
  );
}

function Line({ tone, children }: { tone?: 'danger'; children: ReactNode }) {
  return <p className={`border-l-2 pl-4 ${tone === 'danger' ? 'border-danger' : 'border-rule-strong'}`}>{children}</p>;
}
