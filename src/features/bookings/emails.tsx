import type { ReactNode } from 'react';
import type { MailWriters } from '#shared/emails.ts';
import { MailButton, MailHeading, MailNote, MailText } from '#ui/email/EmailComponents.tsx';
import type { AboutBooking, BookingMails } from './contract/emails.ts';

declare module '#shared/emails.ts' {
  interface MailTemplates extends BookingMails {}
}

/** When and where it is: the same in every mail. */
function Facts({ about }: { about: AboutBooking }) {
  const { when, timeZone, minutes, place } = about;
  return (
    <MailText>
      <b>{when}</b>
      <br />
      {minutes} minutes, in the time zone {timeZone.replaceAll('_', ' ')}
      {place && (
        <>
          <br />
          {place}
        </>
      )}
    </MailText>
  );
}

function Talk({ about, phone, isOwner }: { about: string; phone: string | null; isOwner: boolean }) {
  if (!isOwner || (!about && !phone)) return null;
  return (
    <>
      {about && <MailText>{about}</MailText>}
      {phone && <MailText>Phone: {phone}</MailText>}
    </>
  );
}

function ChangeNote({ about }: { about: AboutBooking }) {
  if (about.isOwner) return null;
  return (
    <MailNote>
      You can move or cancel it by the link above until {about.changeableUntil}; then all of the money goes back. After
      that the hour is kept for you.
    </MailNote>
  );
}

/** A mail about a consultation: what it says, and the way to it. */
function bookingMail(
  about: AboutBooking,
  mail: { subject: string; preheader: string; heading: string; text: ReactNode; button?: string; note?: ReactNode },
) {
  return {
    subject: mail.subject,
    preheader: mail.preheader,
    body: (
      <>
        <MailHeading>{mail.heading}</MailHeading>
        <MailText>Hello {about.name},</MailText>
        {mail.text}
        <MailButton href={about.link} label={mail.button ?? 'Open the consultation'} />
        {mail.note}
      </>
    ),
  };
}

const about = ({ title, by, isOwner }: AboutBooking) => (isOwner ? `“${title}” with ${by}` : `“${title}”`);

/** The mails about consultations. */
export const bookingsMails: MailWriters<keyof BookingMails, ReactNode> = {
  bookingBegun: (props, site) =>
    bookingMail(props, {
      subject: `Your time with ${site.name} is held, waiting for payment`,
      preheader: `Until ${props.heldUntil}. It is yours once it is paid for.`,
      heading: 'Your time is held for you',
      text: (
        <>
          <MailText>
            The time below is held until {props.heldUntil}. It is yours once {props.amount} is paid; after that it is
            free for someone else.
          </MailText>
          <Facts about={props} />
        </>
      ),
      button: 'Choose how to pay',
    }),

  bookingConfirmed: (props, site) =>
    bookingMail(props, {
      subject: props.isOwner
        ? `Booked with ${site.name}: consultation ${props.number}`
        : `Your consultation with ${site.name}`,
      preheader: `${props.when}, ${props.minutes} minutes.`,
      heading: props.isOwner ? `${props.by} booked a consultation` : 'Your consultation is booked',
      text: (
        <>
          <MailText>{about(props)} takes place:</MailText>
          <Facts about={props} />
          <Talk {...props} />
        </>
      ),
      note: <ChangeNote about={props} />,
    }),

  bookingMoved: (props, site) =>
    bookingMail(props, {
      subject: `New time: consultation ${props.number} with ${site.name}`,
      preheader: `${props.when}, in place of ${props.before}.`,
      heading: 'The consultation has a new time',
      text: (
        <>
          <MailText>
            {props.isOwn ? 'You moved' : props.isOwner ? `${props.by} moved` : `${site.name} moved`} “{props.title}”
            from {props.before} to:
          </MailText>
          <Facts about={props} />
        </>
      ),
      note: <ChangeNote about={props} />,
    }),

  bookingCancelled: (props, site) =>
    bookingMail(props, {
      subject: `Cancelled: consultation ${props.number} with ${site.name}`,
      preheader: `${about(props)} on ${props.when} does not take place.`,
      heading: 'The consultation was cancelled',
      text: (
        <>
          <MailText>
            {props.isOwn ? 'You' : props.isOwner ? props.by : site.name} cancelled {about(props)} on {props.when}.
          </MailText>
          {props.reason && <MailText>The reason: {props.reason}</MailText>}
          {props.refunded && (
            <MailText>
              {props.refunded} {props.isOwner ? 'goes back to the client' : 'goes back to you'} the way it came.
            </MailText>
          )}
        </>
      ),
    }),

  bookingReminder: (props, site) =>
    bookingMail(props, {
      subject:
        props.kind === 'day'
          ? `Within a day: consultation ${props.number} with ${site.name}`
          : `Within the hour: consultation ${props.number} with ${site.name}`,
      preheader: `${props.when}, ${props.minutes} minutes.`,
      heading: props.kind === 'day' ? 'Your consultation is within a day' : 'Your consultation begins within the hour',
      text: (
        <>
          <MailText>{about(props)} takes place:</MailText>
          <Facts about={props} />
          <Talk {...props} />
        </>
      ),
    }),

  bookingExpired: (props, site) =>
    bookingMail(props, {
      subject: `The time that ${site.name} held for you is free again`,
      preheader: `${props.when} was not paid for while it was held.`,
      heading: 'The hold on your time has ended',
      text: (
        <>
          <MailText>
            {props.when} for “{props.title}” was not paid for while it was held, so that others can book it.
          </MailText>
          <MailText>
            {props.isPaymentUnderWay
              ? 'A payment of yours is still on its way. If it arrives while the time is free, it is yours after all; otherwise all of it goes back to you.'
              : 'You owe nothing. What you wrote is kept: by the link you can take the time again while it is free, or choose another one.'}
          </MailText>
        </>
      ),
      button: 'See what is free',
    }),

  bookingLost: (props, site) =>
    bookingMail(props, {
      subject: `Your payment for a consultation with ${site.name} goes back`,
      preheader: `${props.refunded} goes back the way it came.`,
      heading: 'Your payment came too late',
      text: (
        <>
          <MailText>
            {props.refunded} arrived for “{props.title}” on {props.when}, after the hold on it had ended. {props.why}
          </MailText>
          <MailText>All of it goes back the way it came. I am sorry that it did not work out.</MailText>
        </>
      ),
      button: 'Choose another time',
    }),
};
