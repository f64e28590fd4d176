import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from 'react-router';
import type { ActionResult } from '#platform/pages/loader.ts';
import { withQuery } from '#shared/paths.ts';
import { DateTime } from '#ui/DateTime.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import type { RevisionSummary } from '../contract/schemas.ts';
import { RevisionDiff } from './RevisionDiff.tsx';

interface RevisionsProps {
  noun: string;
  title: string;
  version: number;
  items: readonly RevisionSummary[];
  /** The selected revision and its content; `now` is the current content. */
  chosen: number | undefined;
  before: string;
  now: string;
  path: string;
  editPath: string;
  result: ActionResult<unknown> | undefined;
}

const reasons: Readonly<Record<RevisionSummary['reason'], string>> = {
  saved: 'Written',
  submitted: 'Submitted',
  published: 'Published',
  restored: 'Gone back to',
  imported: 'Imported',
};

/** Compares an earlier revision with the current text and offers to restore it. */
export function RevisionHistory(props: RevisionsProps) {
  const { noun, title, version, items, chosen, before, now, path, editPath, result } = props;
  const failed = result && 'failed' in result ? result.failed : undefined;
  return (
    <DashboardPage
      title={title || 'Untitled'}
      intro={`What this ${noun} said before. Going back keeps what it says now as a revision, too.`}
      header={
        <Link
          to={editPath}
          className="inline-flex min-h-11 items-center gap-2 text-small text-ink-soft no-underline hover:text-accent"
        >
          <ArrowLeft className="size-4" aria-hidden="true" /> Write on
        </Link>
      }
    >
      <div className="grid gap-x-12 gap-y-10 border-t border-rule pt-8 md:grid-cols-[15rem_minmax(0,1fr)]">
        {items.length > 0 ? (
          <RevisionLines items={items} chosen={chosen} path={path} />
        ) : (
          <p className="md:col-span-2">
            Nothing is kept of this {noun} yet. What it says is kept as soon as somebody changes it.
          </p>
        )}
        {chosen !== undefined && (
          <section aria-labelledby="compared">
            <h2 id="compared" className="text-h4">
              From then to now
            </h2>
            <p className="meta mt-1 mb-6">
              <del className="text-danger">Only then</del> · <ins className="bg-accent-wash">only now</ins>
            </p>
            <RevisionDiff before={before} after={now} />
            <PageForm submitLabel="Go back to this" busyLabel="Going back…" error={failed}>
              <input type="hidden" name="revision" value={chosen} />
              <input type="hidden" name="version" value={version} />
            </PageForm>
          </section>
        )}
      </div>
    </DashboardPage>
  );
}

function RevisionLines({ items, chosen, path }: Pick<RevisionsProps, 'items' | 'chosen' | 'path'>) {
  return (
    <nav aria-label="Revisions" className="-mx-3 max-h-72 overflow-y-auto md:max-h-[70vh]">
      <ol className="grid gap-1">
        {items.map(item => (
          <li key={item.id}>
            <Link
              to={withQuery(path, { revision: item.id })}
              preventScrollReset
              aria-current={item.id === chosen ? 'true' : undefined}
              className="block rounded-control px-3 py-2 no-underline hover:bg-raised aria-[current]:bg-accent-wash"
            >
              <span className="block font-display text-small font-medium">
                {reasons[item.reason]}
                {item.savedBy && <span className="font-normal text-ink-soft"> by {item.savedBy}</span>}
              </span>
              <DateTime instant={item.savedAt} />
              <span className="meta block">
                {item.wordCount} {item.wordCount === 1 ? 'word' : 'words'}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
