import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import Flag from 'lucide-react/icons/flag';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash';
import type { FormEventHandler } from 'react';
import { Form } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { BulkActions } from '#ui/table/BulkActions.tsx';
import { useColumnVisibility } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { menuItemClass, RowMenu } from '#ui/table/RowMenu.tsx';
import { type RowActionConfig, RowActionNotice, type RowActionResult, useRowActions } from '#ui/table/row-actions.tsx';
import { useSelection } from '#ui/table/selection.ts';
import { EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import type { UrlQuery } from '#ui/use-url-fields.ts';
import type { ModerationAction, ModeratedComment } from '../contract/schemas.ts';
import {
  moderationActionLabels,
  parseModerationAction,
  decisions,
  listModerationActions,
  formatModerationResult,
  findUndoAction,
} from '../rules/moderation.ts';
import { moderationColumns, moderationFilterOptions, moderationSortOptions } from './comment-columns.tsx';

const changes: RowActionConfig<ModerationAction, number> = {
  changeOf: parseModerationAction,
  labels: moderationActionLabels,
  keyOf: String,
  formatResult: (decision, changed) => formatModerationResult(decision, changed.length),
  getUndoAction: findUndoAction,
};

const icons: Readonly<Record<ModerationAction, LucideIcon>> = {
  approve: Check,
  unpublish: CircleSlash,
  remove: Trash2,
  mark_spam: Ban,
  restore: RotateCcw,
  dismiss_reports: Flag,
};

const decisionOptions = decisions.map(decision => ({ value: decision, label: moderationActionLabels[decision] }));

interface ModerationProps {
  list: { items: ModeratedComment[]; total: number; page: number; pageSize: number };
  query: UrlQuery;
  result: RowActionResult<ModerationAction, number>;
}

/** All comments with their moderation actions; comments to review come first. */
export function ModerationTable({ list, query, result }: ModerationProps) {
  const { items, total, page, pageSize } = list;
  const selection = useSelection(
    'bulk',
    'comment',
    items.map(({ id }) => String(id)),
  );
  const { visibleColumns, columnPicker } = useColumnVisibility('comments', moderationColumns);
  const { onSubmit } = useRowActions(changes, selection, result);
  const narrowed = Boolean(query.search || query.state);
  return (
    <>
      <TableToolbar
        path={dashboardPaths.comments}
        query={query}
        searchLabel="Text, name or e-mail"
        filters={moderationFilterOptions}
        sorts={moderationSortOptions}
      >
        {columnPicker}
      </TableToolbar>
      <TableSummary path={dashboardPaths.comments} query={query} total={total} noun={['comment', 'comments']} />
      <RowActionNotice result={result} />
      {total === 0 && (
        <EmptyState title={narrowed ? 'No comment matches that.' : 'Nobody has commented yet.'}>
          {narrowed
            ? 'Try another word, or fewer filters.'
            : 'What people say below your posts and projects comes here. Somebody’s first comment waits for you.'}
        </EmptyState>
      )}
      {total > 0 && items.length === 0 && <EmptyState title="The list ends before this page." />}
      {items.length > 0 && (
        <>
          <DataTable
            caption="Comments"
            columns={visibleColumns}
            rows={items}
            getRowId={comment => String(comment.id)}
            getRowLabel={comment => `the comment by ${nameOf(comment)}`}
            sort={query.sort ?? 'pending_first'}
            getSortUrl={sort => toTableUrl(dashboardPaths.comments, { ...query, sort }, 'pending_first')}
            selection={selection}
            renderActions={comment => <ModerationMenu comment={comment} onSubmit={onSubmit} />}
          />
          <BulkActions
            form={selection.form}
            selectedCount={selection.selectedKeys.size}
            options={decisionOptions}
            defaultAction="approve"
            onSubmit={onSubmit}
          />
        </>
      )}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(({ id }) => id)}
        hrefOf={(number, cursor) => toTableUrl(dashboardPaths.comments, query, 'pending_first', number, cursor)}
      />
    </>
  );
}

const nameOf = ({ author }: ModeratedComment) => author?.name ?? 'a deleted account';

function ModerationMenu({
  comment,
  onSubmit,
}: {
  comment: ModeratedComment;
  onSubmit: FormEventHandler<HTMLFormElement>;
}) {
  const possible = listModerationActions({ state: comment.state, reports: comment.reports.length });
  return (
    <RowMenu id={`comment-${comment.id}-menu`} label={`Actions for the comment by ${nameOf(comment)}`}>
      <Form method="post" preventScrollReset onSubmit={onSubmit}>
        <input type="hidden" name="comment" value={comment.id} />
        {possible.map(decision => {
          const Icon = icons[decision];
          return (
            <button key={decision} type="submit" name="do" value={decision} className={menuItemClass}>
              <Icon className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" />
              {moderationActionLabels[decision]}
            </button>
          );
        })}
      </Form>
    </RowMenu>
  );
}
