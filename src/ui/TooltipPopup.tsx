import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

export interface TooltipProps {
  label: string;
  /** The control; its accessible name says at least what the label says. */
  children: ReactElement<Record<string, unknown>>;
}

/** How long a tooltip stays once the pointer has left, in milliseconds, and how far it stands off, in pixels. */
export const tooltipTiming = { closeDelay: 500, offset: 7 } as const;

export default function TooltipPopup({ label, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger closeDelay={tooltipTiming.closeDelay} render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={tooltipTiming.offset} className="z-30">
          <Base.Popup className="rounded-control bg-ink px-2.5 py-1 font-display text-meta text-ground">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
