import ArrowLeft from 'lucide-react/icons/arrow-left';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import PanelLeft from 'lucide-react/icons/panel-left';
import PanelRight from 'lucide-react/icons/panel-right';
import { use } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '#shared/time.ts';
import type { SaveState } from '#ui/autosave.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { isDestructive } from '#ui/table/row-actions.tsx';
import { menuItemClass } from '#ui/table/RowMenu.tsx';
import type { PublishingTransition } from '../contract/status.ts';
import { listAllowedTransitions, type PublishingState, type EntryActor } from '../rules/transitions.ts';
import { getTransitionLabel } from '../rules/labels.ts';
import { SaveStatus } from './SaveStatus.tsx';
import { StatusBadge } from './StatusBadge.tsx';

interface EditorToolbarProps {
  back: { readonly to: string; readonly label: string };
  state: PublishingState;
  writer: EntryActor;
  /** When the text will be published; an instant. */
  scheduledFor: string | null;
  saveState: SaveState;
  /** Path of the preview; undefined before the first save. */
  previewPath: string | undefined;
  busy: boolean;
  settingsOpen: boolean;
  onToggleSettings: () => void;
  onReschedule: () => void;
  onTransition: (transition: PublishingTransition) => void;
}

/** Shows the status of a text, its save state and its possible transitions. */
export function EditorToolbar(props: EditorToolbarProps) {
  const { back, state, writer, scheduledFor, saveState, previewPath, busy, settingsOpen, onTransition } = props;
  const all = listAllowedTransitions(state, writer);
  const possible: PublishingTransition[] = all.filter(transition => transition !== 'schedule');
  const primary = PRIMARY.find(transition => possible.includes(transition));
  const others = possible.filter(transition => transition !== primary);
  const renderButton = (transition: PublishingTransition, className: string) => (
    <button
      key={transition}
      type="button"
      className={className}
      aria-disabled={busy || undefined}
      onClick={event => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        if (!busy) onTransition(transition);
      }}
    >
      {getTransitionLabel(transition, state)}
    </button>
  );
  return (
    <div className="editor-bar sticky top-16 z-10 border-b border-rule bg-ground lg:top-0">
      <div className="frame flex min-h-14 flex-wrap items-center gap-x-0.5 gap-y-1 py-1.5 sm:gap-x-4">
        <div className="-ml-3 flex items-center">
          <button
            type="button"
            popoverTarget="side-bar"
            data-tooltip="Show menu"
            className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink max-lg:hidden"
          >
            <PanelLeft className="size-5" aria-hidden="true" />
            <span className="sr-only">Show menu</span>
          </button>
          <Link
            to={back.to}
            className="inline-flex min-h-11 min-w-11 items-center gap-2 px-3 font-display text-small font-medium text-ink-soft no-underline hover:text-accent"
          >
            <ArrowLeft className="size-4" aria-hidden="true" /> <span className="max-sm:sr-only">{back.label}</span>
          </Link>
        </div>
        <div className="flex flex-1 basis-28 flex-wrap items-center gap-x-4 gap-y-0.5 sm:basis-auto">
          <StatusBadge state={state} />
          {state.status === 'scheduled' && scheduledFor && (
            <DueTime instant={scheduledFor} onReschedule={all.includes('schedule') ? props.onReschedule : undefined} />
          )}
          {!state.deleted && (previewPath || saveState.kind !== 'saved') && <SaveStatus state={saveState} />}
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-1 sm:gap-2">
          {previewPath && (
            <Link to={previewPath} className="button max-sm:size-11 max-sm:p-0" target="_blank" rel="noopener">
              <Eye className="size-4.5 sm:hidden" aria-hidden="true" />
              <span className="max-sm:sr-only">
                Preview<span className="sr-only"> (opens in a new tab)</span>
              </span>
            </Link>
          )}
          {others.length > 0 && (
            <>
              <button type="button" popoverTarget="more-moves" className="button max-sm:size-11 max-sm:p-0">
                <Ellipsis className="size-4.5 sm:hidden" aria-hidden="true" />
                <span className="max-sm:sr-only">More</span>
              </button>
              <div
                id="more-moves"
                popover="auto"
                className="anchored min-w-56 rounded-control border border-rule-strong bg-ground p-1.5 text-ink shadow-raised"
              >
                {others.map(transition =>
                  renderButton(transition, `${menuItemClass} ${isDestructive(transition) ? 'text-danger' : ''}`),
                )}
              </div>
            </>
          )}
          <button
            type="button"
            aria-expanded={settingsOpen}
            aria-controls="text-settings"
            className="button max-sm:size-11 max-sm:p-0 aria-expanded:bg-accent-wash"
            onClick={props.onToggleSettings}
          >
            <PanelRight className="size-4.5 sm:hidden" aria-hidden="true" />
            <span className="max-sm:sr-only">Settings</span>
          </button>
          {primary && renderButton(primary, 'button button-primary')}
        </div>
      </div>
    </div>
  );
}

interface DueTimeProps {
  instant: string;
  /** Undefined if the user can't reschedule it. */
  onReschedule: (() => void) | undefined;
}

/** Shows the scheduled time in the site's time zone. */
function DueTime({ instant, onReschedule }: DueTimeProps) {
  const { timeZone } = use(siteMetaContext);
  const time = <time dateTime={instant}>{formatDateTime(instant, timeZone)}</time>;
  if (!onReschedule) return <p className="meta">For {time}</p>;
  return (
    <button
      type="button"
      data-tooltip="Reschedule"
      className="meta inline-flex min-h-11 items-center gap-1.5 text-ink underline decoration-rule-strong underline-offset-4 hover:text-accent"
      onClick={onReschedule}
    >
      <CalendarClock className="size-4 text-accent" aria-hidden="true" />
      <span className="sr-only">Reschedule: </span>
      {time}
    </button>
  );
}

/** The main transitions; the publish dialog also schedules. */
const PRIMARY: readonly PublishingTransition[] = ['publish', 'submit'];
