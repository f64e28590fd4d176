import { useMemo, useRef, useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import { Autosave, useAutosave } from '#ui/autosave.ts';
import { toast } from '#ui/toast.ts';
import type { EditingClient } from '../contract/editing-client.ts';
import type { PublishingTransition } from '../contract/status.ts';
import { transitionMessages } from '../rules/labels.ts';
import { readStoredContent } from '../rules/stored-content.ts';

interface WrittenText {
  readonly id: string | number;
  readonly version: number;
}

interface EntryEditorOptions<Content, Draft extends WrittenText, Input> {
  readonly noun: string;
  /** The saved text; undefined until the first save. */
  readonly begun: Draft | undefined;
  readonly client: () => Omit<EditingClient<unknown, Draft, unknown, Input>, 'listDrafts'>;
  readonly update: (id: Draft['id'], changes: { version: number } & (Input | { slug: string })) => Promise<Draft>;
  readonly emptyContent: Content;
  readonly contentOf: (draft: Draft) => Content;
  readonly toInput: (content: Content) => Input;
  /** Returns the path of the text's editor. */
  readonly addressOf: (draft: Draft) => string;
}

/** State and actions of the editor: the saved text, the current content and its transitions. */
export type EntryEditorState<Content extends object, Draft extends WrittenText> = ReturnType<
  typeof useEntryEditor<Content, Draft, object>
>;

/** Manages editing a text: saves it automatically and runs actions once everything is saved. */
export function useEntryEditor<Content extends object, Draft extends WrittenText, Input extends object>(
  options: EntryEditorOptions<Content, Draft, Input>,
) {
  const { noun, begun, client, update, emptyContent, contentOf, toInput, addressOf } = options;
  const [draft, setDraft] = useState(begun);
  const [busy, setBusy] = useState(false);
  // Callbacks created on the first render must see the newest version.
  const current = useRef(begun);
  const take = (next: Draft) => {
    // Show the text's own URL without a navigation.
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
        readStored: stored => readStoredContent(stored, begun ? contentOf(begun) : emptyContent),
        storage: typeof localStorage === 'undefined' ? undefined : localStorage,
        save: async (content, version) => {
          const known = current.current;
          const input = toInput(content);
          const saved = await (known ? update(known.id, { ...input, version }) : client().create(input));
          take(saved);
          return saved.version;
        },
      }),
    // Created once: the autosave lives as long as the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [begun?.id],
  );
  const snapshot = useAutosave(autosave);

  /** Runs an action on the saved text and continues with the result. */
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
    /** Makes a transition. Throws ApiError. */
    move: (transition: PublishingTransition, more: { publishAt?: string; message?: string } = {}) =>
      act(({ id }) => client().transition({ id, transition, ...more }), transitionMessages[transition]),
    changeSlug: async (slug: string) => {
      await act(({ id, version }) => update(id, { version, slug }), 'The address is changed.');
    },
    changePublishDate: (publishAt: string) =>
      act(({ id }) => client().setPublishDate({ id, publishAt }), 'Publish date changed.'),
    createPreviewLink: async () => (await client().createPreviewLink({ id: known().id })).path,
    revokePreviewLink: async () => {
      await client().revokePreviewLink({ id: known().id });
    },
    setCommenting: async (enabled: boolean) => {
      await client().updateCommentsEnabled({ id: known().id, enabled });
    },
    delete: async () => {
      autosave.stop();
      await client().delete({ id: known().id });
    },
    reloadLatest: async () => {
      const next = await client().getDraft({ id: known().id });
      take(next);
      autosave.replace(contentOf(next), next.version);
    },
    overwrite: async () => {
      const next = await client().getDraft({ id: known().id });
      take(next);
      await autosave.overwrite(next.version);
    },
  };
}

/** Shows the error in a toast. */
export function showErrorToast(error: unknown): void {
  toast.error(ApiError.is(error) ? error.message : 'That did not work. Try again.');
}
