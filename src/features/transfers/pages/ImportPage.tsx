import { useEffect } from 'react';
import { Form, Link, redirect, useActionData, useLoaderData, useNavigate, useNavigation } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { ownerPaths } from '#shared/owner-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { Moment } from '#ui/Moment.tsx';
import { Pager } from '#ui/Pager.tsx';
import { WorkPage } from '#ui/WorkPage.tsx';
import { Choices } from '../components/Choices.tsx';
import { postsInWords, sourceNames } from '../components/ImportsList.tsx';
import { MadePosts } from '../components/MadePosts.tsx';
import { PlannedTable } from '../components/PlannedTable.tsx';
import type { ImportPreview } from '../contract.ts';
import { PREVIEW_SIZE } from '../contract/limits.ts';

const standingIn = (value: string | null | undefined) => (value === 'keep' ? ('keep' as const) : ('draft' as const));
const authorsIn = (value: string | null | undefined) => (value === 'own' ? ('own' as const) : ('keep' as const));

export const loader = pageLoader(({ api, params, search }) =>
  api.transfers.preview({
    id: params.id ?? '',
    standing: standingIn(search.get('standing')),
    authors: authorsIn(search.get('authors')),
    page: search.get('page') ?? 1,
    ...(search.get('look') ? { look: search.get('look') ?? '' } : {}),
  }),
);

export const action = pageAction(async ({ api, params, form }) => {
  const id = params.id ?? '';
  if (form.get('intent') === 'forget') {
    await api.transfers.discard({ id });
    throw redirect(ownerPaths.transfer, 303);
  }
  await api.transfers.run({
    id,
    standing: standingIn(form.get('standing')),
    authors: authorsIn(form.get('authors')),
  });
  throw redirect(withQuery(ownerPaths.transferImport(id), { look: 1 }), 303);
});

/** How often a page looks whether an archive was moved in meanwhile, in milliseconds. */
const LOOK_EVERY = 1500;

/** One archive: what it would make, how far that is, and what it has made. */
export function Component() {
  const preview = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failed = result && 'failed' in result ? result.failed : undefined;
  const { import: line } = preview;
  return (
    <WorkPage
      title={line.name}
      above={
        <Link className="meta inline-flex min-h-11 items-center hover:text-accent" to={ownerPaths.transfer}>
          Move in and out
        </Link>
      }
      intro={
        <>
          {sourceNames[line.source]}, {postsInWords(line.posts)}, sent <Moment instant={line.uploadedAt} />
        </>
      }
    >
      {(failed || line.error) && (
        <p role="alert" className="mb-8 border-l-2 border-danger pl-4 text-small">
          {failed?.message ?? line.error}
        </p>
      )}
      {line.state === 'done' && <MadePosts preview={preview} />}
      {line.state === 'queued' && <Waiting id={line.id} />}
      {(line.state === 'waiting' || line.state === 'failed') && <Plan preview={preview} />}
    </WorkPage>
  );
}

function Waiting({ id }: { id: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    // Each look has an address of its own, so that no answer from before is taken for it.
    const timer = setInterval(() => {
      const look = Math.floor(performance.timeOrigin + performance.now()) % 1_000_000_000;
      void navigate(withQuery(ownerPaths.transferImport(id), { look }), { replace: true, preventScrollReset: true });
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [id, navigate]);
  return (
    <>
      <output className="block text-lead">
        It is being moved in. This page shows when it is done; you may leave it meanwhile.
      </output>
      <noscript>
        <p className="mt-6">
          <a className="button" href={withQuery(ownerPaths.transferImport(id), { look: 2 })}>
            Look again
          </a>
        </p>
      </noscript>
    </>
  );
}

function Plan({ preview }: { preview: ImportPreview }) {
  const { counts, choices, items, total, page } = preview;
  const path = ownerPaths.transferImport(preview.import.id);
  return (
    <>
      <Choices preview={preview} />
      <p className="mt-8 text-lead">{planInWords(counts)}</p>
      {counts.missing > 0 && (
        <p className="mt-2 max-w-[60ch] text-small text-ink-soft">
          Pictures that are missing become links to their old address. To have them, send one ZIP with the export and
          the folder of uploads.
        </p>
      )}
      {preview.notes.map(note => (
        <p key={note} className="mt-2 max-w-[60ch] text-small text-ink-soft">
          {note}
        </p>
      ))}
      <Decision preview={preview} />
      {items.length > 0 && (
        <div className="mt-10">
          <PlannedTable items={items} />
        </div>
      )}
      <Pager
        page={page}
        pageSize={PREVIEW_SIZE}
        total={total}
        hrefOf={number => withQuery(path, { ...choices, page: number })}
      />
      <Skipped preview={preview} />
    </>
  );
}

function planInWords({ new: made, present, refused, pictures, missing }: ImportPreview['counts']): string {
  const parts = [
    `${postsInWords(made)} will be made`,
    ...(pictures + missing > 0 ? [`${pictures} of ${pictures + missing} pictures are in the archive`] : []),
    ...(present > 0 ? [`${present} ${present === 1 ? 'is' : 'are'} here already`] : []),
    ...(refused > 0 ? [`${refused} cannot be moved in`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function Decision({ preview }: { preview: ImportPreview }) {
  const navigation = useNavigation();
  const sending = navigation.formData !== undefined;
  const { counts, choices } = preview;
  return (
    <div className="mt-6 flex flex-wrap gap-4">
      {counts.new > 0 && (
        <Form method="post">
          <input type="hidden" name="intent" value="run" />
          <input type="hidden" name="standing" value={choices.standing} />
          <input type="hidden" name="authors" value={choices.authors} />
          <button type="submit" className="button button-primary" disabled={sending}>
            Move {postsInWords(counts.new)} in
          </button>
        </Form>
      )}
      <Form method="post">
        <input type="hidden" name="intent" value="forget" />
        <button type="submit" className="button" disabled={sending}>
          Forget this archive
        </button>
      </Form>
    </div>
  );
}

function Skipped({ preview }: { preview: ImportPreview }) {
  const { skipped, skippedTotal } = preview;
  if (skippedTotal === 0) return null;
  return (
    <details className="mt-10 border-t border-rule pt-4">
      <summary className="min-h-11 cursor-pointer content-center font-display font-semibold">
        {skippedTotal} {skippedTotal === 1 ? 'entry is' : 'entries are'} passed over
      </summary>
      <ul className="text-small">
        {skipped.map(({ name, reason }, index) => (
          <li key={`${index}-${name}`} className="py-1 [overflow-wrap:anywhere]">
            {name} <span className="meta">{reason}</span>
          </li>
        ))}
      </ul>
      {skippedTotal > skipped.length && <p className="meta">And {skippedTotal - skipped.length} more.</p>}
    </details>
  );
}
