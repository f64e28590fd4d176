/** Props of every booking email. `when` is in the recipient's zone, `timeZone` its IANA name. */
export interface BookingEmailProps {
  name: string;
  isOwner: boolean;
  number: number;
  title: string;
  /** The client's name. */
  by: string;
  url: string;
  when: string;
  timeZone: string;
  minutes: number;
  /** Where it takes place; may be empty. */
  place: string;
  /** Until when the client can reschedule or cancel, in the same zone. */
  changeableUntil: string;
}

interface AboutTalk extends BookingEmailProps {
  /** What the client wrote; may be empty. */
  about: string;
  phone: string | null;
}

export interface BookingEmails {
  bookingBegun: BookingEmailProps & { amount: string; heldUntil: string };
  bookingConfirmed: AboutTalk;
  /** `isOwn`: the recipient rescheduled it. */
  bookingMoved: BookingEmailProps & { isOwn: boolean; before: string };
  bookingCancelled: BookingEmailProps & { isOwn: boolean; reason: string | null; refunded: string | null };
  bookingReminder: AboutTalk & { kind: 'day' | 'hour' };
  bookingExpired: BookingEmailProps & { isPaymentUnderWay: boolean };
  bookingLost: BookingEmailProps & { why: string; refunded: string };
}
