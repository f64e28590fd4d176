import { redirect, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { RevisionHistory } from '../components/RevisionHistory.tsx';
import type { EditingClient } from '../contract/editing-client.ts';

type RevisedDraft<Content> = Content & {
  readonly id: number | string;
  readonly title: string;
  readonly version: number;
};

interface RevisionsOptions<Draft extends RevisedDraft<Content>, Content> {
  readonly noun: 'post' | 'project';
  readonly clientOf: (
    api: Api,
  ) => Pick<
    EditingClient<unknown, Draft, Content, never>,
    'getDraft' | 'getRevision' | 'listRevisions' | 'restoreRevision'
  >;
  readonly path: (id: Draft['id']) => string;
  readonly editPath: (id: Draft['id']) => string;
  /** Returns what to compare. */
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
    return (
      <RevisionHistory
        noun={noun}
        title={draft.title}
        version={draft.version}
        items={items}
        chosen={revision?.id}
        before={revision ? toText(revision.content) : ''}
        now={toText(draft)}
        path={path(draft.id)}
        editPath={editPath(draft.id)}
        result={useActionData<typeof action>()}
      />
    );
  }

  return { loader, action, Component };
}
