import { bookingPayments } from '#features/bookings/actions/payment-listener.ts';
import { orderPayments } from '#features/orders/actions/paid.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { PaymentFollower } from '#platform/api/payment-listeners.ts';

/** Every feature for which something follows when money arrived. */
export const paymentFollowers: readonly PaymentFollower<ApiServices>[] = [orderPayments, bookingPayments];
