import { Link, redirect, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { withQuery } from '#shared/paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { RevisionDiff } from '../components/RevisionDiff.tsx';
import type { EditingClient } from '../contract/editing-client.ts';
import type { RevisionSummary } from '../contract/schemas.ts';

type RevisedDraft<Content> = Content & {
  readonly id: number | string;
  readonly title: string;
  readonly version: number;
};

interface RevisionsOptions<Draft extends RevisedDraft<Content>, Content> {
  readonly noun: 'post' | 'project';
  readonly clientOf: (api: Api) => EditingClient<unknown, Draft, Content, never>;
  readonly path: (id: Draft['id']) => string;
  readonly editPath: (id: Draft['id']) => string;
  /** Returns the text to compare. */
  readonly toText: (content: Content) => string;
}

/** Creates the page that compares a revision of a post or project with its current content, and restores it. */
export function createRevisionsPage<Draft extends RevisedDraft<Content>, Content>({
  noun,
  clientOf,
  path,
  editPath,
  toText,
}: RevisionsOptions<Draft, Content>) {
  const loader = pageLoader(async ({ api, params, searchParams }) => {
    const id = params.id ?? '';
    const client = clientOf(api);
    const [draft, { items }] = await Promise.all([client.getDraft({ id }), client.listRevisions({ id })]);
    // The newest revision usually equals the current content.
    const chosen = searchParams.get('revision') ?? String((items[1] ?? items[0])?.id ?? '');
    const revision = chosen ? await client.getRevision({ id, revision: chosen }) : undefined;
    return { draft, items, revision };
  });

  const action = pageAction(async ({ api, params, form }) => {
    const restored = await clientOf(api).restoreRevision({
      id: params.id ?? '',
      revision: form.get('revision') ?? '',
      version: Number(form.get('version')),
    });
    throw redirect(editPath(restored.id), 303);
  });

  function Component() {
    const { draft, items, revision } = useLoaderData<typeof loader>();
    const failed = useRejectedForm()?.failed;
    return (
      <DashboardPage
        title={draft.title || 'Untitled'}
        intro={`Version history of this ${noun}. If you restore an earlier version, the current one stays in the history.`}
        back={{ to: editPath(draft.id), label: 'Editor' }}
      >
        <div className="grid gap-x-12 gap-y-10 border-t border-rule pt-8 md:grid-cols-[15rem_minmax(0,1fr)]">
          {items.length > 0 ? (
            <RevisionLines items={items} chosen={revision?.id} path={path(draft.id)} />
          ) : (
            <p className="md:col-span-2">No versions yet. They appear here when someone edits this {noun}.</p>
          )}
          {revision && (
            <section aria-labelledby="compared">
              <h2 id="compared" className="text-h4">
                Changes since this version
              </h2>
              <p className="hint mt-1 mb-6">
                <del className="text-danger">Removed</del> · <ins className="bg-accent-wash">added</ins>
              </p>
              <RevisionDiff before={toText(revision.content)} after={toText(draft)} />
              <PageForm submitLabel="Restore this version" busyLabel="Restoring…" error={failed}>
                <input type="hidden" name="revision" value={revision.id} />
                <input type="hidden" name="version" value={draft.version} />
              </PageForm>
            </section>
          )}
        </div>
      </DashboardPage>
    );
  }

  return { loader, action, Component };
}

const reasons: Readonly<Record<RevisionSummary['reason'], string>> = {
  saved: 'Saved',
  submitted: 'Submitted',
  published: 'Published',
  restored: 'Restored',
  imported: 'Imported',
};

interface RevisionLinesProps {
  items: readonly RevisionSummary[];
  chosen: number | undefined;
  path: string;
}

function RevisionLines({ items, chosen, path }: RevisionLinesProps) {
  return (
    <nav aria-label="Versions" className="-mx-3 max-h-72 overflow-y-auto md:max-h-[70vh]">
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
