/**
 * How long an expired hold's invoice stays open for a pending payment: a late payment books the time again if it is
 * still free.
 */
export const LATE_PAYMENT_GRACE = Temporal.Duration.from({ hours: 2 });
