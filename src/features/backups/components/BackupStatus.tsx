import { formatBytes } from '#features/media/browser.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import { usePolling } from '#ui/use-polling.ts';
import type { BackupOverview, BackupRun } from '../contract/index.ts';

const POLL_INTERVAL_MS = 2000;

/** Shows the backup in progress, or how the last one ended and when the next one is due. */
export function BackupStatus({ overview: { current, last, nextAt, items } }: { overview: BackupOverview }) {
  usePolling(POLL_INTERVAL_MS, current !== null);
  return (
    <div className="mb-8 max-w-[42rem]">
      <div aria-live="polite">
        {current ? (
          <BackupProgress run={current} previousBytes={items[0]?.bytes} />
        ) : (
          last && <LastOutcome run={last} problems={items[0]?.problems ?? []} />
        )}
      </div>
      {nextAt ? (
        <p className="hint mt-2">
          Next backup: <LocalDateTime instant={nextAt} />
        </p>
      ) : (
        <p className="hint mt-2">Scheduled backups are off.</p>
      )}
    </div>
  );
}

/** The previous backup's size is the best estimate of this one's. */
function BackupProgress({ run, previousBytes }: { run: BackupRun; previousBytes: number | undefined }) {
  const isWriting = run.status === 'writing';
  const label = isWriting ? 'Writing the backup' : 'Testing the backup';
  return (
    <>
      {isWriting && previousBytes !== undefined && (
        <progress
          className="progress w-full"
          aria-label={label}
          max={previousBytes}
          value={Math.min(run.bytes, previousBytes)}
        />
      )}
      <p className="mt-2 text-small">
        {label}… <span aria-hidden="true">{formatBytes(run.bytes)}</span>
      </p>
    </>
  );
}

function LastOutcome({ run, problems }: { run: BackupRun; problems: readonly string[] }) {
  if (run.status === 'completed' && problems.length === 0) {
    return (
      <p className="text-small">
        The last backup (<LocalDateTime instant={run.startedAt} />) passed its restore test.
      </p>
    );
  }
  return (
    <div className="border-l-2 border-danger pl-4 text-small">
      <p>
        The last backup (<LocalDateTime instant={run.startedAt} />){' '}
        {run.status === 'completed' ? 'has problems:' : run.status === 'failed' ? 'failed:' : 'was interrupted.'}
      </p>
      {run.errorMessage && <p>{run.errorMessage}</p>}
      {problems.map(problem => (
        <p key={problem}>{problem}</p>
      ))}
    </div>
  );
}
