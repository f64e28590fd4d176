/** Consultations: the times that are free, and bookings from both sides. */
export const bookingsContract = {};
