import { findOwner } from '#features/auth/index.ts';
import { enqueueEmail } from '#features/email/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db } from '#platform/database/database.ts';
import { type HealthReport, listChecks } from '#platform/health/check.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { listFailingChecks, lockCheckStates, replaceCheckStates } from './queries.ts';
import { type CheckState, findAlert, updateState } from './rules.ts';

/**
 * Records the results of a scheduled run. Emails the owner about checks that start to fail, once a day while they fail,
 * and when they recover; not about a check that fails because emails can't be sent.
 */
export async function recordReports(services: ApiServices, reports: readonly HealthReport[]): Promise<void> {
  const { db, siteUrl, emailDelivery } = services;
  const now = toDate(services.now());
  const breakingEmail = new Set(listChecks(services).flatMap(({ name, breaksEmail }) => (breaksEmail ? [name] : [])));
  await db.transaction(async tx => {
    const known = await lockCheckStates(tx);
    const owner = emailDelivery && (await findOwner(tx));
    const alerts = { failing: [], recovered: [] } as Record<'failing' | 'recovered', (CheckState & HealthReport)[]>;
    const rows = reports.map(report => {
      const state = updateState(known.get(report.name), report.status === 'failing', now);
      const alert = owner && !breakingEmail.has(report.name) ? findAlert(state, now) : undefined;
      if (alert) alerts[alert].push({ ...state, ...report });
      const alertedAt = alert ? { failing: now, recovered: null }[alert] : state.alertedAt;
      return { ...state, alertedAt, name: report.name, message: report.message };
    });
    await replaceCheckStates(tx, rows);
    if (!owner) return;
    const to = { name: owner.name, email: owner.email };
    const common = { name: owner.name, url: siteUrl + dashboardPaths.status };
    const { failing, recovered } = alerts;
    if (failing.length > 0) {
      const checks = failing.map(({ since, ...check }) => ({ ...check, since: since.toISOString() }));
      await enqueueEmail(tx, services, { to, template: 'checks_failing', props: { ...common, checks } });
    }
    if (recovered.length > 0) {
      await enqueueEmail(tx, services, { to, template: 'checks_recovered', props: { ...common, checks: recovered } });
    }
  });
}

/** Lists the failing checks of the last scheduled runs with their labels. */
export async function listFailing(services: Pick<ApiServices, 'features'> & { readonly db: Db }) {
  const labels = new Map(listChecks(services).map(({ name, label }) => [name, label]));
  return (await listFailingChecks(services.db)).flatMap(({ name, message, since }) => {
    const label = labels.get(name);
    return label === undefined ? [] : [{ name, label, message, failingSince: since.toISOString() }];
  });
}
