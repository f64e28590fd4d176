/** Returns the first day on which a payment can have arrived: one year before its invoice, for a prepayment. */
export function getFirstPaymentDay(issuedOn: string): string {
  // Without Temporal, which some browsers lack.
  const day = new Date(`${issuedOn}T00:00:00Z`);
  day.setUTCFullYear(day.getUTCFullYear() - 1);
  return day.toISOString().slice(0, 10);
}
