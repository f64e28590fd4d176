import { useEffect, useRef } from 'react';
import { useActionData, useOutletContext, useSearchParams } from 'react-router';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { OrderSection } from '#features/orders/browser.ts';
import { pageAction, useRejectedForm } from '#platform/pages/loader.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { ownValue } from '#shared/own-value.ts';
import { OrderTestimonial, shouldShowTestimonial } from '../components/OrderTestimonial.tsx';
import { submitTestimonialReview, testimonialNotices } from '../components/TestimonialReviewForm.tsx';

export const action = pageAction(async ({ api, params: { order = '' }, form, redirectWithoutScript }) => {
  const value = (name: string) => form.get(name) ?? '';
  const submit = async () => {
    switch (form.get('intent')) {
      case 'testimonial': {
        const text = { body: value('body'), name: value('name'), role: value('role'), company: value('company') };
        const { state } = await api.testimonials.saveTestimonial({ order, ...text, consent: value('consent') as 'on' });
        return state === 'pending' ? 'testimonial' : 'testimonial-same';
      }
      case 'withdraw-testimonial':
        await api.testimonials.deleteTestimonial({ order });
        return 'testimonial-withdrawn';
      default:
        return submitTestimonialReview(api, form);
    }
  };
  const did = await submit();
  redirectWithoutScript(withQuery(sellingPaths.order(order), { did }));
  return did;
});

/** Renders the testimonial on the page of an order. */
export function Component() {
  const order = useOutletContext<Order>();
  const [search] = useSearchParams();
  const result = useActionData<typeof action>();
  const refused = useRejectedForm();
  const did = result && 'done' in result ? result.done : search.get('did');
  const noticeRef = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    // The form that closes was far below the notice.
    if (result && 'done' in result) noticeRef.current?.focus();
  }, [result]);
  const notice = refused || did === null ? undefined : ownValue(testimonialNotices, did);
  return (
    <>
      {notice && (
        <output ref={noticeRef} tabIndex={-1} className="block scroll-mt-24 border-l-2 border-accent pl-4 text-small">
          {notice}
        </output>
      )}
      {shouldShowTestimonial(order) && (
        <OrderSection
          title={order.party === 'client' ? 'Your testimonial' : 'The client’s testimonial'}
          id="testimonial"
        >
          <OrderTestimonial order={order} refused={refused} />
        </OrderSection>
      )}
    </>
  );
}
