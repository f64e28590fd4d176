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
  /** The client's deadline for rescheduling or canceling, in the same zone; null once it has passed. */
  changeDeadline: string | null;
}

interface AboutConsultation extends BookingEmailProps {
  /** The client's notes; may be empty. */
  about: string;
  phone: string | null;
}

export interface BookingEmails {
  booking_payment_due: BookingEmailProps & { amount: string; heldUntil: string };
  booking_confirmed: AboutConsultation;
  /** `isOwnChange`: the recipient rescheduled it. */
  booking_rescheduled: BookingEmailProps & { isOwnChange: boolean; previousStart: string };
  booking_canceled: BookingEmailProps & { isOwn: boolean; reason: string | null; refunded: string | null };
  booking_reminder: AboutConsultation & { kind: 'day_before' | 'hour_before' };
  booking_hold_expired: BookingEmailProps & { isPaymentUnderWay: boolean };
  booking_slot_lost: BookingEmailProps & { reason: string; refunded: string };
}
