/** A snapshot of the tax when the booking was made. */
export interface BookingTax {
  readonly behavior: 'exclusive' | 'inclusive';
  readonly name: string;
  readonly basisPoints: number;
}
