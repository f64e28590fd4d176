import { useMemo, useRef, useState } from 'react';
import type { Move } from '#features/publishing/contract.ts';
import { moveDone } from '#features/publishing/rules/words.ts';
import { useApiLater } from '#platform/pages/api.ts';
import { Failure } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { Autosave, useAutosave } from '#ui/autosave.ts';
import { toast } from '#ui/toast.ts';
import type { Draft, PostContent } from '../contract/writing.ts';
import { contentOf, emptyContent } from '../rules/content.ts';

/** A post while it is written: what the site has of it, what stands on the screen, and what can be done. */
export function usePostWriting(begun: Draft | undefined) {
  const api = useApiLater();
  const [draft, setDraft] = useState(begun);
  const [busy, setBusy] = useState(false);
  // The saves go on from the newest state of the post, not from the one that they were made with.
  const current = useRef(begun);
  const take = (next: Draft) => {
    current.current = next;
    setDraft(next);
  };
  const autosave = useMemo(
    () =>
      new Autosave<PostContent>({
        key: begun ? `post ${begun.id}` : 'a new post',
        content: begun ? contentOf(begun) : emptyContent,
        version: begun?.version ?? 0,
        storage: typeof localStorage === 'undefined' ? undefined : localStorage,
        save: async (content, version) => {
          const known = current.current;
          if (known) {
            const saved = await api().blog.update({ ...content, blogId: known.id, version });
            take(saved);
            return saved.version;
          }
          const created = await api().blog.create(content);
          take(created);
          // The address becomes the post's own, while the page stays as it is.
          history.replaceState(history.state, '', paths.updateBlog(created.id));
          return created.version;
        },
      }),
    // Made once: a post keeps its autosave while the page stands.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [begun?.id],
  );
  const snapshot = useAutosave(autosave);

  /** Does something with the saved post, and goes on from what came of it. */
  const act = async (what: (post: Draft) => Promise<Draft>, done?: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      if (!(await autosave.flush()) || !current.current) return false;
      const next = await what(current.current);
      take(next);
      autosave.replace(contentOf(next), next.version);
      if (done) toast.success(done);
      return true;
    } finally {
      setBusy(false);
    }
  };
  const latest = async () => api().blog.draft({ id: current.current?.id ?? 0 });
  return {
    draft,
    busy,
    autosave,
    snapshot,
    /** Makes a move. Throws a Failure. */
    move: (move: Move, more: { at?: string; note?: string } = {}) =>
      act(post => api().blog.move({ id: post.id, move, ...more }), moveDone[move]),
    changeSlug: async (slug: string) => {
      await act(post => api().blog.update({ blogId: post.id, version: post.version, slug }), 'The address is changed.');
    },
    share: async () => {
      const { path } = await api().blog.sharePreview({ id: current.current?.id ?? 0 });
      return path;
    },
    endShare: async () => {
      await api().blog.endPreview({ id: current.current?.id ?? 0 });
    },
    remove: async () => {
      autosave.stop();
      await api().blog.remove({ id: current.current?.id ?? 0 });
    },
    takeTheirs: async () => {
      const next = await latest();
      take(next);
      autosave.replace(contentOf(next), next.version);
    },
    saveOver: async () => {
      const next = await latest();
      take(next);
      await autosave.saveOver(next.version);
    },
  };
}

/** Tells in a toast why something was not done. */
export function tellFailure(error: unknown): void {
  toast.error(Failure.is(error) ? error.message : 'That did not work. Try again.');
}
