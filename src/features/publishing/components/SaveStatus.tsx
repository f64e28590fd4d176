import type { SaveState } from '#ui/autosave.ts';

const time = (at: number) => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

function formatState(state: SaveState): string {
  switch (state.kind) {
    case 'saved':
      return state.at === undefined ? 'Saved' : `Saved at ${time(state.at)}`;
    case 'pending':
      return 'Not saved yet';
    case 'saving':
      return 'Saving…';
    case 'offline':
      return 'The site cannot be reached. Your words are kept in this browser, and saved as soon as it can.';
    case 'signed_out':
      return 'You were signed out. Your words are kept in this browser: sign in in another tab, then go on here.';
    case 'invalid':
      return `Not saved: ${state.message}`;
    default:
      return 'Not saved: it was saved somewhere else.';
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
