import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { paths } from '#shared/paths.ts';
import { toast } from '#ui/toast.ts';
import { toFormError } from '#ui/use-async-action.ts';
import type { LikeStatus } from '../contract.ts';

/** The liked post (by id) or project (by name). */
export type LikeTarget =
  | { readonly kind: 'post'; readonly id: number }
  | { readonly kind: 'project'; readonly id: string };

type LikeAction = 'ask' | 'like' | 'unlike';

/** Asks for or changes the caller's like of a post or project. */
export function requestLike(api: Api, target: LikeTarget, action: LikeAction): Promise<LikeStatus> {
  if (target.kind === 'post') {
    const { getPostLikes: ofPost, likePost, unlikePost } = api.likes;
    return { ask: ofPost, like: likePost, unlike: unlikePost }[action]({ id: target.id });
  }
  const { getProjectLikes: ofProject, likeProject, unlikeProject } = api.likes;
  return { ask: ofProject, like: likeProject, unlike: unlikeProject }[action]({ id: target.id });
}

interface LikeButtonProps {
  target: LikeTarget;
  /** Number in the cached page, the same for everyone. */
  likes: number;
  liked?: boolean;
}

/** Likes or unlikes. Loads the reader's own state in the browser; without JavaScript it submits a form. */
export function LikeButton({ target, likes, liked = false }: LikeButtonProps) {
  const api = useLazyApi();
  const [status, setStatus] = useState<LikeStatus>({ likes, liked });
  const [busy, setBusy] = useState(false);
  const [pressed, setPressed] = useState(false);

  const ask = useEffectEvent(() => requestLike(api(), target, 'ask'));
  const showAnswer = useEffectEvent((answer: LikeStatus) => {
    // A press during the request is newer.
    if (!pressed) setStatus(answer);
  });
  useEffect(() => {
    // If the request fails, keep the state from the page.
    ask().then(showAnswer, () => {});
  }, []);

  const toggle = async () => {
    setBusy(true);
    setPressed(true);
    const before = status;
    setStatus({ likes: before.likes + (before.liked ? -1 : 1), liked: !before.liked });
    try {
      setStatus(await requestLike(api(), target, before.liked ? 'unlike' : 'like'));
    } catch (error) {
      setStatus(before);
      toast.error(toFormError(error).message);
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void toggle();
  };
  return (
    <form method="post" action={paths.noScriptComment(target.kind, target.id)} onSubmit={onSubmit} className="no-print">
      <button
        type="submit"
        name="intent"
        value={status.liked ? 'unlike' : 'like'}
        aria-pressed={status.liked}
        className={pressed ? 'button liked' : 'button'}
      >
        <svg
          viewBox="0 0 24 24"
          fill={status.liked ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="2"
          className={status.liked ? 'size-4 text-accent' : 'size-4'}
          aria-hidden="true"
        >
          <path d="M12 20.5 3.6 12A5.3 5.3 0 0 1 12 5.6 5.3 5.3 0 0 1 20.4 12Z" />
        </svg>
        Like{' '}
        <span key={status.likes} className="tabular-nums">
          {status.likes}
        </span>
      </button>
    </form>
  );
}
