import { DateTime, LocalDateTime } from '#ui/DateTime.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { type Column, sortDescendingFirst, sortOptions } from '#ui/table/column.ts';
import { Badge } from '#ui/Badge.tsx';
import type { CommentState, ModeratedComment, OwnComment, CommentSubject } from '../contract/schemas.ts';
import { commentPath } from '../rules/comment-path.ts';
import { CommentText } from './CommentText.tsx';

const stateNames: Readonly<Record<CommentState, string>> = {
  pending: 'Pending approval',
  published: 'Published',
  removed: 'Removed',
  spam: 'Spam',
};

/** Post or project of the comment, linked if it is public. */
function SubjectLink({ subject, id, shown }: { subject: CommentSubject; id: number; shown: boolean }) {
  if (subject.path === null) return subject.title;
  return (
    <a className="link" href={shown ? commentPath(subject.path, id) : subject.path}>
      {subject.title}
    </a>
  );
}

function State({ state }: { state: CommentState }) {
  const tone = state === 'pending' ? 'active' : state === 'published' ? 'success' : 'muted';
  return <Badge tone={tone}>{stateNames[state]}</Badge>;
}

function Reports({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  const quoted = reasons.filter(Boolean).map(reason => `“${reason}”`);
  return (
    <span className="mt-1 block text-danger">
      Reported {reasons.length === 1 ? 'once' : `${reasons.length} times`}
      {quoted.length > 0 && `: ${quoted.join(', ')}`}
    </span>
  );
}

const aboutColumn: Column<Pick<OwnComment, 'id' | 'subject'> & { readonly state: CommentState }> = {
  id: 'about',
  label: 'Post or project',
  renderCell: ({ subject, id, state }) => <SubjectLink subject={subject} id={id} shown={state === 'published'} />,
};

/** Columns of the owner's table. */
export const moderationColumns: readonly Column<ModeratedComment>[] = [
  {
    id: 'comment',
    label: 'Comment',
    isAlwaysVisible: true,
    renderCell: ({ author, body, isReply }) => (
      <span className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-1 [overflow-wrap:anywhere] @3xl:max-w-[34rem]">
        <span className="@3xl:row-span-2">
          <Avatar name={author?.name ?? '–'} picture={author?.avatar ?? null} />
        </span>
        <span>
          <span className="block font-display font-semibold">
            {author?.name ?? 'Deleted account'} {isReply && <span className="hint">replied</span>}
          </span>
          {author?.email && <span className="meta block">{author.email}</span>}
        </span>
        {/* On a card, the text uses the full width below the checkbox and the menu. */}
        <span className="col-span-2 -mr-12 -ml-9 pt-3 @3xl:col-span-1 @3xl:col-start-2 @3xl:m-0 @3xl:pt-0">
          <CommentText body={body} />
        </span>
      </span>
    ),
  },
  aboutColumn,
  {
    id: 'state',
    label: 'Status',
    renderCell: ({ state, reports }) => (
      <>
        <State state={state} />
        <Reports reasons={reports} />
      </>
    ),
  },
  {
    id: 'written',
    label: 'Date',
    sorts: sortDescendingFirst('newest', 'oldest'),
    renderCell: ({ createdAt, editedAt }) => (
      <span className="meta whitespace-nowrap text-ink-soft">
        <LocalDateTime instant={createdAt} />
        {editedAt && ', edited'}
      </span>
    ),
  },
];

/** Columns of a member's own comments. */
export const ownCommentColumns: readonly Column<OwnComment>[] = [
  {
    id: 'comment',
    label: 'Comment',
    isAlwaysVisible: true,
    renderCell: ({ body }) => (
      <span className="block [overflow-wrap:anywhere] @3xl:max-w-[34rem]">
        <CommentText body={body} />
      </span>
    ),
  },
  aboutColumn,
  {
    id: 'state',
    label: 'Status',
    renderCell: ({ state }) => <State state={state} />,
  },
  {
    id: 'written',
    label: 'Date',
    renderCell: ({ createdAt }) => <DateTime instant={createdAt} />,
  },
];

export const moderationFilterOptions = [
  {
    name: 'state',
    label: 'Status',
    allLabel: 'All statuses',
    options: [
      { value: 'needs_review', label: 'Needs review' },
      { value: 'pending', label: 'Pending' },
      { value: 'reported', label: 'Reported' },
      { value: 'published', label: 'Published' },
      { value: 'removed', label: 'Removed' },
      { value: 'spam', label: 'Spam' },
    ],
  },
];

export const moderationSortOptions = [{ value: 'pending_first', label: 'Needs review first' }, ...sortOptions.time];

export const ownCommentFilters = [
  {
    name: 'state',
    label: 'Status',
    allLabel: 'All statuses',
    options: [
      { value: 'pending', label: 'Pending approval' },
      { value: 'published', label: 'Published' },
      { value: 'removed', label: 'Removed' },
    ],
  },
];
