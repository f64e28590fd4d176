import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { textField, useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { DeleteItem, RowMenu } from '#ui/table/RowMenu.tsx';
import { TableList } from '#ui/table/TableList.tsx';
import type { UrlQuery } from '#ui/use-url-fields.ts';
import type { OwnComment } from '../contract/schemas.ts';
import { ownCommentColumns, ownCommentFilters } from './comment-columns.tsx';

interface OwnCommentsProps {
  list: { items: OwnComment[]; total: number; page: number; pageSize: number };
  query: UrlQuery;
}

export function OwnCommentsTable({ list, query }: OwnCommentsProps) {
  const { onSubmit, dialog } = useConfirmedSubmit(data => {
    const comment = list.items.find(({ id }) => String(id) === textField(data, 'comment'));
    return {
      title: `Delete your comment on “${comment?.subject.title}”?`,
      description: 'You can’t undo this.',
      confirmLabel: 'Delete comment',
    };
  });
  return (
    <>
      <TableList
        path={dashboardPaths.comments}
        query={query}
        list={list}
        noun={['comment', 'comments']}
        caption="Your comments"
        columns={ownCommentColumns}
        getKey={({ id }) => id}
        getRowLabel={comment => `the comment on ${comment.subject.title}`}
        filters={ownCommentFilters}
        empty={{
          title: 'You haven’t commented yet.',
          text: 'Your comments on posts and projects appear here, with their status.',
        }}
        noMatch={{ title: 'No comments with this status.' }}
        renderActions={comment => (
          <RowMenu id={`own-${comment.id}`} label={`Actions for your comment on ${comment.subject.title}`}>
            <DeleteItem fields={{ comment: comment.id }} onSubmit={onSubmit} />
          </RowMenu>
        )}
      />
      {dialog}
    </>
  );
}
