import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { textField, useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { Pagination } from '#ui/Pagination.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { DeleteItem, RowMenu } from '#ui/table/RowMenu.tsx';
import { EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import type { UrlQuery } from '#ui/use-url-fields.ts';
import type { OwnComment } from '../contract/schemas.ts';
import { ownCommentColumns, ownCommentFilters } from './comment-columns.tsx';

interface OwnCommentsProps {
  list: { items: OwnComment[]; total: number; page: number; pageSize: number };
  query: UrlQuery;
}

export function OwnCommentsTable({ list: { items, total, page, pageSize }, query }: OwnCommentsProps) {
  const { onSubmit, dialog } = useConfirmedSubmit(data => {
    const comment = items.find(({ id }) => String(id) === textField(data, 'comment'));
    return {
      title: `Delete your comment on “${comment?.subject.title}”?`,
      description: 'You can’t undo this.',
      confirmLabel: 'Delete my comment',
    };
  });
  return (
    <>
      <TableToolbar path={dashboardPaths.comments} query={query} filters={ownCommentFilters} />
      <TableSummary path={dashboardPaths.comments} query={query} total={total} noun={['comment', 'comments']} />
      {total === 0 && (
        <EmptyState title={query.state ? 'None of yours is in that state.' : 'You have not commented yet.'}>
          {!query.state && 'What you say below posts and projects is listed here, with whether it is published.'}
        </EmptyState>
      )}
      {total > 0 && items.length === 0 && <EmptyState title="The list ends before this page." />}
      {items.length > 0 && (
        <DataTable
          caption="Your comments"
          columns={ownCommentColumns}
          rows={items}
          getRowId={comment => String(comment.id)}
          getRowLabel={comment => `the comment on ${comment.subject.title}`}
          renderActions={comment => (
            <RowMenu id={`own-${comment.id}`} label={`Actions for your comment on ${comment.subject.title}`}>
              <DeleteItem fields={{ do: 'delete', comment: comment.id }} onSubmit={onSubmit} />
            </RowMenu>
          )}
        />
      )}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(({ id }) => id)}
        hrefOf={(number, cursor) => toTableUrl(dashboardPaths.comments, query, undefined, number, cursor)}
      />
      {dialog}
    </>
  );
}
