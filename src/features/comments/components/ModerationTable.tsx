import { Ban, Check, CircleSlash, Flag, type LucideIcon, RotateCcw, Trash2 } from 'lucide-react';
import type { FormEventHandler } from 'react';
import { Form } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { BulkActions } from '#ui/table/BulkActions.tsx';
import { useColumnChoice } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { menuItem, RowMenu } from '#ui/table/RowMenu.tsx';
import { type RowChanges, RowOutcome, type RowResult, useRowChanges } from '#ui/table/row-actions.tsx';
import { useSelection } from '#ui/table/selection.ts';
import { TableEmpty, tableHref, TableStatus, TableTools } from '#ui/table/TableToolbar.tsx';
import { Pager } from '#ui/Pagination.tsx';
import type { AddressQuery } from '#ui/use-url-fields.ts';
import type { Decision, ModeratedComment } from '../contract/schemas.ts';
import { decisionLabels, decisionOf, decisions, decisionsFor, doneSentence, undoOf } from '../rules/moderation.ts';
import { moderationColumns, moderationFilters, moderationSortOptions } from './CommentColumns.tsx';

const changes: RowChanges<Decision, number> = {
  changeOf: decisionOf,
  labels: decisionLabels,
  keyOf: String,
  sentence: (decision, changed) => doneSentence(decision, changed.length),
  undoOf,
};

const icons: Readonly<Record<Decision, LucideIcon>> = {
  approve: Check,
  hold: CircleSlash,
  remove: Trash2,
  spam: Ban,
  restore: RotateCcw,
  'dismiss-reports': Flag,
};

const decisionOptions = decisions.map(decision => ({ value: decision, label: decisionLabels[decision] }));

interface ModerationProps {
  list: { items: ModeratedComment[]; total: number; page: number; pageSize: number };
  query: AddressQuery;
  result: RowResult<Decision, number>;
  /** What was done by a form that was sent without script, and to how many. */
  did: Decision | undefined;
  count: number;
}

/** All comments for the owner, with what can be decided about them; what waits stands on top. */
export function Moderation({ list, query, result, did, count }: ModerationProps) {
  const { items, total, page, pageSize } = list;
  const selection = useSelection(
    'bulk',
    'comment',
    items.map(({ id }) => String(id)),
  );
  const { shown, choice } = useColumnChoice('comments', moderationColumns);
  const { onSubmit } = useRowChanges(changes, selection, result);
  const narrowed = Boolean(query.search || query.state);
  return (
    <>
      <TableTools
        path={dashboardPaths.comments}
        query={query}
        searchLabel="Text, name or e-mail"
        filters={moderationFilters}
        sorts={moderationSortOptions}
      >
        {choice}
      </TableTools>
      <TableStatus path={dashboardPaths.comments} query={query} total={total} noun={['comment', 'comments']} />
      <RowOutcome result={result} done={did && doneSentence(did, count)} />
      {total === 0 && (
        <TableEmpty title={narrowed ? 'No comment matches that.' : 'Nobody has commented yet.'}>
          {narrowed
            ? 'Try another word, or fewer filters.'
            : 'What people say below your posts and projects comes here. Somebody’s first comment waits for you.'}
        </TableEmpty>
      )}
      {total > 0 && items.length === 0 && <TableEmpty title="The list ends before this page." />}
      {items.length > 0 && (
        <>
          <DataTable
            caption="Comments"
            columns={shown}
            rows={items}
            keyOf={comment => String(comment.id)}
            labelOf={comment => `the comment by ${nameOf(comment)}`}
            sort={query.sort ?? 'waiting'}
            hrefOfSort={sort => tableHref(dashboardPaths.comments, { ...query, sort }, 'waiting')}
            selection={selection}
            renderActions={comment => <DecisionMenu comment={comment} onSubmit={onSubmit} />}
          />
          <BulkActions
            form={selection.form}
            chosen={selection.chosen.size}
            options={decisionOptions}
            first="approve"
            onSubmit={onSubmit}
          />
        </>
      )}
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(({ id }) => id)}
        hrefOf={(number, cursor) => tableHref(dashboardPaths.comments, query, 'waiting', number, cursor)}
      />
    </>
  );
}

const nameOf = ({ author }: ModeratedComment) => author?.name ?? 'a deleted account';

function DecisionMenu({
  comment,
  onSubmit,
}: {
  comment: ModeratedComment;
  onSubmit: FormEventHandler<HTMLFormElement>;
}) {
  const possible = decisionsFor({ state: comment.state, reports: comment.reports.length });
  return (
    <RowMenu id={`comment-${comment.id}-menu`} label={`Actions for the comment by ${nameOf(comment)}`}>
      <Form method="post" preventScrollReset onSubmit={onSubmit}>
        <input type="hidden" name="comment" value={comment.id} />
        {possible.map(decision => {
          const Icon = icons[decision];
          return (
            <button key={decision} type="submit" name="do" value={decision} className={menuItem}>
              <Icon className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" />
              {decisionLabels[decision]}
            </button>
          );
        })}
      </Form>
    </RowMenu>
  );
}
