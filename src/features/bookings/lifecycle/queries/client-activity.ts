import { and, desc, notInArray, sql } from 'drizzle-orm';
import type { ClientActivitySource } from '#features/clients/index.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { bookingStateLabels } from '../rules/change-policy.ts';
import { bookings } from '../tables.ts';

/** The bookings of a client. */
export const bookingActivity: ClientActivitySource = {
  group: 'sales',
  async list(db, _services, emails, limit) {
    const rows = await db
      .select()
      .from(bookings)
      .where(
        and(
          sql`${bookings.clientEmail} = any(${sql.param([...emails])}::citext[])`,
          notInArray(bookings.state, ['held', 'expired']),
        ),
      )
      .orderBy(desc(bookings.id))
      .limit(limit);
    return rows.map(({ id, title, state, createdAt, total, currency, bookedBy, clientId }) => ({
      kind: 'booking',
      at: createdAt.toISOString(),
      title: `Consultation ${id}: ${title}`,
      detail: bookingStateLabels[state],
      path: dashboardPaths.booking(id),
      amount: total === 0 ? null : { minor: total, currency },
      ...(clientId === null && bookedBy === 'client' && { hasUnverifiedEmail: true }),
    }));
  },
};
