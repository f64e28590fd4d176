import type { ReactNode } from 'react';
import type { EmailSite, EmailTemplateRenderers } from '#shared/emails.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';
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
      {minutes} minutes, in the time zone {timeZone.replaceAll('_', ' ')}
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
  if (about.isOwner) return null;
  return (
    <EmailNote>
      You can move or cancel it by the link above until {about.changeDeadline}; then all of the money goes back. After
      that the hour is kept for you.
    </EmailNote>
  );
}

function composeBookingEmail(about: BookingEmailProps, mail: Parameters<typeof composeEmail>[1]) {
  return composeEmail(about, { button: 'Open the consultation', ...mail });
}

/** The time of a consultation, and for the owner what the client wrote. */
function AppointmentText(props: BookingEmails['booking_confirmed']) {
  return (
    <>
      <EmailText>{formatSubject(props)} takes place:</EmailText>
      <Facts about={props} />
      {props.isOwner && props.about && <EmailText>{props.about}</EmailText>}
      {props.isOwner && props.phone && <EmailText>Phone: {props.phone}</EmailText>}
    </>
  );
}

const formatSubject = ({ title, clientName, isOwner }: BookingEmailProps) =>
  isOwner ? `“${title}” with ${clientName}` : `“${title}”`;

/** Returns who changed a booking: the recipient or the other party. */
function getActor(isOwn: boolean, { isOwner, clientName }: BookingEmailProps, site: EmailSite): string {
  if (isOwn) return 'You';
  return isOwner ? clientName : site.name;
}

export const bookingsEmails: EmailTemplateRenderers<keyof BookingEmails, ReactNode> = {
  booking_payment_due: (props, site) =>
    composeBookingEmail(props, {
      subject: `Your time with ${site.name} is held, waiting for payment`,
      preheader: `Until ${props.heldUntil}. It is yours once it is paid for.`,
      heading: 'Your time is held for you',
      text: (
        <>
          <EmailText>
            The time below is held until {props.heldUntil}. It is yours once {props.amount} is paid; after that it is
            free for someone else.
          </EmailText>
          <Facts about={props} />
        </>
      ),
      button: 'Choose how to pay',
    }),

  booking_confirmed: (props, site) =>
    composeBookingEmail(props, {
      subject: props.isOwner
        ? `Booked with ${site.name}: consultation ${props.number}`
        : `Your consultation with ${site.name}`,
      preheader: `${props.startsAtText}, ${props.minutes} minutes.`,
      heading: props.isOwner ? `${props.clientName} booked a consultation` : 'Your consultation is booked',
      text: <AppointmentText {...props} />,
      note: <ChangeNote about={props} />,
    }),

  booking_rescheduled: (props, site) =>
    composeBookingEmail(props, {
      subject: `New time: consultation ${props.number} with ${site.name}`,
      preheader: `${props.startsAtText}, in place of ${props.previousStart}.`,
      heading: 'The consultation has a new time',
      text: (
        <>
          <EmailText>
            {getActor(props.isOwnChange, props, site)} moved “{props.title}” from {props.previousStart} to:
          </EmailText>
          <Facts about={props} />
        </>
      ),
      note: <ChangeNote about={props} />,
    }),

  booking_canceled: (props, site) =>
    composeBookingEmail(props, {
      subject: `Cancelled: consultation ${props.number} with ${site.name}`,
      preheader: `${formatSubject(props)} on ${props.startsAtText} does not take place.`,
      heading: 'The consultation was cancelled',
      text: [
        `${getActor(props.isOwn, props, site)} cancelled ${formatSubject(props)} on ${props.startsAtText}.`,
        props.reason && `The reason: ${props.reason}`,
        props.refunded && `${props.refunded} goes back to ${props.isOwner ? 'the client' : 'you'} the way it came.`,
      ],
    }),

  booking_reminder: (props, site) =>
    composeBookingEmail(props, {
      subject: `${props.kind === 'day_before' ? 'Within a day' : 'Within the hour'}: consultation ${props.number} with ${site.name}`,
      preheader: `${props.startsAtText}, ${props.minutes} minutes.`,
      heading:
        props.kind === 'day_before' ? 'Your consultation is within a day' : 'Your consultation begins within the hour',
      text: <AppointmentText {...props} />,
    }),

  booking_hold_expired: (props, site) =>
    composeBookingEmail(props, {
      subject: `The time that ${site.name} held for you is free again`,
      preheader: `${props.startsAtText} was not paid for while it was held.`,
      heading: 'The hold on your time has ended',
      text: [
        `${props.startsAtText} for “${props.title}” was not paid for while it was held, so that others can book it.`,
        props.isPaymentUnderWay
          ? 'A payment of yours is still on its way. If it arrives while the time is free, it is yours after all; otherwise all of it goes back to you.'
          : 'You owe nothing. What you wrote is kept: by the link you can take the time again while it is free, or choose another one.',
      ],
      button: 'See what is free',
    }),

  booking_slot_lost: (props, site) =>
    composeBookingEmail(props, {
      subject: `Your payment for a consultation with ${site.name} goes back`,
      preheader: `${props.refunded} goes back the way it came.`,
      heading: 'Your payment came too late',
      text: (
        <>
          <EmailText>
            {props.refunded} arrived for “{props.title}” on {props.startsAtText}, after the hold on it had ended.{' '}
            {props.reason}
          </EmailText>
          <EmailText>All of it goes back the way it came. I am sorry that it did not work out.</EmailText>
        </>
      ),
      button: 'Choose another time',
    }),
};
