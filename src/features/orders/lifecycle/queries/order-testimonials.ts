import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { ClientTestimonial } from '../contract/order.ts';

interface OrderTestimonial {
  readonly orderId: number | null;
  readonly testimonial: ClientTestimonial;
}

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    /** Lists the testimonials of orders, for the page of an order and a client's copy of their data. */
    readonly orderTestimonials?: (db: Db, orderIds: readonly number[]) => Promise<OrderTestimonial[]>;
  }
}

/** Returns the testimonials of orders, from the feature that stores them. */
export async function listOrderTestimonials(
  db: Db,
  { features }: Pick<ApiServices, 'features'>,
  orderIds: readonly number[],
): Promise<OrderTestimonial[]> {
  const [list] = features.flatMap(({ orderTestimonials }) => orderTestimonials ?? []);
  return list ? list(db, orderIds) : [];
}
