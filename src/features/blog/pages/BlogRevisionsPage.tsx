import { ArrowLeft } from 'lucide-react';
import { Link, redirect, useActionData, useLoaderData } from 'react-router';
import { Comparison } from '#features/publishing/components/Comparison.tsx';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { Moment } from '#ui/Moment.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { WorkPage } from '#ui/WorkPage.tsx';
import type { RevisionLine } from '../contract/writing.ts';

export const loader = pageLoader(async ({ api, params, search }) => {
  const id = params.id ?? '';
  const [draft, { items }] = await Promise.all([api.blog.draft({ id }), api.blog.revisions({ id })]);
  // The newest says what the post says now, unless it was changed since.
  const chosen = search.get('revision') ?? String((items[1] ?? items[0])?.id ?? '');
  const revision = chosen ? await api.blog.revision({ id, revision: chosen }) : undefined;
  return { draft, items, revision };
});

export const action = pageAction(async ({ api, params, form }) => {
  const id = params.id ?? '';
  const restored = await api.blog.restoreRevision({
    id,
    revision: form.get('revision') ?? '',
    version: Number(form.get('version')),
  });
  throw redirect(paths.updateBlog(restored.id), 303);
});

const reasons: Readonly<Record<RevisionLine['reason'], string>> = {
  saved: 'Written',
  submitted: 'Submitted',
  published: 'Published',
  restored: 'Gone back to',
  imported: 'Imported',
};

/** What a post said before, beside what it says now, and the way back to it. */
export function Component() {
  const { draft, items, revision } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failed = result && 'failed' in result ? result.failed : undefined;
  return (
    <WorkPage
      title={draft.title || 'Untitled'}
      intro="What this post said before. Going back keeps what it says now as a revision, too."
      above={
        <Link
          to={paths.updateBlog(draft.id)}
          className="inline-flex min-h-11 items-center gap-2 text-small text-ink-soft no-underline hover:text-accent"
        >
          <ArrowLeft className="size-4" aria-hidden="true" /> Write on
        </Link>
      }
    >
      <div className="grid gap-x-12 gap-y-10 border-t border-rule pt-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <nav aria-label="Revisions" className="max-h-[70vh] overflow-y-auto">
          <ol className="grid gap-1">
            {items.map(item => (
              <li key={item.id}>
                <Link
                  to={withQuery(paths.blogRevisions(draft.id), { revision: item.id })}
                  preventScrollReset
                  aria-current={item.id === revision?.id ? 'true' : undefined}
                  className="block rounded-control px-3 py-2 no-underline hover:bg-raised aria-[current]:bg-accent-wash"
                >
                  <span className="block font-display text-small font-medium">
                    {reasons[item.reason]}
                    {item.savedBy && <span className="font-normal text-ink-soft"> by {item.savedBy}</span>}
                  </span>
                  <Moment instant={item.savedAt} />
                  <span className="meta">, {item.words} words</span>
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        {revision && (
          <section aria-labelledby="compared">
            <h2 id="compared" className="text-h4">
              From then to now
            </h2>
            <p className="meta mt-1 mb-6">
              <del className="text-danger">Only then</del> · <ins className="bg-accent-wash">only now</ins>
            </p>
            <Comparison before={wordsOf(revision.content)} after={wordsOf(draft)} />
            <PageForm submitLabel="Go back to this" busyLabel="Going back…" failed={failed}>
              <input type="hidden" name="revision" value={revision.id} />
              <input type="hidden" name="version" value={draft.version} />
            </PageForm>
          </section>
        )}
      </div>
    </WorkPage>
  );
}

/** What is compared: title, excerpt, text. */
function wordsOf({ title, description, markdown }: { title: string; description: string; markdown: string }): string {
  return [title, description, markdown].filter(Boolean).join('\n\n');
}
