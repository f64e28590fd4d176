import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useSession } from '#features/auth/browser.ts';
import { type LikeTarget, LikeButton } from '#features/likes/browser.ts';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { useTimeZone } from '#ui/DateTime.tsx';
import { toast } from '#ui/toast.ts';
import type { CommentPage, OwnComment, Reply } from '../contract/schemas.ts';
import { CommentForm } from './CommentForm.tsx';
import { commentActionClass, CommentItem } from './CommentItem.tsx';
import { type CommentViewer, InteractiveComment } from './InteractiveComment.tsx';

/** Page with comments. */
export type CommentedPage = LikeTarget & {
  /** Path of the page. */
  readonly path: string;
  readonly likes: number;
};

interface CommentSectionProps {
  subject: CommentedPage;
  comments: CommentPage;
}

const ignore = () => {};
const subscribe = () => ignore;

/** Comments on a post or project, with a form. The server renders the same HTML for everyone, so it can be cached. */
export function CommentSection({ subject, comments: initial }: CommentSectionProps) {
  const isLive = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  const { conversation, own: ownComments, refresh, send } = useComments(subject, initial);
  const { state } = useSession();
  const section = useRestoredFocus();

  const timeZone = useTimeZone();
  const reader: CommentViewer = {
    isOwner: state.user?.role === 'owner',
    ownComments,
    areCommentsOpen: conversation.isOpen,
    refresh,
  };
  const { items, total, page, pageSize, commentCount, isOpen } = conversation;
  const draftKey = `comment ${subject.kind} ${subject.id}`;

  const show = (comment: Reply, threadId: number, replies?: ReactNode) => {
    if (state.status !== 'signed_in') {
      return (
        <CommentItem key={comment.id} comment={comment} timeZone={timeZone}>
          {replies}
        </CommentItem>
      );
    }
    return (
      <InteractiveComment
        key={comment.id}
        comment={comment}
        timeZone={timeZone}
        reader={reader}
        onReply={(body, idempotencyKey) => send(body, idempotencyKey, threadId)}
        draftKey={`${draftKey} ${threadId}`}
      >
        {replies}
      </InteractiveComment>
    );
  };
  const pending = [...ownComments.values()].filter(({ state: itsState }) => itsState === 'pending').toReversed();
  const asReply = (comment: OwnComment): Reply => ({
    ...comment,
    pending: comment.state === 'pending',
    author: state.user && { name: state.user.name, designation: '', avatar: state.user.avatar },
  });
  return (
    <section ref={section} id="comments" aria-label="Comments" className="mt-14 max-w-[42rem]">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-h4">
          {commentCount === 0
            ? isOpen
              ? 'No comments yet'
              : 'No comments'
            : `${commentCount} ${commentCount === 1 ? 'comment' : 'comments'}`}
        </h2>
        <LikeButton target={subject} likes={subject.likes} />
      </div>
      <ul className="mt-4 [overflow-wrap:anywhere]">
        {items.map(thread => {
          const replies = [...thread.replies, ...pending.filter(({ parentId }) => parentId === thread.id).map(asReply)];
          return show(thread, thread.id, replies.length > 0 && <ul>{replies.map(reply => show(reply, thread.id))}</ul>);
        })}
        {pending.filter(({ parentId }) => parentId === null).map(comment => show(asReply(comment), comment.id))}
      </ul>
      <CommentPagination path={subject.path} page={page} pages={Math.ceil(total / pageSize)} />
      {!isOpen && <p className="mt-4 text-small text-ink-soft">Comments are closed.</p>}
      {isOpen && (!isLive || state.status === 'loading') && (
        <a className="button no-print mt-4" rel="nofollow" href={paths.noScriptComment(subject.kind, subject.id)}>
          Write a comment
        </a>
      )}
      {isOpen && isLive && state.status === 'signed_out' && (
        <Link className="button no-print mt-4" to={withQuery(paths.login, { next: subject.path })}>
          Sign in to comment
        </Link>
      )}
      {isOpen && state.status === 'signed_in' && (
        <CommentForm
          label="Your comment"
          submitLabel="Post comment"
          draftKey={draftKey}
          onSend={(body, idempotencyKey) => send(body, idempotencyKey)}
        />
      )}
    </section>
  );
}

/** Restores focus to the same control after the server's HTML has been replaced. */
function useRestoredFocus() {
  const section = useRef<HTMLElement>(null);
  const [name] = useState(() => {
    const focused = globalThis.document?.activeElement;
    return focused?.closest('#comments') ? (focused.getAttribute('name') ?? 'body') : undefined;
  });
  useEffect(() => {
    if (name) section.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }, [name]);
  return section;
}

const listOwn = ({ comments }: Api, subject: LikeTarget) =>
  comments.listOwnComments({
    ...(subject.kind === 'post' ? { postId: subject.id } : { projectId: subject.id }),
    pageSize: 50,
  });

const byId = ({ items }: { items: OwnComment[] }) => new Map(items.map(comment => [comment.id, comment]));

/** Loads the public comments and the reader's own, and returns actions to add more. */
function useComments(subject: CommentedPage, initial: CommentPage) {
  const api = useLazyApi();
  const { state } = useSession();
  const userId = state.user?.id;
  const [conversation, setConversation] = useState(initial);
  const [own, setOwn] = useState<ReadonlyMap<number, OwnComment>>(new Map());

  const { page, pageSize } = initial;
  const requestOwn = useEffectEvent(() => listOwn(api(), subject));
  useEffect(() => {
    // If the reader's own comments can't be loaded, still show the public ones.
    if (userId) requestOwn().then(mine => setOwn(byId(mine)), ignore);
  }, [userId]);

  // Runs after a change was made: a list that can't be loaded again is not an error of the change.
  const refresh = async () => {
    const { comments } = api();
    const publicPage =
      subject.kind === 'post'
        ? comments.listPostComments({ id: subject.id, page, pageSize })
        : comments.listProjectComments({ id: subject.id, page, pageSize });
    await Promise.all([
      publicPage.then(setConversation, ignore),
      listOwn(api(), subject).then(mine => setOwn(byId(mine)), ignore),
    ]);
  };

  const send = async (body: string, idempotencyKey: string, parentId?: number) => {
    const input = { body, idempotencyKey, ...(parentId === undefined ? {} : { parentId }) };
    const { comments } = api();
    const comment = await (subject.kind === 'post'
      ? comments.addReview({ id: subject.id, ...input })
      : comments.addProjectComment({ id: subject.id, ...input }));
    toast.success(
      comment.state === 'pending' ? 'Comment submitted. It appears once it’s approved.' : 'Comment published',
    );
    await refresh();
  };
  return { conversation, own, refresh, send };
}

/** Links to the previous and next page of a long conversation. */
function CommentPagination({ path, page, pages }: { path: string; page: number; pages: number }) {
  if (pages <= 1) return null;
  const to = (number: number) => `${withQuery(path, { page: number })}#comments`;
  return (
    <nav aria-label="Comment pages" className="flex flex-wrap items-center gap-x-6 border-t border-rule">
      {page > 1 && (
        <Link className={`${commentActionClass} inline-flex items-center`} to={to(page - 1)}>
          Older comments
        </Link>
      )}
      {page < pages && (
        <Link className={`${commentActionClass} inline-flex items-center`} to={to(page + 1)}>
          Newer comments
        </Link>
      )}
    </nav>
  );
}
