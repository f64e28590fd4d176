/** Returns the file store key of a booking file. */
export const buildBookingFileKey = (id: string) => `bookings/${id}`;
