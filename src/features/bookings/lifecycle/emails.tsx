import type { ReactNode } from 'react';
import type { EmailSite, EmailTemplateRenderers } from '#shared/emails.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';
import { formatTimeZone } from '#shared/time.ts';
import type { BookingEmailProps, BookingEmails } from './contract/emails.ts';

declare module '#shared/emails.ts' {
  interface EmailTemplates extends BookingEmails {}
}

function Facts({ about }: { about: BookingEmailProps }) {
  const { startsAtText, timeZone, minutes, location } = about;
  return (
    <EmailText>
      <b>{startsAtText}</b>
      <br />
      {minutes} minutes, time zone {formatTimeZone(timeZone)}
      {location && (
        <>
          <br />
          {location}
        </>
      )}
    </EmailText>
  );
}

function ChangeNote({ about }: { about: BookingEmailProps }) {
  if (about.isOwner || about.changeDeadline === null) return null;
  return (
    <EmailNote>
      Need to make a change? You can reschedule, or cancel for a full refund, until {about.changeDeadline}.
    </EmailNote>
  );
}

function composeBookingEmail(about: BookingEmailProps, mail: Parameters<typeof composeEmail>[1]) {
  return composeEmail(about, { button: 'View booking', ...mail });
}

/** Describes a consultation after an introduction; for the owner with the client's notes and phone number. */
function AppointmentText({ intro, ...props }: BookingEmails['booking_confirmed'] & { intro: string }) {
  return (
    <>
      <EmailText>{intro}</EmailText>
      <Facts about={props} />
      {props.isOwner && props.about && <EmailText>{props.about}</EmailText>}
      {props.isOwner && props.phone && <EmailText>Phone: {props.phone}</EmailText>}
    </>
  );
}

const formatConsultation = ({ title, clientName, isOwner }: BookingEmailProps) =>
  isOwner ? `“${title}” with ${clientName}` : `“${title}”`;

/** Names a booking at the start of a subject. */
const formatBooking = ({ number, clientName, isOwner }: BookingEmailProps, site: EmailSite) =>
  isOwner ? `Booking ${number} with ${clientName}` : `Your booking with ${site.name}`;

/** Returns who changed a booking: the recipient or the other party. */
function getActor(isOwn: boolean, { isOwner, clientName }: BookingEmailProps, site: EmailSite): string {
  if (isOwn) return 'You';
  return isOwner ? clientName : site.name;
}

export const bookingsEmails: EmailTemplateRenderers<keyof BookingEmails, ReactNode> = {
  booking_payment_due: (props, site) =>
    composeBookingEmail(props, {
      subject: `Pay to confirm your booking with ${site.name}`,
      preheader: `Your time is reserved until ${props.heldUntil}.`,
      heading: 'Your time is reserved',
      text: (
        <>
          <EmailText>
            Your time is reserved until {props.heldUntil}. Pay {props.amount} by then to confirm your booking. After
            that, others can book the time.
          </EmailText>
          <Facts about={props} />
        </>
      ),
      button: 'Pay now',
    }),

  booking_confirmed: (props, site) =>
    composeBookingEmail(props, {
      subject: props.isOwner
        ? `New booking ${props.number} with ${props.clientName}`
        : `${formatBooking(props, site)} is confirmed`,
      preheader: `${props.startsAtText}, ${props.minutes} minutes.`,
      heading: props.isOwner ? 'New booking' : 'Your booking is confirmed',
      text: <AppointmentText {...props} intro={`${formatConsultation(props)} is confirmed.`} />,
      note: <ChangeNote about={props} />,
    }),

  booking_rescheduled: (props, site) =>
    composeBookingEmail(props, {
      subject: `${formatBooking(props, site)} was rescheduled`,
      preheader: `New time: ${props.startsAtText}.`,
      heading: 'Booking rescheduled',
      text: (
        <>
          <EmailText>
            {getActor(props.isOwnChange, props, site)} rescheduled “{props.title}” from {props.previousStart} to:
          </EmailText>
          <Facts about={props} />
        </>
      ),
      note: <ChangeNote about={props} />,
    }),

  booking_canceled: (props, site) =>
    composeBookingEmail(props, {
      subject: `${formatBooking(props, site)} was canceled`,
      preheader: `${formatConsultation(props)} on ${props.startsAtText} was canceled.`,
      heading: 'Booking canceled',
      text: [
        `${getActor(props.isOwn, props, site)} canceled ${props.isOwn ? formatConsultation(props) : `“${props.title}”`} on ${props.startsAtText}.`,
        props.reason && `Reason: ${props.reason}`,
        props.refunded &&
          (props.isOwner
            ? `The client will get a full refund of ${props.refunded} to their original payment method.`
            : `You’ll get a full refund of ${props.refunded} to your original payment method.`),
      ],
    }),

  booking_reminder: (props, site) => {
    const timing = props.kind === 'day_before' ? 'starts within 24 hours' : 'starts within an hour';
    return composeBookingEmail(props, {
      subject: `${formatBooking(props, site)} ${timing}`,
      preheader: `${props.startsAtText}, ${props.minutes} minutes.`,
      heading: `Your consultation ${timing}`,
      text: <AppointmentText {...props} intro={`${formatConsultation(props)} ${timing}.`} />,
    });
  },

  booking_hold_expired: (props, site) =>
    composeBookingEmail(props, {
      subject: `Your reservation with ${site.name} expired`,
      preheader: `${props.startsAtText} is no longer reserved for you.`,
      heading: 'Your reservation expired',
      text: [
        `Your reservation for “${props.title}” on ${props.startsAtText} expired before you paid, so others can book this time.`,
        props.isPaymentUnderWay
          ? 'Your payment is still being processed. If it arrives while the time is available, your booking is confirmed. Otherwise, you’ll get a full refund.'
          : 'You have not been charged. Your details are saved, so you can book this time again if it’s still available, or choose another one.',
      ],
      button: 'See available times',
    }),

  booking_slot_lost: (props, site) =>
    composeBookingEmail(props, {
      subject: `Your payment to ${site.name} will be refunded`,
      preheader: `You’ll get a refund of ${props.refunded} to your original payment method.`,
      heading: 'Your payment arrived too late',
      text: (
        <>
          <EmailText>
            Your payment of {props.refunded} for “{props.title}” on {props.startsAtText} arrived too late.{' '}
            {props.reason}
          </EmailText>
          <EmailText>You’ll get a full refund to your original payment method. Sorry for the inconvenience.</EmailText>
        </>
      ),
      button: 'Choose another time',
    }),
};
