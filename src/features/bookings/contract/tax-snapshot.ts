/** The tax as it was when a booking was made. */
export interface BookingTax {
  readonly prices: 'net' | 'gross';
  readonly name: string;
  readonly basisPoints: number;
}
