/** Minutes after which a run without progress counts as interrupted: its process was stopped or killed. */
const SILENT_MINUTES = 3;

/** Returns whether a process is still working on a backup. */
export function isRunCurrent(
  { status, updatedAt }: { readonly status: string; readonly updatedAt: Date },
  now: Temporal.Instant,
): boolean {
  const isOpen = status === 'writing' || status === 'verifying';
  return isOpen && now.epochMilliseconds - updatedAt.getTime() < SILENT_MINUTES * 60_000;
}
