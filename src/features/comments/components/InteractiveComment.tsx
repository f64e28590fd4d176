import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { ApiError, ERROR_STATUS } from '#shared/errors.ts';
import { toast } from '#ui/toast.ts';
import { toFormError, useAsyncAction } from '#ui/use-async-action.ts';
import { MAX_REPORT_REASON_LENGTH } from '../contract/limits.ts';
import type { OwnComment, Reply } from '../contract/schemas.ts';
import { CommentForm } from './CommentForm.tsx';
import { commentActionClass, CommentItem } from './CommentItem.tsx';

/** The reader, as far as it decides which actions are available. */
export interface CommentViewer {
  readonly isOwner: boolean;
  /** Own comments by id, once loaded. */
  readonly ownComments: ReadonlyMap<number, OwnComment>;
  /** Whether comments are open here. */
  readonly areCommentsOpen: boolean;
  /** Reloads the comments. */
  readonly refresh: () => Promise<void>;
}

interface CommentProps {
  comment: Reply;
  timeZone: string;
  reader: CommentViewer;
  /** Sends a reply. */
  onReply: (body: string, idempotencyKey: string) => Promise<void>;
  draftKey: string;
  children?: ReactNode;
}

type Panel = 'reply' | 'edit' | 'delete' | 'report';

export function InteractiveComment({ comment, timeZone, reader, onReply, draftKey, children }: CommentProps) {
  const api = useApi();
  const [panel, setPanel] = useState<Panel>();
  const own = reader.ownComments.get(comment.id);
  const canEdit = useIsBeforeDeadline(own && Date.parse(own.editDeadline));
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setPanel(undefined);
    opener.current?.focus();
  };
  const open = (name: Panel, label: string) => (
    <button
      type="button"
      className={commentActionClass}
      aria-expanded={panel === name}
      onClick={({ currentTarget }) => {
        opener.current = currentTarget;
        setPanel(panel === name ? undefined : name);
      }}
    >
      {label}
    </button>
  );
  const done = async () => {
    await reader.refresh();
    close();
  };
  const cancel = (
    <button type="button" className={commentActionClass} onClick={close}>
      Cancel
    </button>
  );
  const isShown = own?.state !== 'pending';
  const isGone = comment.body === null;
  return (
    <CommentItem
      comment={comment}
      timeZone={timeZone}
      note={own?.state === 'pending' ? 'Pending approval. Other readers can’t see it yet.' : undefined}
      actions={
        !isGone && (
          <>
            {isShown && reader.areCommentsOpen && open('reply', 'Reply')}
            {canEdit && open('edit', 'Edit')}
            {own && open('delete', 'Delete')}
            {!own && reader.isOwner && <RemoveButton id={comment.id} api={api} refresh={reader.refresh} />}
            {!own && !reader.isOwner && open('report', 'Report')}
          </>
        )
      }
      replacement={
        panel === 'edit' ? (
          <CommentForm
            label="Edit your comment"
            submitLabel="Save changes"
            text={own?.body ?? ''}
            focusOnMount
            onSend={async body => {
              await api.comments.updateComment({ id: comment.id, body });
              await done();
            }}
          >
            {cancel}
          </CommentForm>
        ) : undefined
      }
    >
      {panel === 'delete' && (
        <ConfirmPrompt
          text="Delete this comment? You can’t undo this."
          confirmLabel="Delete comment"
          act={async () => {
            await api.comments.deleteComment({ id: comment.id }).catch(ignoreMissing);
            toast.success('Comment deleted');
            await done();
          }}
        >
          {cancel}
        </ConfirmPrompt>
      )}
      {panel === 'report' && (
        <CommentForm
          label="Why are you reporting this comment? (optional)"
          submitLabel="Report comment"
          focusOnMount
          maxLength={MAX_REPORT_REASON_LENGTH}
          onSend={async reason => {
            await api.comments.reportComment({ id: comment.id, reason: reason.replaceAll(/\s+/g, ' ') });
            toast.success('Comment reported. Thank you.');
            await done();
          }}
        >
          {cancel}
        </CommentForm>
      )}
      {children}
      {panel === 'reply' && (
        <CommentForm
          label={`Your reply to ${comment.author?.name ?? 'this comment'}`}
          submitLabel="Post reply"
          draftKey={draftKey}
          focusOnMount
          onSend={async (body, idempotencyKey) => {
            await onReply(body, idempotencyKey);
            close();
          }}
        >
          {cancel}
        </CommentForm>
      )}
    </CommentItem>
  );
}

/** Ignores that a comment is already deleted, as when the response got lost. */
function ignoreMissing(error: unknown): void {
  if (!ApiError.is(error) || error.status !== ERROR_STATUS.NOT_FOUND) throw error;
}

/** Returns whether the deadline (in milliseconds) is still ahead, and updates when it passes. */
function useIsBeforeDeadline(end = 0): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const wait = end - Date.now();
    if (wait <= 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [end]);
  return now < end;
}

interface ConfirmPromptProps {
  text: string;
  confirmLabel: string;
  act: () => Promise<void>;
  children: ReactNode;
}

function ConfirmPrompt({ text, confirmLabel, act, children }: ConfirmPromptProps) {
  const { busy, failure, run } = useAsyncAction();
  return (
    <fieldset aria-label={confirmLabel} className="mb-4 border-l-2 border-danger pl-4 text-small">
      {failure ? <p role="alert">{failure.message}</p> : <p>{text}</p>}
      <p className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        <button
          type="button"
          className="button button-danger"
          aria-disabled={busy || undefined}
          onClick={() => void run(act)}
        >
          {confirmLabel}
        </button>
        {children}
      </p>
    </fieldset>
  );
}

/** Lets the owner remove a comment immediately, with an undo in the confirmation message. */
function RemoveButton({ id, api, refresh }: { id: number; api: Api; refresh: () => Promise<void> }) {
  const decide = async (action: 'remove' | 'restore') => {
    try {
      await api.comments.moderateComment({ id, action });
      await refresh();
      return true;
    } catch (error) {
      toast.error(toFormError(error).message);
      return false;
    }
  };
  const remove = async () => {
    if (!(await decide('remove'))) return;
    const toastId = toast.success(
      <span className="flex flex-wrap items-center justify-between gap-x-4">
        Comment removed
        <button
          type="button"
          className="link min-h-11 font-display font-semibold"
          onClick={() => {
            toast.dismiss(toastId);
            void decide('restore');
          }}
        >
          Undo
        </button>
      </span>,
      { duration: 10_000 },
    );
  };
  return (
    <button type="button" className={commentActionClass} onClick={() => void remove()}>
      Remove
    </button>
  );
}
