import { findOwner, getUser } from '#features/auth/index.ts';
import type { IssueServices } from '#features/billing/index.ts';
import { type EmailServices, type NewEmail, enqueueEmail, getOwnerReplyTo } from '#features/email/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { formatDateTime } from '#shared/time.ts';
import { parties, type Party } from '../contract/states.ts';
import type { BookingEmailProps, BookingEmails } from '../contract/emails.ts';
import { getBookingSettings } from '../queries/availability.ts';
import type { BookingRow } from '../queries/bookings.ts';
import { getChangeDeadline } from '../rules/change-policy.ts';
import { buildBookingUrl } from './access.ts';
import { renderBookingIcs } from './calendar-entry.ts';

export type NotificationServices = EmailServices & IssueServices & Pick<ApiServices, 'encryption' | 'now'>;

/** Returns the recipient for a party: the client's account address if they have one. Undefined if unknown. */
async function findRecipient(party: Party, tx: Transaction, services: NotificationServices, booking: BookingRow) {
  if (party === 'client') {
    const account = booking.clientId === null ? undefined : await getUser(tx, booking.clientId);
    const email = account?.email ?? booking.clientEmail;
    if (email === null) return undefined;
    const link = buildBookingUrl(services, booking);
    return { name: booking.clientName ?? '', address: email, link, timeZone: booking.timeZone };
  }
  const owner = await findOwner(tx);
  if (!owner) return undefined;
  const link = services.siteUrl + dashboardPaths.booking(booking.id);
  return { name: owner.name, address: owner.email, link, timeZone: await getTimeZone(tx) };
}

type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

interface BookingEmail<Name extends keyof BookingEmails> {
  readonly template: Name;
  readonly recipients: readonly Party[];
  /** The calendar invite to attach; none unless the time is booked. */
  readonly method?: 'REQUEST' | 'CANCEL';
  readonly props: (recipient: Recipient, party: Party) => Omit<BookingEmails[Name], keyof BookingEmailProps>;
}

/** Emails a booking's parties, each in their own time zone; replies go to the other party. */
export async function emailParties<Name extends keyof BookingEmails>(
  tx: Transaction,
  services: NotificationServices,
  booking: BookingRow,
  { template, recipients, method, props }: BookingEmail<Name>,
): Promise<void> {
  const { meetingLocation, minimumChangeNoticeHours } = await getBookingSettings(tx);
  const deadline = getChangeDeadline(booking, minimumChangeNoticeHours);
  const calendarInvite = method && { method, content: await renderBookingIcs(tx, services, booking, method) };
  for (const party of recipients) {
    const to = await findRecipient(party, tx, services, booking);
    if (!to) continue;
    const about: BookingEmailProps = {
      name: to.name,
      isOwner: party === 'owner',
      number: booking.id,
      title: booking.title,
      clientName: booking.clientName ?? '',
      url: to.link,
      startsAtText: formatDateTime(booking.startsAt.toISOString(), to.timeZone),
      timeZone: to.timeZone,
      minutes: booking.durationMinutes,
      location: meetingLocation,
      changeDeadline: deadline > toDate(services.now()) ? formatDateTime(deadline.toISOString(), to.timeZone) : null,
    };
    const client = booking.clientEmail && { name: booking.clientName ?? '', address: booking.clientEmail };
    const replies = party === 'client' ? await getOwnerReplyTo(tx) : client ? { replyTo: client } : {};
    await enqueueEmail(tx, services, {
      to: { name: to.name, email: to.address },
      template,
      props: { ...about, ...props(to, party) } as NewEmail<Name>['props'],
      ...(calendarInvite ? { calendarInvite } : {}),
      ...replies,
    });
  }
}

export const formatBookingAmount = (minor: MinorUnits, currency: string) =>
  formatMoney({ minor, currency }, { exact: true });

/** Notifies both parties of the confirmation. */
export function notifyBookingConfirmed(tx: Transaction, services: NotificationServices, booking: BookingRow) {
  const { notes, clientPhone } = booking;
  return emailParties(tx, services, booking, {
    template: 'booking_confirmed',
    recipients: parties,
    method: 'REQUEST',
    props: () => ({ about: notes, phone: clientPhone }),
  });
}
