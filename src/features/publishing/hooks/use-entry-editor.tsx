import { useMemo, useRef, useState } from 'react';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { ApiError } from '#shared/errors.ts';
import { Autosave, useAutosave } from '#ui/autosave.ts';
import { toast } from '#ui/toast.ts';
import type { EditingClient, TransitionOptions } from '../contract/editing-client.ts';
import type { CoverContent, EditedDraft, SeoContent } from '../contract/schemas.ts';
import type { PublishingTransition } from '../contract/status.ts';
import { formatActionResult } from '../rules/labels.ts';
import { readStoredContent } from '../rules/stored-content.ts';

/** The content fields that posts and projects share. */
export interface EditedContent extends CoverContent, SeoContent {
  readonly title: string;
  readonly markdown: string;
  readonly category: string;
  readonly tags: string[];
}

/** The differences between the editors of posts and projects. `Input` is the body of a save. */
export interface EntryKind<Content extends EditedContent, Draft extends EditedDraft, Input extends object> {
  readonly noun: 'post' | 'project';
  readonly list: { readonly to: string; readonly label: string };
  readonly categories: readonly string[];
  /** The field of the short description in lists. */
  readonly excerpt: {
    readonly label: string;
    readonly name: string;
    readonly get: (content: Content) => string;
    readonly set: (excerpt: string) => Partial<Content>;
  };
  readonly clientOf: (api: Api) => Omit<EditingClient<unknown, Draft, unknown, Input>, 'listDrafts'>;
  readonly update: (
    api: Api,
    id: Draft['id'],
    changes: { version: number } & (Input | { slug: string }),
  ) => Promise<Draft>;
  readonly toContent: (draft: Draft) => Content;
  readonly toInput: (content: Content) => Input;
  /** Returns the publish errors by field. */
  readonly findPublishErrors: (content: Content) => Readonly<Record<string, string>>;
  readonly paths: {
    readonly public: (slug: string) => string;
    readonly edit: (id: Draft['id']) => string;
    readonly preview: (id: Draft['id']) => string;
    readonly revisions: (id: Draft['id']) => string;
  };
}

/** State and actions of the editor: the saved text, the current content and its transitions. */
export type EntryEditorState<Content extends EditedContent, Draft extends EditedDraft> = ReturnType<
  typeof useEntryEditor<Content, Draft, object>
>;

/**
 * Manages editing a text: saves it automatically and runs actions once everything is saved. `initialDraft` is the saved text;
 * undefined until the first save.
 */
export function useEntryEditor<Content extends EditedContent, Draft extends EditedDraft, Input extends object>(
  kind: EntryKind<Content, Draft, Input>,
  initialDraft: Draft | undefined,
  emptyContent: Content,
) {
  const { noun, toContent } = kind;
  const api = useLazyApi();
  const client = () => kind.clientOf(api());
  const [draft, setDraft] = useState(initialDraft);
  const [busy, setBusy] = useState(false);
  // Callbacks created on the first render must see the newest version.
  const current = useRef(initialDraft);
  const setCurrent = (next: Draft) => {
    // Show the text's own URL without a navigation.
    if (next.id !== current.current?.id) history.replaceState(history.state, '', kind.paths.edit(next.id));
    current.current = next;
    setDraft(next);
  };
  const autosave = useMemo(
    () =>
      new Autosave<Content>({
        key: () => (current.current ? `${noun} ${current.current.id}` : `a new ${noun}`),
        content: initialDraft ? toContent(initialDraft) : emptyContent,
        version: initialDraft?.version ?? 0,
        readStored: stored => readStoredContent(stored, initialDraft ? toContent(initialDraft) : emptyContent),
        save: async (content, version) => {
          const known = current.current;
          const input = kind.toInput(content);
          const saved = await (known ? kind.update(api(), known.id, { ...input, version }) : client().create(input));
          setCurrent(saved);
          return saved.version;
        },
        load: async () => {
          const saved = await client().getDraft({ id: requireDraft().id });
          return { content: toContent(saved), version: saved.version };
        },
      }),
    // Created once: the autosave lives as long as the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [initialDraft?.id],
  );
  const snapshot = useAutosave(autosave);

  const loadLatest = async () => {
    const next = await client().getDraft({ id: requireDraft().id });
    setCurrent(next);
    return { content: toContent(next), version: next.version };
  };
  /**
   * Runs an action on the saved text and continues with the result. Text typed in the meantime stays and is saved next,
   * unless the action `discards` changes.
   */
  const runAction = async (
    action: (text: Draft) => Promise<Draft>,
    message: string,
    { discards = false } = {},
  ): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      if (!(await autosave.flush()) || !current.current) return false;
      const sent = autosave.getSnapshot().content;
      const next = await action(current.current);
      const { content, version } = autosave.getSnapshot();
      if (content === sent || discards) {
        setCurrent(next);
        autosave.replace(toContent(next), next.version);
      } else if (version > next.version) {
        await loadLatest();
      } else {
        setCurrent(next);
        autosave.setBaseVersion(next.version);
      }
      toast.success(message);
      return true;
    } finally {
      setBusy(false);
    }
  };
  const requireDraft = () => {
    if (!current.current) throw new Error('The draft isn’t saved yet.');
    return current.current;
  };
  return {
    draft,
    busy,
    autosave,
    snapshot,
    /** Makes a transition. Throws ApiError. */
    makeTransition: (transition: PublishingTransition, options: TransitionOptions = {}) => {
      const message = formatActionResult(transition, 1, noun);
      return runAction(
        ({ id }) => client().transition({ id, transition, ...options }),
        transition === 'publish' && options.sendsNewsletter
          ? `${message}. Sending starts within two minutes.`
          : message,
        { discards: transition === 'discard_changes' },
      );
    },
    changeSlug: async (slug: string) => {
      await runAction(({ id, version }) => kind.update(api(), id, { version, slug }), 'URL changed');
    },
    changePublishDate: (publishAt: string) =>
      runAction(({ id }) => client().setPublishDate({ id, publishAt }), 'Publish date changed'),
    createPreviewLink: async () => (await client().createPreviewLink({ id: requireDraft().id })).path,
    revokePreviewLink: async () => {
      await client().revokePreviewLink({ id: requireDraft().id });
    },
    setCommenting: async (enabled: boolean) => {
      await client().updateCommentsEnabled({ id: requireDraft().id, enabled });
    },
    delete: async () => {
      autosave.stop();
      await client().delete({ id: requireDraft().id });
    },
    /** Restores the deleted text, and saves what was typed since. */
    restore: async () => {
      await client().restore({ id: requireDraft().id });
      const { content, version } = await loadLatest();
      toast.success(formatActionResult('restore', 1, noun));
      if (!autosave.unsaved) autosave.replace(content, version);
      else if (version === autosave.getSnapshot().version) await autosave.overwrite(version);
    },
    loadLatest,
  };
}

/** Shows the error in a toast. */
export function showErrorToast(error: unknown): void {
  toast.error(ApiError.is(error) ? error.message : 'Something went wrong. Try again.');
}
