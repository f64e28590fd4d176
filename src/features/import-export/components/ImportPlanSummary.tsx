import type { ReactNode } from 'react';
import type { ImportPreview, PlannedSiteSection } from '../contract/index.ts';
import { countReplacedSections } from '../rules/labels.ts';
import { ImportNotes, RedirectsPlan } from './ImportNotes.tsx';

/** Numbers of an import at a glance. */
export function ImportPlanSummary({ preview }: { preview: ImportPreview }) {
  const { counts } = preview;
  const replaced = countReplacedSections(preview);
  const nothing = counts.posts + counts.projects + counts.pictures + replaced + preview.redirects.total === 0;
  const numbers = [
    { label: 'Posts', value: counts.posts },
    { label: 'Projects', value: counts.projects },
    { label: 'Comments', value: counts.comments },
    { label: 'Site’s own texts', value: replaced },
    { label: 'New pictures', value: counts.pictures },
    { label: 'Redirects', value: preview.redirects.total },
    { label: 'Pictures missing', value: counts.missing, isProblem: true },
    { label: 'Here already', value: counts.existing },
    { label: 'Not possible', value: counts.invalid, wrong: true },
  ].filter(({ value }) => value > 0);
  return (
    <>
      <SiteSectionsPlan preview={preview} />
      <h2 className="mt-12 text-h3">What is moved in</h2>
      {nothing && (
        <p className="mt-3 max-w-[31em] text-ink-soft">
          Nothing: all of it is here already, or stays in the archive. What is here stays as it is.
        </p>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-x-8 border-t border-rule sm:flex sm:flex-wrap sm:gap-x-12">
        {numbers.map(({ label, value, isProblem = false }) => (
          <div key={label} className="flex flex-col-reverse border-b border-rule py-3 sm:border-b-0">
            <dt className="meta">{label}</dt>
            <dd className={`text-h3 tabular-nums ${isProblem ? 'text-danger' : ''}`}>{value.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      {counts.missing > 0 && (
        <p className="mt-3 max-w-[31em] text-small text-ink-soft">
          Pictures that are missing become links to their old address. To have them, send one ZIP with the export and
          the folder of uploads.
        </p>
      )}
      <RedirectsPlan redirects={preview.redirects} done={false} />
      <ImportNotes notes={preview.notes} className="mt-3 max-w-[31em]" />
    </>
  );
}

const namesOf = (documents: readonly PlannedSiteSection[]) =>
  new Intl.ListFormat('en').format(documents.map(({ title }) => title));

/** Changes to site sections, and what they would overwrite. */
function SiteSectionsPlan({ preview: { siteSections, options } }: { preview: ImportPreview }) {
  const { create = [], unchanged = [], reject = [] } = Object.groupBy(siteSections, ({ action }) => action);
  const edited = create.filter(({ current }) => current === 'own');
  const initial = create.filter(({ current }) => current === 'default');
  if (siteSections.length === 0) return null;
  const replace = options.siteSections === 'replace';
  return (
    <div className="mt-4 grid max-w-[36em] gap-2 text-small text-ink-soft">
      {replace && edited.length > 0 && (
        <Line tone="danger">
          <strong className="font-semibold text-ink">What you wrote here is replaced:</strong> {namesOf(edited)}. It
          cannot be had back afterwards; download everything first if you want to keep it.
        </Line>
      )}
      {replace && initial.length > 0 && (
        <Line>Taken over, in place of what the site began with: {namesOf(initial)}.</Line>
      )}
      {!replace && create.length > 0 && (
        <Line>Left in the archive, since yours stay: {namesOf([...edited, ...initial])}.</Line>
      )}
      {reject.length > 0 && (
        <Line>Not possible, since it names other pages than this site has: {namesOf(reject)}.</Line>
      )}
      {unchanged.length > 0 && <Line>The same here and in the archive: {namesOf(unchanged)}.</Line>}
    </div>
  );
}

function Line({ tone, children }: { tone?: 'danger'; children: ReactNode }) {
  return <p className={`border-l-2 pl-4 ${tone === 'danger' ? 'border-danger' : 'border-rule-strong'}`}>{children}</p>;
}
