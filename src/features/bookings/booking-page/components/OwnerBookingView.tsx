import type { FailedSubmission } from '#ui/ActionForm.tsx';
import type { Booking } from '../contract.ts';
import { OwnerBookingDetails, OwnerBookingTimeline } from './OwnerBookingDetails.tsx';
import { OwnerBookingActions } from './OwnerBookingActions.tsx';

interface OwnerBookingViewProps {
  booking: Booking;
  /** In the owner's zone, YYYY-MM-DD. */
  today: string;
  hasBegun: boolean;
  failure: FailedSubmission | undefined;
  /** The action just completed. */
  done: unknown;
}

export function OwnerBookingView({ booking, today, hasBegun, failure, done }: OwnerBookingViewProps) {
  return (
    <>
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
