import { Plus } from 'lucide-react';
import { Form, Link, useActionData, useLoaderData } from 'react-router';
import { BulkChanges } from '#features/publishing/components/BulkChanges.tsx';
import {
  statusFilter,
  WrittenMenu,
  writtenColumns,
  writtenSorts,
} from '#features/publishing/components/WritersList.tsx';
import { useWrittenChanges } from '#features/publishing/components/WrittenChanges.tsx';
import { changeTexts } from '#features/publishing/rules/bulk.ts';
import { type Change, changeOf, doneSentence } from '#features/publishing/rules/changes.ts';
import { listQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { Pager } from '#ui/Pager.tsx';
import { useColumnChoice } from '#ui/table/ColumnChoice.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { TableEmpty, tableHref, TableStatus, TableTools } from '#ui/table/TableTools.tsx';
import { useSelection } from '#ui/table/selection.ts';
import { WorkPage } from '#ui/WorkPage.tsx';
import { postCategories } from '../contract/categories.ts';
import { lineOf } from '../rules/lines.ts';

const KEYS = ['search', 'status', 'category', 'whose', 'sort', 'page'];

export const loader = pageLoader(async ({ api, search }) => {
  const { page: _page, ...query } = listQuery(search, KEYS);
  const [list, { role }] = await Promise.all([api.blog.mine(listQuery(search, KEYS)), api.profiles.mine()]);
  return { ...list, query, role, did: changeOf(search.get('did')), count: Number(search.get('count')) || 0 };
});

export const action = pageAction(async ({ api, search, form, all, leaveWithoutScript }) => {
  const outcome = await changeTexts(form.get('do'), all('text'), 'post', (change, key) => carryOut(api, change, key));
  const { change: did, changed } = outcome;
  if (did) leaveWithoutScript(withQuery(paths.myBlogs, { ...listQuery(search, KEYS), did, count: changed.length }));
  return outcome;
});

function carryOut(api: Api, change: Change, key: string): Promise<unknown> {
  const id = Number(key);
  if (change === 'delete') return api.blog.remove({ id });
  if (change === 'restore') return api.blog.restore({ id });
  return api.blog.move({ id, move: change });
}

const ownerFilter = {
  name: 'whose',
  label: 'Writer',
  any: 'Anybody',
  options: [
    { value: 'mine', label: 'Me' },
    { value: 'others', label: 'Others' },
  ],
};
const categoryFilter = {
  name: 'category',
  label: 'Category',
  any: 'Any category',
  options: postCategories.map(name => ({ value: name, label: name })),
};

/** One's own posts; for the owner everybody's. */
export function Component() {
  const { items, total, page, pageSize, query, role, did, count } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const isOwner = role === 'owner';
  const lines = items.map(item => lineOf(item, role));
  const selection = useSelection(
    'bulk',
    'text',
    lines.map(line => line.key),
  );
  const { shown, choice } = useColumnChoice(isOwner ? 'posts-of-all' : 'posts', writtenColumns(isOwner));
  const change = useWrittenChanges(lines, selection, result, 'post');
  const narrowed = Object.keys(query).some(key => key !== 'sort');
  return (
    <WorkPage
      title={isOwner ? 'Posts' : 'My posts'}
      intro={
        isOwner
          ? 'Everybody’s posts. What others submit waits here for you.'
          : role === 'member'
            ? 'What you write is yours alone until you submit it and the owner publishes it.'
            : undefined
      }
      aside={
        <Link className="button button-primary" to={paths.addBlog}>
          <Plus className="size-4" aria-hidden="true" /> Write a post
        </Link>
      }
    >
      {(total > 0 || narrowed) && (
        <>
          <TableTools
            path={paths.myBlogs}
            query={query}
            searchLabel="Title"
            filters={isOwner ? [statusFilter, categoryFilter, ownerFilter] : [statusFilter, categoryFilter]}
            sorts={writtenSorts}
          >
            {choice}
          </TableTools>
          <TableStatus path={paths.myBlogs} query={query} total={total} noun={['post', 'posts']} />
        </>
      )}
      <Outcome result={result} did={did} count={count} />
      {total === 0 && narrowed && (
        <TableEmpty title="No post matches that.">Try other words, or fewer filters.</TableEmpty>
      )}
      {total === 0 && !narrowed && <NothingYet />}
      {total > 0 && items.length === 0 && <TableEmpty title="The list ends before this page." />}
      {items.length > 0 && (
        <>
          <DataTable
            caption="Posts"
            columns={shown}
            rows={lines}
            keyOf={line => line.key}
            labelOf={line => line.title || 'Untitled'}
            sort={query.sort ?? 'changed'}
            hrefOfSort={sort => tableHref(paths.myBlogs, { ...query, sort }, 'changed')}
            selection={selection}
            renderActions={line => <WrittenMenu line={line} onSubmit={change.onSubmit} />}
          />
          <BulkChanges
            form={selection.form}
            chosen={selection.chosen.size}
            deleted={query.status === 'deleted'}
            onSubmit={change.onSubmit}
          />
        </>
      )}
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        hrefOf={number => tableHref(paths.myBlogs, query, 'changed', number)}
      />
      {change.dialog}
    </WorkPage>
  );
}

function NothingYet() {
  return (
    <div className="border-t border-rule py-14">
      <p className="text-lead">Nothing is written yet.</p>
      <p className="mt-2 max-w-[56ch] text-ink-soft">
        A post begins as a draft, which nobody else sees. It is saved while you write.
      </p>
      <Form action={paths.addBlog} className="mt-7">
        <button type="submit" className="button button-primary">
          Write the first post
        </button>
      </Form>
    </div>
  );
}

interface OutcomeProps {
  result: ReturnType<typeof useActionData<typeof action>>;
  did: Change | undefined;
  count: number;
}

/** Tells above the table what came of a form that was sent without script, and what was refused in any case. */
function Outcome({ result, did, count }: OutcomeProps) {
  const refused = result && ('failed' in result ? result.failed.message : result.done.refused);
  if (refused) {
    return (
      <p role="alert" className="mb-4 border-l-2 border-danger pl-4 text-small">
        {refused}
      </p>
    );
  }
  if (!did || result) return null;
  return (
    <output className="mb-4 block border-l-2 border-accent pl-4 text-small">{doneSentence(did, count, 'post')}</output>
  );
}
