/** What every mail about a consultation says: `when` is in the recipient's zone, `timeZone` its IANA name. */
export interface AboutBooking {
  name: string;
  isOwner: boolean;
  number: number;
  title: string;
  /** The client's name. */
  by: string;
  link: string;
  when: string;
  timeZone: string;
  minutes: number;
  /** Where it takes place; may be empty. */
  place: string;
  /** Until when the client may reschedule or cancel, in the same zone. */
  changeableUntil: string;
}

interface AboutTalk extends AboutBooking {
  /** What the client wrote; may be empty. */
  about: string;
  phone: string | null;
}

/** The mails about consultations, to either side. */
export interface BookingMails {
  bookingBegun: AboutBooking & { amount: string; heldUntil: string };
  bookingConfirmed: AboutTalk;
  /** `isOwn`: whoever reads it moved it themselves. */
  bookingMoved: AboutBooking & { isOwn: boolean; before: string };
  bookingCancelled: AboutBooking & { isOwn: boolean; reason: string | null; refunded: string | null };
  bookingReminder: AboutTalk & { kind: 'day' | 'hour' };
  bookingExpired: AboutBooking & { isPaymentUnderWay: boolean };
  bookingLost: AboutBooking & { why: string; refunded: string };
}
