import type { Command } from '#platform/cli/command.ts';
import { runChecks } from '#platform/health/check.ts';
import type { HealthStatus } from '#shared/health.ts';

const symbols: Readonly<Record<HealthStatus, string>> = { ok: '✓', warning: '!', failing: '✗', off: '–' };

export const statusCommands: readonly Command[] = [
  {
    name: 'doctor',
    summary: 'check that the site works, also while it is stopped',
    async run(context) {
      const checks = await runChecks({ ...context, isServer: false });
      const width = Math.max(...checks.map(({ label }) => label.length));
      const lines = checks.map(({ label, status, message, help }) =>
        [`${symbols[status]} ${label.padEnd(width)}  ${message}`, help ?? ''].filter(Boolean).join(' '),
      );
      const count = (status: HealthStatus) => checks.filter(check => check.status === status).length;
      const [failing, warnings] = [count('failing'), count('warning')];
      lines.push('', `${failing} failing, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${count('ok')} OK.`);
      return { text: lines.join('\n'), json: { checks }, ...(failing > 0 ? { exitCode: 1 } : {}) };
    },
  },
];
