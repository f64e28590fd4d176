import { desc, sql } from 'drizzle-orm';
import { emails } from '#features/email/index.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { ClientActivitySource } from '../rules/activity.ts';

/** The emails that the site sent to a client. */
export const emailActivity: ClientActivitySource = {
  group: 'emails',
  async list(db, _services, addresses, limit) {
    const rows = await db
      .select({ id: emails.id, subject: emails.subject, createdAt: emails.createdAt, state: emails.state })
      .from(emails)
      .where(sql`lower(${emails.toEmail}) = any(${sql.param([...addresses])}::text[])`)
      .orderBy(desc(emails.sequence))
      .limit(limit);
    return rows.map(({ id, subject, createdAt, state }) => ({
      kind: 'email',
      at: createdAt.toISOString(),
      title: subject,
      detail: state === 'sent' ? '' : 'Not sent',
      path: dashboardPaths.outboxEmail(id),
      amount: null,
    }));
  },
};
