import type { SaveState } from '#ui/autosave.ts';

const time = (at: number) => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

function formatState(state: SaveState): string {
  switch (state.kind) {
    case 'saved':
      return state.at === undefined ? 'Saved' : `Saved at ${time(state.at)}`;
    case 'pending':
      return 'Unsaved changes';
    case 'saving':
      return 'Saving…';
    case 'offline':
      return 'Can’t reach the site. Your changes are stored in this browser and will be saved when you’re back online.';
    case 'signed_out':
      return 'You’re signed out. Your changes are stored in this browser. Sign in using another tab, then continue here.';
    case 'invalid':
      return `Not saved: ${state.message}`;
    default:
      return 'Not saved. Choose which version to keep.';
  }
}

const QUIET_STATES = new Set(['saved', 'pending', 'saving']);

export function SaveStatus({ state }: { state: SaveState }) {
  const isQuiet = QUIET_STATES.has(state.kind);
  return (
    <p className={`meta min-w-0 ${isQuiet ? '' : 'text-danger'}`} role={isQuiet ? 'status' : 'alert'}>
      {formatState(state)}
    </p>
  );
}
