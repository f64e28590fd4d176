import type { FailedSubmission } from '#features/orders/components/ActionForm.tsx';
import type { Booking } from '../contract/schemas.ts';
import { OwnerBookingDetails, OwnerBookingTimeline } from './OwnerBookingDetails.tsx';
import { ownerOutcomeMessages } from './owner-booking-actions.ts';
import { OwnerBookingActions } from './OwnerBookingActions.tsx';

interface OwnerBookingViewProps {
  booking: Booking;
  /** In the owner's zone, YYYY-MM-DD. */
  today: string;
  hasBegun: boolean;
  failure: FailedSubmission | undefined;
  /** The action just completed with JavaScript. */
  done: unknown;
  /** The action just completed without JavaScript. */
  outcome: string | null;
}

export function OwnerBookingView({ booking, today, hasBegun, failure, done, outcome }: OwnerBookingViewProps) {
  const said = ownerOutcomeMessages[outcome ?? ''];
  return (
    <>
      {said && !failure && (
        <output className="without-script mb-6 block border-l-2 border-accent pl-4 text-small">{said}</output>
      )}
      {/* In one column, the actions come before the history. */}
      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
        <OwnerBookingDetails booking={booking} />
        <div className="empty:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <OwnerBookingActions booking={booking} today={today} hasBegun={hasBegun} failure={failure} />
        </div>
        <OwnerBookingTimeline booking={booking} done={done} />
      </div>
    </>
  );
}
