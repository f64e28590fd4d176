import { type ReactNode, use, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Picture } from '#shared/contract.ts';
import { useConfirm } from '#ui/ConfirmDialog.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { toast } from '#ui/toast.ts';
import type { EditedDraft } from '../contract/schemas.ts';
import type { PublishingTransition } from '../contract/status.ts';
import { formatActionResult } from '../rules/labels.ts';
import { type EntryActor, toPublishingState } from '../rules/transitions.ts';
import { countMissingAlts, missingAltSentence } from '../rules/alternative-texts.ts';
import { useContentEditor } from '../hooks/use-content-editor.ts';
import { useIsOpenInOtherTab } from '../hooks/use-open-in-other-tab.ts';
import { type PickPicture, usePickedPictures, usePicturePicking } from './PicturePicking.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { RequestChangesDialog } from './RequestChangesDialog.tsx';
import { SettingsDrawer } from './SettingsDrawer.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';
import { CoverField } from './CoverField.tsx';
import { ContentEditor } from './ContentEditor.tsx';
import {
  type EditedContent,
  type EntryEditorState,
  type EntryKind,
  showErrorToast,
  useEntryEditor,
} from '../hooks/use-entry-editor.tsx';
import { EditorToolbar } from './EditorToolbar.tsx';
import { EditorNotices } from './EditorNotices.tsx';

/** What the slots of the editor receive. */
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
  /** Returns the saved pictures besides the cover and the social card's. */
  listPictures?: (draft: Draft) => readonly (Picture | null)[];
  /** Renders what follows the text, and further settings. */
  renderBelow?: (context: EntryEditorContext<Content, Draft>) => ReactNode;
  renderSettings?: (context: EntryEditorContext<Content, Draft>) => ReactNode;
}

const newState = { status: 'draft', hasPending: false, submitted: false, deleted: false } as const;

/** Edits the title and content of a text; everything else is in the settings drawer. */
export function EntryEditor<Content extends EditedContent, Draft extends EditedDraft, Input extends object>({
  kind,
  initialDraft,
  emptyContent,
  role,
  listPictures,
  renderBelow,
  renderSettings,
}: EntryEditorProps<Content, Draft, Input>) {
  const { noun, list } = kind;
  const writing = useEntryEditor(kind, initialDraft, emptyContent);
  const site = use(siteMetaContext);
  const navigate = useNavigate();
  const { draft, snapshot, autosave } = writing;
  const { content } = snapshot;
  const pictures = usePickedPictures([draft?.cover, draft?.cardPicture, ...((draft && listPictures?.(draft)) ?? [])]);
  const [dialog, setDialog] = useState<'publish' | 'request_changes'>();
  const [settingsOpen, setSettingsOpen] = useState(false);
  const { confirm, dialog: question } = useConfirm();
  const openElsewhere = useIsOpenInOtherTab(draft && `${noun} ${draft.id}`);
  const [isNew] = useState(!draft);
  const state = draft ? toPublishingState(draft) : newState;
  const change = (patch: Partial<EditedContent>) => autosave.change(patch as Partial<Content>);
  const { pick, dialog: picker } = usePicturePicking();
  const { editor, onText, flushEditor } = useContentEditor(content.markdown, markdown => change({ markdown }));
  const fields = snapshot.state.kind === 'invalid' ? snapshot.state.fields : {};

  const handleTransition = (transition: PublishingTransition) => {
    if (!flushEditor()) return;
    if (transition === 'publish' && state.status !== 'published') return setDialog('publish');
    if (transition === 'publish') return void publishChanges();
    if (transition === 'request_changes') return setDialog('request_changes');
    void applyTransition(transition);
  };
  const altWarning = missingAltSentence(countMissingAlts(content));
  const publishChanges = async () => {
    const title = 'Publish without alt text?';
    if (altWarning && !(await confirm({ title, description: altWarning, confirmLabel: 'Publish', isHarmless: true })))
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
    await writing.move(transition).catch(showErrorToast);
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
          settingsOpen={settingsOpen}
          onToggleSettings={() => setSettingsOpen(!settingsOpen)}
          onReschedule={() => setDialog('publish')}
          onTransition={handleTransition}
        />
        <div className="frame grid grid-cols-1 gap-x-12 gap-y-10 pt-10 pb-28 xl:grid-cols-[minmax(0,1fr)_auto]">
          <div className="mx-auto w-full max-w-[42rem] min-w-0">
            <EditorNotices {...{ autosave, snapshot, noun, openElsewhere }} loadLatest={writing.loadLatest} />
            <h1 className="sr-only">{content.title || `New ${noun}`}</h1>
            <textarea
              name="title"
              dir="auto"
              aria-label="Title"
              placeholder="Title"
              rows={1}
              maxLength={150}
              className="field-sizing-content min-h-11 w-full resize-none overflow-hidden bg-transparent font-display text-h2 leading-[1.1] font-[650] tracking-[-0.03em] outline-none placeholder:text-ink-faint"
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
            <CoverField
              cover={pictures.get(content.coverImageId)}
              alt={content.coverAlt}
              error={fields.coverImageId ?? fields.coverAlt}
              pickPicture={pick}
              onCover={(cover, coverAlt) => change({ coverImageId: pictures.keep(cover), coverAlt })}
              onAlt={coverAlt => change({ coverAlt })}
            />
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
          <SettingsDrawer open={settingsOpen} onClose={() => setSettingsOpen(false)}>
            <SettingsPanel
              {...{ kind, writing, role, fields }}
              cardPicture={pictures.get(content.socialImageId)}
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
          warning={altWarning}
          scheduledFor={draft?.scheduledFor ?? null}
          publishedAt={draft?.publishedAt ?? null}
          onTransition={async (transition, publishAt) => {
            await writing.move(transition, publishAt ? { publishAt } : {});
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'request_changes' && (
        <RequestChangesDialog
          noun={noun}
          onSend={async message => {
            await writing.move('request_changes', { message });
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {question}
      {picker}
    </>
  );
}
