import { use, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import type { Move } from '#features/publishing/contract.ts';
import { useOpenElsewhere } from '#features/publishing/components/OpenElsewhere.tsx';
import { PublishDialog } from '#features/publishing/components/PublishDialog.tsx';
import { SettingsSheet } from '#features/publishing/components/SettingsSheet.tsx';
import { SendBackDialog } from '#features/publishing/components/SendBackDialog.tsx';
import { WritingBar } from '#features/publishing/components/WritingBar.tsx';
import { WritingNotices } from '#features/publishing/components/WritingNotices.tsx';
import type { Writer } from '#features/publishing/rules.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { useConfirm } from '#ui/ConfirmDialog.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import type { Draft } from '../contract/writing.ts';
import { standingOfLine } from '../rules/lines.ts';
import { PostSettings } from './PostSettings.tsx';
import { tellFailure, usePostWriting } from './PostWriting.tsx';

interface WritingScreenProps {
  /** The post as the site has it; a new one is begun with its first words. */
  begun: Draft | undefined;
  role: Writer['role'];
  /** What was refused when the form was sent without script. */
  refused: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | undefined;
}

const notBegun = { status: 'draft', hasPending: false, submitted: false, deleted: false } as const;

/** Where a post is written: its title, its text, and nearly nothing else until it is asked for. */
export function WritingScreen({ begun, role, refused }: WritingScreenProps) {
  const site = use(siteMetaContext);
  const navigate = useNavigate();
  const post = usePostWriting(begun);
  const { draft, snapshot, autosave } = post;
  const { content } = snapshot;
  const [dialog, setDialog] = useState<'publish' | 'send-back'>();
  const [settingsOpen, setSettingsOpen] = useState(false);
  const { ask, dialog: question } = useConfirm();
  const openElsewhere = useOpenElsewhere(draft && `post ${draft.id}`);
  const standing = draft ? standingOfLine(draft) : notBegun;
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
    await post.move(move).catch(tellFailure);
  };
  const remove = async () => {
    const title = `Delete “${content.title || 'Untitled'}”?`;
    if (!(await ask({ title, text: 'For 30 days you can have it back from the list.', yes: 'Delete' }))) return;
    try {
      await post.remove();
      void navigate(withQuery(paths.myBlogs, { did: 'delete', count: 1 }));
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
          back={{ to: paths.myBlogs, label: 'Posts' }}
          standing={standing}
          writer={{ role, own: draft?.own ?? true }}
          saveState={snapshot.state}
          previewPath={draft && paths.previewBlog(draft.id)}
          busy={post.busy}
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
              noun="post"
              openElsewhere={openElsewhere}
              onUseKept={() => autosave.takeKept()}
              onDropKept={() => autosave.dropKept()}
              onTakeTheirs={() => void post.takeTheirs().catch(tellFailure)}
              onSaveOver={() => void post.saveOver().catch(tellFailure)}
            />
            <h1 className="sr-only">{content.title || 'A new post'}</h1>
            <textarea
              name="title"
              aria-label="Title"
              placeholder="Title"
              rows={1}
              maxLength={150}
              className="field-sizing-content w-full resize-none overflow-hidden bg-transparent font-display text-h2 leading-[1.1] font-[650] tracking-[-0.03em] outline-none placeholder:text-ink-faint"
              value={content.title}
              aria-invalid={fields.title ? true : undefined}
              onChange={event => autosave.change({ title: event.target.value.replaceAll(/\s*\n\s*/g, ' ') })}
              onKeyDown={event => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                document.getElementById('text')?.focus();
              }}
            />
            {fields.title && <p className="mt-1.5 text-small text-danger">{fields.title}</p>}
            <textarea
              id="text"
              name="markdown"
              aria-label="Text"
              placeholder="Write…"
              rows={18}
              className="prose field-sizing-content mt-6 min-h-[50vh] w-full max-w-none resize-none bg-transparent outline-none placeholder:text-ink-faint"
              value={content.markdown}
              aria-invalid={fields.markdown ? true : undefined}
              onChange={event => autosave.change({ markdown: event.target.value })}
            />
            {fields.markdown && <p className="mt-1.5 text-small text-danger">{fields.markdown}</p>}
          </div>
          <SettingsSheet open={settingsOpen} onClose={() => setSettingsOpen(false)}>
            <PostSettings
              draft={draft}
              content={content}
              cover={draft?.cover ?? null}
              cardPicture={draft?.cardPicture ?? null}
              fields={fields}
              onChange={patch => autosave.change(patch)}
              onChooseCard={() => {}}
              onChangeSlug={post.changeSlug}
              onShare={post.share}
              onEndShare={post.endShare}
              onDelete={() => void remove()}
            />
          </SettingsSheet>
        </div>
      </Form>
      {dialog === 'publish' && (
        <PublishDialog
          noun="post"
          scheduledFor={draft?.scheduledFor ?? null}
          publishedAt={draft?.publishedAt ?? null}
          onMove={async (move, at) => {
            await post.move(move, at ? { at } : {});
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'send-back' && (
        <SendBackDialog
          noun="post"
          onSend={async note => {
            await post.move('send-back', { note });
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {question}
    </>
  );
}
