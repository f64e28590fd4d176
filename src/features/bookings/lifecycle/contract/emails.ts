/** Props of every booking email. `startsAtText` is in the recipient's zone, `timeZone` its IANA name. */
export interface BookingEmailProps {
  name: string;
  isOwner: boolean;
  number: number;
  title: string;
  /** The client's name. */
  clientName: string;
  url: string;
  startsAtText: string;
  timeZone: string;
  minutes: number;
  /** Where it takes place; may be empty. */
  location: string;
  /** Until when the client can reschedule or cancel, in the same zone. */
  changeDeadline: string;
}

interface AboutTalk extends BookingEmailProps {
  /** What the client wrote; may be empty. */
  about: string;
  phone: string | null;
}

export interface BookingEmails {
  bookingBegun: BookingEmailProps & { amount: string; heldUntil: string };
  bookingConfirmed: AboutTalk;
  /** `isOwnChange`: the recipient rescheduled it. */
  bookingMoved: BookingEmailProps & { isOwnChange: boolean; previousStart: string };
  bookingCancelled: BookingEmailProps & { isOwn: boolean; reason: string | null; refunded: string | null };
  bookingReminder: AboutTalk & { kind: 'day' | 'hour' };
  bookingExpired: BookingEmailProps & { isPaymentUnderWay: boolean };
  bookingLost: BookingEmailProps & { reason: string; refunded: string };
}
