import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
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

type Call = 'ask' | 'like' | 'unlike';

/** Asks for or changes the caller's like of a post or project. */
export function requestLike(api: Api, what: LikeTarget, how: Call): Promise<LikeStatus> {
  if (what.kind === 'post') {
    const { getPostLikes: ofPost, likePost, unlikePost } = api.likes;
    return { ask: ofPost, like: likePost, unlike: unlikePost }[how]({ id: what.id });
  }
  const { getProjectLikes: ofProject, likeProject, unlikeProject } = api.likes;
  return { ask: ofProject, like: likeProject, unlike: unlikeProject }[how]({ id: what.id });
}

interface LikeButtonProps {
  what: LikeTarget;
  /** Number in the cached page, the same for everyone. */
  likes: number;
  liked?: boolean;
}

/** Likes or unlikes. Loads the reader's own state in the browser; without JavaScript it submits a form. */
export function LikeButton({ what, likes, liked = false }: LikeButtonProps) {
  const api = useLazyApi();
  const [standing, setStanding] = useState<LikeStatus>({ likes, liked });
  const [busy, setBusy] = useState(false);
  const pressed = useRef(false);

  const ask = useEffectEvent(() => requestLike(api(), what, 'ask'));
  useEffect(() => {
    // A press during the request is newer. If the request fails, keep the state from the page.
    ask().then(
      answer => setStanding(before => (pressed.current ? before : answer)),
      () => {},
    );
  }, []);

  const toggle = async () => {
    setBusy(true);
    pressed.current = true;
    const before = standing;
    setStanding({ likes: before.likes + (before.liked ? -1 : 1), liked: !before.liked });
    try {
      setStanding(await requestLike(api(), what, before.liked ? 'unlike' : 'like'));
    } catch (error) {
      setStanding(before);
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
    <form method="post" action={paths.noScriptComment(what.kind, what.id)} onSubmit={onSubmit} className="no-print">
      <button
        type="submit"
        name="intent"
        value={standing.liked ? 'unlike' : 'like'}
        aria-pressed={standing.liked}
        className="button"
      >
        <svg
          viewBox="0 0 24 24"
          fill={standing.liked ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="2"
          className={standing.liked ? 'size-4 text-accent' : 'size-4'}
          aria-hidden="true"
        >
          <path d="M12 20.5 3.6 12A5.3 5.3 0 0 1 12 5.6 5.3 5.3 0 0 1 20.4 12Z" />
        </svg>
        Like <span className="tabular-nums">{standing.likes}</span>
      </button>
    </form>
  );
}
