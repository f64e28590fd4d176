import type { ReactNode } from 'react';
import type { Autosave, AutosaveSnapshot } from '#ui/autosave.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import { showErrorToast } from '../hooks/use-entry-editor.tsx';

interface EditorNoticesProps<Content extends object> {
  autosave: Autosave<Content>;
  snapshot: AutosaveSnapshot<Content>;
  noun: string;
  /** Whether the text is open in another tab of this browser. */
  openElsewhere?: boolean;
  loadLatest: () => Promise<{ content: Content; version: number }>;
}

/** Warns about recovered drafts, versions saved elsewhere, and other open tabs. */
export function EditorNotices<Content extends object>({
  autosave,
  snapshot,
  noun,
  openElsewhere = false,
  loadLatest,
}: EditorNoticesProps<Content>) {
  const { state, recoveredDraft, recoveredVersion } = snapshot;
  const loadTheirs = async () => {
    const { content, version } = await loadLatest();
    autosave.replace(content, version);
  };
  const overwrite = async () => autosave.overwrite((await loadLatest()).version);
  return (
    <>
      {state.kind === 'conflict' && (
        <Notice
          urgent
          title={`This ${noun} was saved somewhere else since you opened it here.`}
          text="Nothing was overwritten. Whichever words you keep, the other ones stay among the revisions or in this page."
        >
          <button type="button" className="button" onClick={() => void loadTheirs().catch(showErrorToast)}>
            Show the other words
          </button>
          <button type="button" className="button" onClick={() => void overwrite().catch(showErrorToast)}>
            Save mine over them
          </button>
        </Notice>
      )}
      {recoveredDraft && (
        <Notice
          title="This browser holds words of yours that were never saved."
          text={
            <>
              They are of <LocalDateTime instant={new Date(recoveredDraft.at).toISOString()} />, and this {noun} has
              been saved since.
            </>
          }
        >
          <button type="button" className="button" onClick={() => autosave.restoreDraft()}>
            Use them
          </button>
          <button type="button" className="button" onClick={() => autosave.discardDraft()}>
            Throw them away
          </button>
        </Notice>
      )}
      {recoveredVersion !== undefined && (
        <Notice
          title="Words that had not been saved are back."
          text={
            <>
              This browser kept them on <LocalDateTime instant={new Date(recoveredVersion).toISOString()} />.
            </>
          }
        />
      )}
      {openElsewhere && state.kind !== 'conflict' && (
        <Notice
          title={`This ${noun} is open in another tab, too.`}
          text="Write in one of them: the other one will not save over it."
        />
      )}
    </>
  );
}

interface NoticeProps {
  title: string;
  text: ReactNode;
  urgent?: boolean;
  children?: ReactNode;
}

function Notice({ title, text, urgent = false, children }: NoticeProps) {
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={`mb-6 max-w-[42rem] border-l-2 pl-4 text-small ${urgent ? 'border-danger' : 'border-accent'}`}
    >
      <p className="font-display font-semibold">{title}</p>
      <p className="mt-1 text-ink-soft">{text}</p>
      {children && <div className="mt-3 flex flex-wrap gap-3">{children}</div>}
    </div>
  );
}
