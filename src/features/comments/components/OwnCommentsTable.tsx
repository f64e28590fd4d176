import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { textField, useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { Pager } from '#ui/Pagination.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { DeleteItem, RowMenu } from '#ui/table/RowMenu.tsx';
import { TableEmpty, tableHref, TableStatus, TableTools } from '#ui/table/TableToolbar.tsx';
import type { AddressQuery } from '#ui/use-url-fields.ts';
import type { OwnComment } from '../contract/schemas.ts';
import { ownColumns, ownFilters } from './CommentColumns.tsx';

interface OwnCommentsProps {
  list: { items: OwnComment[]; total: number; page: number; pageSize: number };
  query: AddressQuery;
}

/** What a member has written, and whether it is published. */
export function OwnComments({ list: { items, total, page, pageSize }, query }: OwnCommentsProps) {
  const { onSubmit, dialog } = useConfirmedSubmit(data => {
    const comment = items.find(({ id }) => String(id) === textField(data, 'comment'));
    return {
      title: `Delete your comment on “${comment?.subject.title}”?`,
      text: 'You can’t undo this.',
      yes: 'Delete my comment',
    };
  });
  return (
    <>
      <TableTools path={dashboardPaths.comments} query={query} filters={ownFilters} />
      <TableStatus path={dashboardPaths.comments} query={query} total={total} noun={['comment', 'comments']} />
      {total === 0 && (
        <TableEmpty title={query.state ? 'None of yours is in that state.' : 'You have not commented yet.'}>
          {!query.state && 'What you say below posts and projects is listed here, with whether it is published.'}
        </TableEmpty>
      )}
      {total > 0 && items.length === 0 && <TableEmpty title="The list ends before this page." />}
      {items.length > 0 && (
        <DataTable
          caption="Your comments"
          columns={ownColumns}
          rows={items}
          keyOf={comment => String(comment.id)}
          labelOf={comment => `the comment on ${comment.subject.title}`}
          renderActions={comment => (
            <RowMenu id={`own-${comment.id}`} label={`Actions for your comment on ${comment.subject.title}`}>
              <DeleteItem fields={{ do: 'delete', comment: comment.id }} onSubmit={onSubmit} />
            </RowMenu>
          )}
        />
      )}
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(({ id }) => id)}
        hrefOf={(number, cursor) => tableHref(dashboardPaths.comments, query, undefined, number, cursor)}
      />
      {dialog}
    </>
  );
}
