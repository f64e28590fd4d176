import type { ReactNode } from 'react';
import { formatBytes } from '#features/media/browser.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { formatDateTime, formatTimeZone } from '#shared/time.ts';
import { EmailText } from '#ui/EmailText.tsx';
import type { Actor, BookingTransition } from '../../lifecycle/contract/states.ts';
import { BookingStatus } from './booking-columns.tsx';
import type { Booking } from '../contract.ts';
import { MeetingLocation } from './MeetingLocation.tsx';

export function OwnerBookingDetails({ booking }: { booking: Booking }) {
  const { client, ownerTimeZone, timeZone } = booking;
  const format = (minor: MinorUnits) => formatMoney({ minor, currency: booking.currency });
  return (
    <dl className="border-t border-rule-strong">
      <Fact term="Status">
        <BookingStatus state={booking.state} />
      </Fact>
      <Fact term="Date">
        <time dateTime={booking.startsAt}>{formatDateTime(booking.startsAt, ownerTimeZone)}</time>
        <span className="hint block">{booking.durationMinutes} minutes</span>
        {timeZone !== ownerTimeZone && (
          <span className="meta block">
            {formatDateTime(booking.startsAt, timeZone)} for the client ({formatTimeZone(timeZone)})
          </span>
        )}
      </Fact>
      {booking.hold && <Fact term="Reserved until">{formatDateTime(booking.hold.expiresAt, ownerTimeZone)}</Fact>}
      <Fact term="Client">
        {client ? client.name : 'The client hasn’t entered their details yet.'}
        {client?.email && (
          <a className="link flex min-h-11 w-fit items-center sm:pointer-fine:min-h-6" href={`mailto:${client.email}`}>
            <EmailText email={client.email} />
          </a>
        )}
        {client?.phone && (
          <a
            className="link flex min-h-11 w-fit items-center sm:pointer-fine:min-h-6"
            href={`tel:${client.phone.replaceAll(/[^+\d]/g, '')}`}
          >
            {client.phone}
          </a>
        )}
      </Fact>
      {booking.billedTo && (
        <Fact term="Billed to">
          {[
            booking.billedTo.name,
            ...booking.billedTo.addressLines,
            booking.billedTo.taxId && `Tax ID ${booking.billedTo.taxId}`,
          ]
            .filter(Boolean)
            .map((line, index) => (
              <span key={index} className="block">
                {line}
              </span>
            ))}
        </Fact>
      )}
      {booking.location && (
        <Fact term="Location">
          <MeetingLocation location={booking.location} />
        </Fact>
      )}
      {booking.notes && (
        <Fact term="Notes">
          <span className="whitespace-pre-line">{booking.notes}</span>
        </Fact>
      )}
      <Fact term="Price">
        {booking.bookedBy === 'owner' ? 'No charge (you added this booking)' : format(booking.total)}
        {booking.refund && (
          <span className="meta block">
            {format(booking.refund.amount)} {booking.refund.isComplete ? 'refunded' : 'refund in progress'}
          </span>
        )}
      </Fact>
      {booking.billingDocuments.length > 0 && (
        <Fact term="Documents">
          <ul>
            {booking.billingDocuments.map(({ number, title, total, amountDue, path }) => (
              <li key={number}>
                <a className="link inline-flex min-h-11 items-center sm:pointer-fine:min-h-6" href={path}>
                  {title}
                </a>{' '}
                <span className="meta">
                  {format(total)}
                  {amountDue > 0 && `, ${format(amountDue)} due`}
                </span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {booking.files.length > 0 && (
        <Fact term="Files">
          <ul>
            {booking.files.map(({ id, name, sizeBytes, path }) => (
              <li key={id}>
                <a className="link inline-flex min-h-11 items-center [overflow-wrap:anywhere]" href={path}>
                  {name}
                </a>{' '}
                <span className="meta">{formatBytes(sizeBytes)}</span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {booking.icsPath && (
        <Fact term="Calendar">
          <a className="link inline-flex min-h-11 items-center sm:pointer-fine:min-h-6" href={booking.icsPath}>
            Download .ics file
          </a>
        </Fact>
      )}
    </dl>
  );
}

const transitionLabels: Readonly<Record<BookingTransition, string>> = {
  hold: 'Time reserved',
  create: 'Booking added',
  submit_details: 'Details submitted',
  confirm: 'Confirmed',
  expire: 'Reservation expired',
  reschedule: 'Rescheduled',
  cancel: 'Canceled',
  complete: 'Marked as completed',
  mark_no_show: 'Marked as no-show',
};

const actorLabels: Readonly<Record<Actor, string>> = {
  client: 'by the client',
  owner: 'by you',
  system: 'automatically',
};

/** History of a booking, oldest first. */
export function OwnerBookingTimeline({ booking }: { booking: Booking }) {
  const { ownerTimeZone } = booking;
  return (
    <section aria-labelledby="log-title">
      <h2 id="log-title" className="border-b border-rule-strong pb-2 text-h4">
        History
      </h2>
      <ol>
        {booking.events.map(event => (
          <li key={`${event.occurredAt} ${event.transition}`} className="border-b border-rule py-2.5 text-small">
            {transitionLabels[event.transition]} {actorLabels[event.actor]}
            {event.startsAt && ` to ${formatDateTime(event.startsAt, ownerTimeZone)}`}
            {event.reason && <span className="block text-ink-soft">{event.reason}</span>}
            <span className="meta block">{formatDateTime(event.occurredAt, ownerTimeZone)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:items-baseline sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="hint pt-0.5">{term}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
