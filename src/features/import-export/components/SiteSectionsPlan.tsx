import type { ReactNode } from 'react';
import type { ImportPreview, PlannedSiteSection } from '../contract/index.ts';

const namesOf = (documents: readonly PlannedSiteSection[]) =>
  new Intl.ListFormat('en').format(documents.map(({ title }) => title));

/** Changes to site sections, and what they would overwrite. */
export function SiteSectionsPlan({ preview: { siteSections, options } }: { preview: ImportPreview }) {
  const own = siteSections.filter(({ action, current }) => action === 'create' && current === 'own');
  const first = siteSections.filter(({ action, current }) => action === 'create' && current === 'default');
  const same = siteSections.filter(({ action }) => action === 'unchanged');
  const refused = siteSections.filter(({ action }) => action === 'reject');
  if (siteSections.length === 0) return null;
  const taken = options.siteSections === 'replace';
  return (
    <div className="mt-4 grid max-w-[36em] gap-2 text-small text-ink-soft">
      {taken && own.length > 0 && (
        <Line tone="danger">
          <strong className="font-semibold text-ink">What you wrote here is replaced:</strong> {namesOf(own)}. It cannot
          be had back afterwards; download everything first if you want to keep it.
        </Line>
      )}
      {taken && first.length > 0 && <Line>Taken over, in place of what the site began with: {namesOf(first)}.</Line>}
      {!taken && own.length + first.length > 0 && (
        <Line>Left in the archive, since yours stay: {namesOf([...own, ...first])}.</Line>
      )}
      {refused.length > 0 && (
        <Line>Not possible, since it names other pages than this site has: {namesOf(refused)}.</Line>
      )}
      {same.length > 0 && <Line>The same here and in the archive: {namesOf(same)}.</Line>}
    </div>
  );
}

function Line({ tone, children }: { tone?: 'danger'; children: ReactNode }) {
  return <p className={`border-l-2 pl-4 ${tone === 'danger' ? 'border-danger' : 'border-rule-strong'}`}>{children}</p>;
}
