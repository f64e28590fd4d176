import { bookingPaymentListener } from '#features/bookings/actions/payment-listener.ts';
import { orderPaymentListener } from '#features/orders/actions/paid.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { PaymentListener } from '#platform/api/payment-listeners.ts';

/** Every feature for which something follows when money arrived. */
export const paymentListeners: readonly PaymentListener<ApiServices>[] = [orderPaymentListener, bookingPaymentListener];
