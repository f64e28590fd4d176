import type { ReactNode } from 'react';
import type { Autosave, AutosaveSnapshot } from '#ui/autosave.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import type { EditedDraft } from '../contract/schemas.ts';
import { showErrorToast } from '../hooks/use-entry-editor.tsx';

interface EditorNoticesProps<Content extends object> {
  autosave: Autosave<Content>;
  snapshot: AutosaveSnapshot<Content>;
  noun: string;
  /** Whether replaced versions are kept. */
  hasHistory?: boolean;
  /** Whether the text is open in another tab of this browser. */
  openElsewhere?: boolean;
  /** Restores the text; undefined unless it is deleted. */
  restore?: (() => Promise<void>) | undefined;
  loadLatest: () => Promise<{ content: Content; version: number }>;
}

/** Warns about recovered drafts, versions saved elsewhere, and other open tabs. */
export function EditorNotices<Content extends object>({
  autosave,
  snapshot,
  noun,
  hasHistory = true,
  openElsewhere = false,
  restore,
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
      {restore && (
        <Notice urgent title={`This ${noun} is deleted.`} text="Restore it to save your changes.">
          <button type="button" className="button" onClick={() => void restore().catch(showErrorToast)}>
            Restore {noun}
          </button>
        </Notice>
      )}
      {state.kind === 'conflict' && !restore && (
        <Notice
          urgent
          title={`This ${noun} was changed in another tab or by someone else.`}
          text={`Load the latest version and discard your unsaved changes, or keep your version.${hasHistory ? ' If you keep yours, the other one stays in the version history.' : ''}`}
        >
          <button type="button" className="button" onClick={() => void loadTheirs().catch(showErrorToast)}>
            Load latest version
          </button>
          <button type="button" className="button" onClick={() => void overwrite().catch(showErrorToast)}>
            Keep my version
          </button>
        </Notice>
      )}
      {recoveredDraft && (
        <Notice
          title="You have unsaved changes from an earlier session."
          text={
            <>
              You made them on <LocalDateTime instant={new Date(recoveredDraft.at).toISOString()} />. This {noun} has
              been saved since then.
            </>
          }
        >
          <button type="button" className="button" onClick={() => autosave.restoreDraft()}>
            Restore unsaved changes
          </button>
          <button type="button" className="button button-danger" onClick={() => autosave.discardDraft()}>
            Discard unsaved changes
          </button>
        </Notice>
      )}
      {recoveredVersion !== undefined && (
        <Notice
          title="Unsaved changes restored."
          text={
            <>
              You made them on <LocalDateTime instant={new Date(recoveredVersion).toISOString()} />.
            </>
          }
        />
      )}
      {openElsewhere && state.kind !== 'conflict' && (
        <Notice title={`This ${noun} is open in another tab.`} text="Edit it in only one tab to avoid conflicts." />
      )}
    </>
  );
}

/** Shows the reviewer's request for changes. */
export function ReviewNotice({ note, requestedBy, requestedAt }: NonNullable<EditedDraft['requestedChanges']>) {
  return (
    <Notice
      title={`${requestedBy ?? 'The site’s owner'} requested changes.`}
      text={
        <>
          {note && (
            <span dir="auto" className="mb-1 block text-ink whitespace-pre-wrap [overflow-wrap:anywhere]">
              {note}
            </span>
          )}
          <LocalDateTime instant={requestedAt} />
        </>
      }
    />
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
      // An urgent one stays in view below the toolbar, because changes aren't saved until a button is pressed.
      className={`mb-6 max-w-[42rem] border-l-2 pl-4 text-small ${urgent ? 'sticky top-40 z-9 border-danger bg-ground py-3 lg:top-14' : 'border-accent'}`}
    >
      <p className="font-display font-semibold">{title}</p>
      <p className="mt-1 text-ink-soft">{text}</p>
      {children && <div className="mt-3 flex flex-wrap gap-3">{children}</div>}
    </div>
  );
}
