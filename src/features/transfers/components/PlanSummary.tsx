import type { ImportPreview } from '../contract.ts';
import { listed } from '../rules/words.ts';

/** What an archive would make, in numbers that can be taken in at a glance. */
export function PlanSummary({ preview }: { preview: ImportPreview }) {
  const { counts, documents, choices } = preview;
  const replaced = choices.documents === 'take' ? documents.filter(({ fate }) => fate === 'new').length : 0;
  const made = { ...counts, documents: replaced };
  const nothing = made.posts + made.projects + made.documents + made.pictures === 0;
  const numbers = [
    { label: 'Posts', value: counts.posts },
    { label: 'Projects', value: counts.projects },
    { label: 'Comments', value: counts.comments },
    { label: 'Site’s own texts', value: replaced },
    { label: 'Pictures', value: counts.pictures },
    { label: 'Pictures missing', value: counts.missing, wrong: true },
    { label: 'Here already', value: counts.present },
    { label: 'Not possible', value: counts.refused, wrong: true },
  ].filter(({ value }) => value > 0);
  return (
    <>
      <p className="mt-10 max-w-[60ch] text-lead">
        {nothing
          ? 'All of it is here already. Moving it in would change nothing.'
          : `${listed(made, '')} will be moved in.`}
      </p>
      {numbers.length > 0 && (
        <dl className="mt-5 grid grid-cols-2 gap-x-8 border-t border-rule sm:flex sm:flex-wrap sm:gap-x-12">
          {numbers.map(({ label, value, wrong = false }) => (
            <div key={label} className="flex flex-col-reverse border-b border-rule py-3 sm:border-b-0">
              <dt className="meta">{label}</dt>
              <dd className={`text-h3 tabular-nums ${wrong ? 'text-danger' : ''}`}>{value.toLocaleString('en')}</dd>
            </div>
          ))}
        </dl>
      )}
      {counts.missing > 0 && (
        <p className="mt-3 max-w-[60ch] text-small text-ink-soft">
          Pictures that are missing become links to their old address. To have them, send one ZIP with the export and
          the folder of uploads.
        </p>
      )}
      {preview.notes.map(note => (
        <p key={note} className="mt-3 max-w-[60ch] text-small text-ink-soft">
          {note}
        </p>
      ))}
    </>
  );
}
