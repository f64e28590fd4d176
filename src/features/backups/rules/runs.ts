/** Minutes after which a run without progress counts as interrupted: its process was stopped or killed. */
const SILENT_MINUTES = 3;

/** Returns whether a backup has no outcome yet. */
export const isRunOpen = ({ status }: { readonly status: string }) => status === 'writing' || status === 'verifying';

/** Returns whether a process is still working on a backup. */
export function isRunCurrent(
  run: { readonly status: string; readonly updatedAt: Date },
  now: Temporal.Instant,
): boolean {
  return isRunOpen(run) && now.epochMilliseconds - run.updatedAt.getTime() < SILENT_MINUTES * 60_000;
}
