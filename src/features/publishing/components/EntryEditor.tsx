import { type ReactNode, use, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Picture } from '#shared/contract.ts';
import { omitChanged } from '#ui/autosave.ts';
import { useConfirm } from '#ui/ConfirmDialog.tsx';
import { excerptOfMarkdown } from '#ui/editor/excerpt.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { toast } from '#ui/toast.ts';
import type { EditedDraft } from '../contract/schemas.ts';
import type { PublishingTransition } from '../contract/status.ts';
import { formatActionResult } from '../rules/labels.ts';
import { type EntryActor, toPublishingState } from '../rules/transitions.ts';
import { listPicturesWithoutAlt, missingAltSentence } from '../rules/alternative-texts.ts';
import { useContentEditor } from '../hooks/use-content-editor.ts';
import { useIsOpenInOtherTab } from '../hooks/use-open-in-other-tab.ts';
import { type PickPicture, usePickedPictures, usePicturePicking } from './PicturePicking.tsx';
import { PublishDialog, type PublishFieldsContext } from './PublishDialog.tsx';
import { RequestChangesDialog } from './RequestChangesDialog.tsx';
import { SettingsDrawer } from './SettingsDrawer.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';
import { ContentEditor } from './ContentEditor.tsx';
import {
  type EditedContent,
  type EntryEditorState,
  type EntryKind,
  showErrorToast,
  useEntryEditor,
} from '../hooks/use-entry-editor.tsx';
import { EditorToolbar } from './EditorToolbar.tsx';
import { EditorNotices, ReviewNotice } from './EditorNotices.tsx';

/** The data passed to the slots of the editor. */
interface EntryEditorContext<Content extends EditedContent, Draft extends EditedDraft>
  extends Pick<EntryEditorState<Content, Draft>, 'autosave' | 'draft'> {
  readonly content: Content;
  /** Errors by field. */
  readonly fields: Readonly<Record<string, string>>;
  readonly pictures: ReturnType<typeof usePickedPictures>;
  readonly pickPicture: PickPicture;
}

interface EntryEditorProps<Content extends EditedContent, Draft extends EditedDraft, Input extends object> {
  kind: EntryKind<Content, Draft, Input>;
  /** The saved text; undefined until the first save. */
  initialDraft: Draft | undefined;
  emptyContent: Content;
  role: EntryActor['role'];
  /** Returns the saved pictures, without the cover and the social card's. */
  listPictures?: (draft: Draft) => readonly (Picture | null)[];
  /** Renders the part below the text, and further settings. */
  renderBelow?: (context: EntryEditorContext<Content, Draft>) => ReactNode;
  renderSettings?: (context: EntryEditorContext<Content, Draft>) => ReactNode;
  /** Renders further fields of the publish dialog. */
  renderPublishFields?: ((draft: Draft, publishing: PublishFieldsContext) => ReactNode) | undefined;
}

const newState = { status: 'draft', hasPending: false, submitted: false, deleted: false } as const;

/** Returns whether a field is in the settings drawer. */
const isSetting = (name: string) => !/^(?:title|markdown|gallery)/.test(name);

/** Edits the title and content of a text; everything else is in the settings drawer. */
export function EntryEditor<Content extends EditedContent, Draft extends EditedDraft, Input extends object>({
  kind,
  initialDraft,
  emptyContent,
  role,
  listPictures,
  renderBelow,
  renderSettings,
  renderPublishFields,
}: EntryEditorProps<Content, Draft, Input>) {
  const { noun, list } = kind;
  const writing = useEntryEditor(kind, initialDraft, emptyContent);
  const site = use(siteMetaContext);
  const navigate = useNavigate();
  const { draft, snapshot, autosave } = writing;
  const { content } = snapshot;
  const pictures = usePickedPictures([draft?.cover, draft?.cardPicture, ...((draft && listPictures?.(draft)) ?? [])]);
  const [dialog, setDialog] = useState<'publish' | 'request_changes'>();
  const [settings, setSettings] = useState<{ field?: string }>();
  const [seenErrors, setSeenErrors] = useState('');
  const [missing, setMissing] = useState<{ errors: Readonly<Record<string, string>>; content: Content }>();
  const titleField = useRef<HTMLTextAreaElement>(null);
  const { confirm, dialog: question } = useConfirm();
  const openElsewhere = useIsOpenInOtherTab(draft && `${noun} ${draft.id}`);
  const [isNew] = useState(!draft);
  const state = draft ? toPublishingState(draft) : newState;
  const change = (patch: Partial<EditedContent>) => autosave.change(patch as Partial<Content>);
  const { pick, dialog: picker } = usePicturePicking();
  const { editor, onText, flushEditor, goToPicture } = useContentEditor(content.markdown, markdown =>
    change({ markdown }),
  );
  const invalid = snapshot.state.kind === 'invalid' ? snapshot.state.fields : {};
  const fields = { ...(missing && omitChanged(missing.errors, missing.content, content)), ...invalid };
  // Open the settings for an error once. Autosave reports it again after every change of the text.
  const settingErrors = Object.keys(invalid).filter(isSetting).join(' ');
  if (settingErrors && settingErrors !== seenErrors) {
    setSeenErrors(settingErrors);
    if (!settings) setSettings({});
  }

  /** Saves, and returns whether the text can be published. Otherwise, shows the first error. */
  const checkBeforePublishing = async () => {
    const isSaved = await autosave.flush();
    const { state: saveState, content: latest } = autosave.getSnapshot();
    const errors = saveState.kind === 'invalid' ? saveState.fields : kind.findPublishErrors(latest);
    setMissing({ errors, content: latest });
    const [first] = Object.keys(errors);
    if (first === 'title') titleField.current?.focus();
    else if (first === 'markdown') editor.current?.focus();
    else if (first && isSetting(first)) setSettings({});
    return isSaved && first === undefined;
  };
  const handleTransition = async (transition: PublishingTransition) => {
    if (!flushEditor()) return undefined;
    if ((transition === 'publish' || transition === 'submit') && !(await checkBeforePublishing())) return undefined;
    if (transition === 'publish' && state.status !== 'published') return setDialog('publish');
    if (transition === 'publish') return publishChanges();
    if (transition === 'request_changes') return setDialog('request_changes');
    return applyTransition(transition);
  };
  const picturesWithoutAlt = listPicturesWithoutAlt(content);
  const publishChanges = async () => {
    const title = 'Publish without alt text?';
    const description = missingAltSentence(picturesWithoutAlt.length);
    if (
      picturesWithoutAlt.length > 0 &&
      !(await confirm({ title, description, confirmLabel: 'Publish', isHarmless: true }))
    )
      return;
    await applyTransition('publish');
  };
  const applyTransition = async (transition: PublishingTransition) => {
    if (transition === 'discard_changes') {
      const title = 'Discard unpublished changes?';
      const description =
        'The published version stays as it is. You can restore your changes from the version history.';
      if (!(await confirm({ title, description, confirmLabel: 'Discard changes' }))) return;
    }
    await writing.makeTransition(transition).catch(showErrorToast);
  };
  const remove = async () => {
    const title = `Delete “${content.title || 'Untitled'}”?`;
    const description = 'You can restore it within 30 days.';
    if (!(await confirm({ title, description, confirmLabel: `Delete ${noun}` }))) return;
    try {
      await writing.delete();
      toast.success(formatActionResult('delete', 1, noun));
      void navigate(list.to);
    } catch (error) {
      showErrorToast(error);
    }
  };
  const typed = useDeferredValue(content.markdown);
  const beginning = useMemo(() => excerptOfMarkdown(typed), [typed]);
  const preview = {
    excerpt: kind.excerpt.get(content) || beginning,
    url: site.url + kind.paths.public(draft?.slug ?? noun),
    cover: pictures.get(content.coverImageId),
    cardPicture: pictures.get(content.socialImageId),
  };
  const context = { autosave, draft, content, fields, pictures, pickPicture: pick };
  return (
    <>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          editor.current?.flush();
          void autosave.flush();
        }}
      >
        <title>{`${content.title || 'Untitled'} · ${site.name}`}</title>
        <meta name="robots" content="noindex" />
        <EditorToolbar
          back={list}
          state={state}
          writer={{ role, own: draft?.isOwn ?? true }}
          scheduledFor={draft?.scheduledFor ?? null}
          saveState={snapshot.state}
          previewPath={draft && kind.paths.preview(draft.id)}
          busy={writing.busy}
          settingsOpen={settings !== undefined}
          onToggleSettings={() => setSettings(settings ? undefined : {})}
          onReschedule={() => setDialog('publish')}
          onTransition={transition => void handleTransition(transition)}
        />
        <div className="frame grid grid-cols-1 gap-x-12 gap-y-10 pt-10 pb-28 xl:grid-cols-[minmax(0,1fr)_auto]">
          <div className="mx-auto w-full max-w-[42rem] min-w-0">
            {draft?.requestedChanges && <ReviewNotice {...draft.requestedChanges} />}
            <EditorNotices
              {...{ autosave, snapshot, noun, openElsewhere }}
              restore={state.deleted ? writing.restore : undefined}
              loadLatest={writing.loadLatest}
            />
            <h1 className="sr-only">{content.title || `New ${noun}`}</h1>
            <textarea
              ref={titleField}
              name="title"
              dir="auto"
              aria-label="Title"
              placeholder="Title"
              rows={1}
              maxLength={150}
              className="field-sizing-content min-h-11 w-full resize-none overflow-hidden bg-transparent font-display text-h2 leading-[1.1] font-[650] tracking-[-0.03em] placeholder:text-ink-faint"
              value={content.title}
              aria-invalid={fields.title ? true : undefined}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- Writers start with the title.
              autoFocus={isNew}
              data-first-focus={isNew ? '' : undefined}
              onChange={event => change({ title: event.target.value.replaceAll(/\s*\n\s*/g, ' ') })}
              onKeyDown={event => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                editor.current?.focus();
              }}
            />
            {fields.title && <p className="mt-1.5 text-small text-danger">{fields.title}</p>}
            <div className="mt-6">
              <ContentEditor
                ref={editor}
                value={content.markdown}
                error={fields.markdown}
                pickPicture={pick}
                onChange={onText}
              />
            </div>
            {renderBelow?.(context)}
          </div>
          <SettingsDrawer target={settings} onClose={() => setSettings(undefined)}>
            <SettingsPanel
              {...{ kind, writing, role, fields, ...preview }}
              pickPicture={pick}
              onCover={(cover, coverAlt) => change({ coverImageId: pictures.keep(cover), coverAlt })}
              onChange={change}
              onChooseCard={async () => {
                const picked = await pick();
                if (picked) change({ socialImageId: pictures.keep(picked.picture) });
              }}
              onDelete={() => void remove()}
            >
              {renderSettings?.(context)}
            </SettingsPanel>
          </SettingsDrawer>
        </div>
      </form>
      {dialog === 'publish' && (
        <PublishDialog
          noun={noun}
          preview={{ ...preview, content }}
          picturesWithoutAlt={picturesWithoutAlt}
          scheduledFor={draft?.scheduledFor ?? null}
          publishedAt={draft?.publishedAt ?? null}
          sendsNewsletter={draft?.sendsNewsletter ?? false}
          renderFields={draft && renderPublishFields && (publishing => renderPublishFields(draft, publishing))}
          onGoToPicture={({ index }) => {
            if (index === undefined) setSettings({ field: 'coverAlt' });
            else goToPicture(index);
          }}
          onTransition={async (transition, options) => {
            await writing.makeTransition(transition, options);
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'request_changes' && (
        <RequestChangesDialog
          noun={noun}
          onSend={async message => {
            await writing.makeTransition('request_changes', { message });
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {question}
      {picker}
    </>
  );
}
