import { Tooltip } from '@base-ui/react/tooltip';

/** Pixels between a tooltip and its control (specification, point 9). */
const OFFSET = 7;

export default function TooltipPopup({ label, anchor }: { label: string; anchor: HTMLElement }) {
  return (
    <Tooltip.Root open>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} sideOffset={OFFSET} className="z-30">
          <Tooltip.Popup
            role="tooltip"
            className="rounded-control bg-ink px-2.5 py-1 font-display text-meta text-ground"
          >
            {label}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
