import type { FailedSubmission } from '#features/orders/components/ActionForm.tsx';
import type { Booking } from '../contract/schemas.ts';
import { OwnerBookingDetails, OwnerBookingTimeline } from './OwnerBookingDetails.tsx';
import { ownerOutcomeMessages } from './owner-booking-actions.ts';
import { OwnerBookingActions } from './OwnerBookingActions.tsx';

interface OwnerBookingViewProps {
  booking: Booking;
  /** By the owner's clock, YYYY-MM-DD. */
  today: string;
  hasBegun: boolean;
  failure: FailedSubmission | undefined;
  /** What was just done, with script. */
  done: unknown;
  /** What was done without script. */
  outcome: string | null;
}

/** A booking from the owner's side: what is known of it, and what they can do with it. */
export function OwnerBookingView({ booking, today, hasBegun, failure, done, outcome }: OwnerBookingViewProps) {
  const said = ownerOutcomeMessages[outcome ?? ''];
  return (
    <>
      {said && !failure && (
        <output className="without-script mb-6 block border-l-2 border-accent pl-4 text-small">{said}</output>
      )}
      {/* Where all is in one column, what is to be done comes before what was. */}
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
