import { expect, it } from 'vitest';
import { judgeBackups } from './checks.ts';

const now = Temporal.Instant.from('2026-11-27T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.epochMilliseconds - hours * 3_600_000);
const on = { isScheduled: true, scheduledSince: hoursAgo(1000) };
type Run = Parameters<typeof judgeBackups>[1][number];
const run = (status: Run['status'], hours: number, details: Partial<Run> = {}): Run => ({
  status,
  startedAt: hoursAgo(hours),
  errorMessage: null,
  problems: [],
  ...details,
});

it.each<[string, Parameters<typeof judgeBackups>[0], Run[], 'ok' | 'warning' | 'failing', string]>([
  ['new site', { ...on, scheduledSince: hoursAgo(2) }, [], 'ok', 'The first scheduled backup hasn’t run yet.'],
  ['daily', on, [run('completed', 9)], 'ok', '9 hours ago and passed its restore test'],
  ['running', on, [run('writing', 0), run('completed', 24)], 'ok', '24 hours ago'],
  [
    'failed',
    on,
    [run('failed', 1, { errorMessage: 'Disk full.' }), run('completed', 2)],
    'failing',
    'failed: Disk full.',
  ],
  ['repaired', on, [run('completed', 1), run('failed', 2)], 'ok', '60 minutes ago'],
  ['damaged', on, [run('completed', 1, { problems: ['A file is missing.'] })], 'failing', 'A file is missing.'],
  ['late', on, [run('writing', 51), run('completed', 51)], 'failing', 'No backup for 50 hours'],
  ['never', on, [], 'failing', 'No backup for 50 hours'],
  ['off', { ...on, isScheduled: false }, [run('completed', 500)], 'warning', 'Scheduled backups are off.'],
])('%s', (_name, settings, runs, status, message) => {
  const result = judgeBackups(settings, runs, now);
  expect(result.status).toBe(status);
  expect(result.message).toContain(message);
  expect(result.help === undefined).toBe(status === 'ok');
});
