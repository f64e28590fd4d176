import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useLayoutEffect, useRef } from 'react';

const listDirections = [
  { name: 'up', Icon: ArrowUp, by: -1 },
  { name: 'down', Icon: ArrowDown, by: 1 },
] as const;

const gridDirections = [
  { name: 'earlier', Icon: ArrowLeft, by: -1 },
  { name: 'later', Icon: ArrowRight, by: 1 },
] as const;

interface ReorderButtonsProps {
  itemLabel: string;
  index: number;
  count: number;
  /** Whether the items are in a grid: arrows to the left and right, instead of up and down. */
  isGrid?: boolean;
  onMove: (by: -1 | 1) => void;
}

/** Buttons that move an item of a list or grid and keep the focus. The item needs a stable key. */
export function ReorderButtons({ itemLabel, index, count, isGrid = false, onMove }: ReorderButtonsProps) {
  const buttons = useRef<HTMLDivElement>(null);
  const pressed = useRef<-1 | 1>(undefined);
  // A passive effect of the previous render could run after the next press, before the buttons have moved.
  useLayoutEffect(() => {
    const [up, down] = buttons.current?.querySelectorAll('button') ?? [];
    const [first, second] = pressed.current === 1 ? [down, up] : [up, down];
    // At an end of the list, the pressed button is disabled.
    if (pressed.current) (first?.disabled ? second : first)?.focus();
    pressed.current = undefined;
  });
  return (
    <div ref={buttons} className="flex shrink-0">
      {(isGrid ? gridDirections : listDirections).map(({ name, Icon, by }) => (
        <button
          key={name}
          type="button"
          disabled={index + by < 0 || index + by >= count}
          aria-label={`Move ${itemLabel} ${name}`}
          className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink disabled:opacity-30"
          onClick={() => {
            pressed.current = by;
            onMove(by);
          }}
        >
          <Icon className="size-5" aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
