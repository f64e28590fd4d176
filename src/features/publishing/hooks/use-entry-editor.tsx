import { useMemo, useRef, useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import { Autosave, useAutosave } from '#ui/autosave.ts';
import { toast } from '#ui/toast.ts';
import type { PublishingTransition } from '../contract/status.ts';
import { transitionMessages } from '../rules/labels.ts';

/** What the site has of a text, as far as writing it goes. */
interface WrittenText {
  readonly id: string | number;
  readonly version: number;
}

/** How texts of a kind are begun, saved and moved. Each throws a Failure. */
export interface EntryApi<Content, Draft extends WrittenText> {
  readonly create: (content: Content) => Promise<Draft>;
  readonly save: (draft: Draft, content: Content, version: number) => Promise<Draft>;
  readonly load: (id: Draft['id']) => Promise<Draft>;
  readonly move: (id: Draft['id'], move: PublishingTransition, more: { at?: string; note?: string }) => Promise<Draft>;
  readonly changeSlug: (draft: Draft, slug: string) => Promise<Draft>;
  readonly setPublishDate: (id: Draft['id'], at: string) => Promise<Draft>;
  readonly createPreviewLink: (id: Draft['id']) => Promise<{ path: string }>;
  readonly revokePreviewLink: (id: Draft['id']) => Promise<unknown>;
  readonly setCommenting: (id: Draft['id'], open: boolean) => Promise<unknown>;
  readonly delete: (id: Draft['id']) => Promise<unknown>;
}

interface TextWritingOptions<Content, Draft extends WrittenText> {
  /** As in "post". */
  readonly noun: string;
  /** What the site has of it; undefined for a text that is begun with its first words. */
  readonly begun: Draft | undefined;
  readonly calls: EntryApi<Content, Draft>;
  readonly emptyContent: Content;
  readonly contentOf: (draft: Draft) => Content;
  /** Where a text is written on. */
  readonly addressOf: (draft: Draft) => string;
}

/** A text while it is written: what the site has of it, what stands on the screen, and what can be done. */
export type EntryEditorState<Content extends object, Draft extends WrittenText> = ReturnType<
  typeof useEntryEditor<Content, Draft>
>;

/** Writes a text: saves it by itself, and does with it what its writer asks for once everything is saved. */
export function useEntryEditor<Content extends object, Draft extends WrittenText>(
  options: TextWritingOptions<Content, Draft>,
) {
  const { noun, begun, calls, emptyContent, contentOf, addressOf } = options;
  const [draft, setDraft] = useState(begun);
  const [busy, setBusy] = useState(false);
  // The saves go on from the newest state of the text, not from the one that they were made with.
  const current = useRef(begun);
  const take = (next: Draft) => {
    // The address becomes the text's own, while the page stays as it is.
    if (addressOf(next) !== (current.current && addressOf(current.current))) {
      history.replaceState(history.state, '', addressOf(next));
    }
    current.current = next;
    setDraft(next);
  };
  const autosave = useMemo(
    () =>
      new Autosave<Content>({
        key: () => (current.current ? `${noun} ${current.current.id}` : `a new ${noun}`),
        content: begun ? contentOf(begun) : emptyContent,
        version: begun?.version ?? 0,
        storage: typeof localStorage === 'undefined' ? undefined : localStorage,
        save: async (content, version) => {
          const known = current.current;
          const saved = await (known ? calls.save(known, content, version) : calls.create(content));
          take(saved);
          return saved.version;
        },
      }),
    // Made once: a text keeps its autosave while the page stands.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [begun?.id],
  );
  const snapshot = useAutosave(autosave);

  /** Does something with the saved text, and goes on from what came of it. */
  const act = async (what: (text: Draft) => Promise<Draft>, done: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      if (!(await autosave.flush()) || !current.current) return false;
      const next = await what(current.current);
      take(next);
      autosave.replace(contentOf(next), next.version);
      toast.success(done);
      return true;
    } finally {
      setBusy(false);
    }
  };
  const known = () => {
    if (!current.current) throw new Error('Nothing is written yet.');
    return current.current;
  };
  return {
    draft,
    busy,
    autosave,
    snapshot,
    act,
    /** Makes a move. Throws a Failure. */
    move: (move: PublishingTransition, more: { at?: string; note?: string } = {}) =>
      act(text => calls.move(text.id, move, more), transitionMessages[move]),
    changeSlug: async (slug: string) => {
      await act(text => calls.changeSlug(text, slug), 'The address is changed.');
    },
    changePublishDate: (at: string) => act(text => calls.setPublishDate(text.id, at), 'Publish date changed.'),
    createPreviewLink: async () => (await calls.createPreviewLink(known().id)).path,
    revokePreviewLink: async () => {
      await calls.revokePreviewLink(known().id);
    },
    setCommenting: async (open: boolean) => {
      await calls.setCommenting(known().id, open);
    },
    delete: async () => {
      autosave.stop();
      await calls.delete(known().id);
    },
    reloadLatest: async () => {
      const next = await calls.load(known().id);
      take(next);
      autosave.replace(contentOf(next), next.version);
    },
    overwrite: async () => {
      const next = await calls.load(known().id);
      take(next);
      await autosave.overwrite(next.version);
    },
  };
}

/** Tells in a toast why something was not done. */
export function showErrorToast(error: unknown): void {
  toast.error(ApiError.is(error) ? error.message : 'That did not work. Try again.');
}
