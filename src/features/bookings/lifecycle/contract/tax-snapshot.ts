/** A snapshot of the tax when the booking was made. */
export interface BookingTax {
  readonly prices: 'net' | 'gross';
  readonly name: string;
  readonly basisPoints: number;
}
