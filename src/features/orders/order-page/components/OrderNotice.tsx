import { use, useEffect, useRef } from 'react';
import { Link, useNavigation } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ownValue } from '#shared/own-value.ts';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { toast, toastDurations } from '#ui/toast.ts';
import { canUpload } from '../../files/components/OrderFiles.tsx';
import { useOrderFailure } from '../../lifecycle/components/OrderForm.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { orderNotices } from '../submit.ts';

interface OrderNoticeProps {
  order: Order;
  /** The key of the notice about what was done; null if nothing was. */
  did: string | null;
  /** The number of files that couldn’t be uploaded. */
  lost: number;
  /** The response to the last form; undefined if none was sent. */
  result: unknown;
}

/** Shows at the top of the page what a form has done, or why it was refused; as a toast too if that is out of view. */
export function OrderNotice({ order, did, lost, result }: OrderNoticeProps) {
  const { party } = order;
  const refused = useOrderFailure();
  const noticeRef = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    // The accepted quote is gone from the page; the next step is shown at the top.
    if (did === 'accepted') noticeRef.current?.focus();
  }, [did]);
  const navigation = useNavigation();
  const errorRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Until the page is reloaded, a refused form is still on it.
    if (result === undefined || navigation.state !== 'idle') return undefined;
    // A frame later, when the focus and the scroll position have moved.
    const frame = requestAnimationFrame(() => {
      const notice = noticeRef.current ?? errorRef.current;
      if (!notice?.checkVisibility() || isInView(notice)) return;
      // The form was far below the notice, which screen readers announce already.
      const ariaProps = { role: 'status', 'aria-live': 'off' } as const;
      const show = notice === errorRef.current ? toast.error : toast.success;
      show(notice.textContent, { duration: toastDurations.blank, ariaProps });
    });
    return () => cancelAnimationFrame(frame);
  }, [result, navigation.state]);
  const { name: ownerName } = use(siteMetaContext);
  const notice =
    did === null
      ? undefined
      : ownValue(orderNotices, did)?.replace('{other}', () => (party === 'client' ? ownerName : 'The client'));
  // The form may no longer be on the page. If it is, it shows the error.
  const mayBeGone =
    refused !== undefined &&
    (refused.failed.code === 'CONFLICT' || (!refused.values.intent && !canUpload(order, refused.values.purpose)));
  return (
    <>
      {notice && !refused && (
        <output ref={noticeRef} tabIndex={-1} className="mb-6 block border-l-2 border-accent pl-4 text-small">
          {notice}
          {did === 'refunded' && party === 'owner' && (
            <>
              {' '}
              If they paid by transfer, send the money back, then mark the refund as sent in{' '}
              <Link className="link" to={dashboardPaths.payments}>
                Payments
              </Link>
              .
            </>
          )}
          {lost > 0 && ` ${lost} ${lost === 1 ? 'file wasn’t' : 'files weren’t'} uploaded. Try again below.`}
        </output>
      )}
      {mayBeGone && (
        <div ref={errorRef} className="mb-6 has-[~_*_[role=alert],~_*_[aria-invalid=true]]:hidden">
          <ErrorNotice message={refused.failed.message} />
        </div>
      )}
    </>
  );
}

/** Returns whether an element is on the screen and not covered by the page's header. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const headerHeight = 64;
  return top >= headerHeight && bottom <= window.innerHeight;
}
