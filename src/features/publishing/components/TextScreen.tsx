import { type ReactNode, use, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { withQuery } from '#shared/paths.ts';
import { useConfirm } from '#ui/ConfirmDialog.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import type { Move } from '../contract.ts';
import type { Standing, Writer } from '../rules.ts';
import { useOpenElsewhere } from './OpenElsewhere.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { SendBackDialog } from './SendBackDialog.tsx';
import { SettingsSheet } from './SettingsSheet.tsx';
import { tellFailure, type TextWriting } from './TextWriting.tsx';
import { WritingBar } from './WritingBar.tsx';
import { WritingNotices } from './WritingNotices.tsx';

/** What the site has of a text that was begun, as far as its screen shows it. */
interface BegunText {
  readonly id: string | number;
  readonly version: number;
  readonly own: boolean;
  readonly scheduledFor: string | null;
  readonly publishedAt: string | null;
}

/** What was refused when a form was sent without script. */
export interface RefusedForm {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface TextScreenProps<Content extends { title: string; markdown: string }, Draft extends BegunText> {
  /** As in "post". */
  noun: 'post' | 'project';
  /** The list that the text is in. */
  list: { readonly to: string; readonly label: string };
  writing: TextWriting<Content, Draft>;
  standing: Standing | undefined;
  role: Writer['role'];
  refused: RefusedForm | undefined;
  previewPath: string | undefined;
  /** What stands between title and text, and below the text. */
  renderAbove?: (fields: RefusedForm['fields']) => ReactNode;
  renderBelow?: (fields: RefusedForm['fields']) => ReactNode;
  /** All of it but its words; `remove` deletes it, after asking. */
  renderSettings: (fields: RefusedForm['fields'], remove: () => void) => ReactNode;
}

const notBegun = { status: 'draft', hasPending: false, submitted: false, deleted: false } as const;

/** Where a text is written: its title, its words, and nearly nothing else until it is asked for. */
export function TextScreen<Content extends { title: string; markdown: string }, Draft extends BegunText>(
  props: TextScreenProps<Content, Draft>,
) {
  const { noun, list, writing, role, refused } = props;
  const site = use(siteMetaContext);
  const navigate = useNavigate();
  const { draft, snapshot, autosave } = writing;
  const { content } = snapshot;
  const [dialog, setDialog] = useState<'publish' | 'send-back'>();
  const [settingsOpen, setSettingsOpen] = useState(false);
  const { ask, dialog: question } = useConfirm();
  const openElsewhere = useOpenElsewhere(draft && `${noun} ${draft.id}`);
  const standing = props.standing ?? notBegun;
  const change = (patch: { title?: string; markdown?: string }) => autosave.change(patch as Partial<Content>);
  const fields = snapshot.state.kind === 'refused' ? snapshot.state.fields : (refused?.fields ?? {});

  const onMove = (move: Move) => {
    if (move === 'publish' && standing.status !== 'published') return setDialog('publish');
    if (move === 'send-back') return setDialog('send-back');
    void makeMove(move);
  };
  const makeMove = async (move: Move) => {
    if (move === 'discard-changes') {
      const text = 'Readers go on seeing what they see now. The revisions keep the changes.';
      if (!(await ask({ title: 'Discard the changes that readers do not see yet?', text, yes: 'Discard' }))) return;
    }
    await writing.move(move).catch(tellFailure);
  };
  const remove = async () => {
    const title = `Delete “${content.title || 'Untitled'}”?`;
    if (!(await ask({ title, text: 'For 30 days you can have it back from the list.', yes: 'Delete' }))) return;
    try {
      await writing.remove();
      void navigate(withQuery(list.to, { did: 'delete', count: 1 }));
    } catch (error) {
      tellFailure(error);
    }
  };
  return (
    <>
      <Form
        method="post"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void autosave.flush();
        }}
      >
        <title>{`${content.title || 'Untitled'} · ${site.name}`}</title>
        <meta name="robots" content="noindex" />
        {draft && <input type="hidden" name="version" value={snapshot.version} />}
        <WritingBar
          back={list}
          standing={standing}
          writer={{ role, own: draft?.own ?? true }}
          saveState={snapshot.state}
          previewPath={props.previewPath}
          busy={writing.busy}
          settingsOpen={settingsOpen}
          onToggleSettings={() => setSettingsOpen(!settingsOpen)}
          onMove={onMove}
        />
        <div className="frame grid grid-cols-1 gap-x-12 gap-y-10 pt-10 pb-28 xl:grid-cols-[minmax(0,1fr)_auto]">
          <div className="mx-auto w-full max-w-[46rem] min-w-0">
            {refused && (
              <p role="alert" className="without-script mb-6 border-l-2 border-danger pl-4 text-small">
                {refused.message}
              </p>
            )}
            <WritingNotices
              snapshot={snapshot}
              noun={noun}
              openElsewhere={openElsewhere}
              onUseKept={() => autosave.takeKept()}
              onDropKept={() => autosave.dropKept()}
              onTakeTheirs={() => void writing.takeTheirs().catch(tellFailure)}
              onSaveOver={() => void writing.saveOver().catch(tellFailure)}
            />
            <h1 className="sr-only">{content.title || `A new ${noun}`}</h1>
            <textarea
              name="title"
              aria-label="Title"
              placeholder="Title"
              rows={1}
              maxLength={150}
              className="field-sizing-content w-full resize-none overflow-hidden bg-transparent font-display text-h2 leading-[1.1] font-[650] tracking-[-0.03em] outline-none placeholder:text-ink-faint"
              value={content.title}
              aria-invalid={fields.title ? true : undefined}
              onChange={event => change({ title: event.target.value.replaceAll(/\s*\n\s*/g, ' ') })}
              onKeyDown={event => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                document.getElementById('text')?.focus();
              }}
            />
            {fields.title && <p className="mt-1.5 text-small text-danger">{fields.title}</p>}
            {props.renderAbove?.(fields)}
            <textarea
              id="text"
              name="markdown"
              aria-label="Text"
              placeholder="Write…"
              rows={18}
              className="prose field-sizing-content mt-6 min-h-[50vh] w-full max-w-none resize-none bg-transparent outline-none placeholder:text-ink-faint"
              value={content.markdown}
              aria-invalid={fields.markdown ? true : undefined}
              onChange={event => change({ markdown: event.target.value })}
            />
            {fields.markdown && <p className="mt-1.5 text-small text-danger">{fields.markdown}</p>}
            {props.renderBelow?.(fields)}
          </div>
          <SettingsSheet open={settingsOpen} onClose={() => setSettingsOpen(false)}>
            {props.renderSettings(fields, () => void remove())}
          </SettingsSheet>
        </div>
      </Form>
      {dialog === 'publish' && (
        <PublishDialog
          noun={noun}
          scheduledFor={draft?.scheduledFor ?? null}
          publishedAt={draft?.publishedAt ?? null}
          onMove={async (move, at) => {
            await writing.move(move, at ? { at } : {});
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'send-back' && (
        <SendBackDialog
          noun={noun}
          onSend={async note => {
            await writing.move('send-back', { note });
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {question}
    </>
  );
}
