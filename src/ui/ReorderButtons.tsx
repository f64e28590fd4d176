import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';

const directions = [
  { name: 'up', Icon: ArrowUp, by: -1 },
  { name: 'down', Icon: ArrowDown, by: 1 },
] as const;

interface ReorderButtonsProps {
  /** The item's key, for moving focus. */
  value: string | number;
  itemLabel: string;
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
}

/** Buttons that move a list item up or down. */
export function ReorderButtons({ value, itemLabel, index, count, onMove }: ReorderButtonsProps) {
  return (
    <div className="flex shrink-0">
      {directions.map(({ name, Icon, by }) => (
        <button
          key={name}
          type="button"
          data-move={`${value} ${name}`}
          disabled={index + by < 0 || index + by >= count}
          aria-label={`Move ${itemLabel} ${name}`}
          className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink disabled:opacity-30"
          onClick={() => onMove(by)}
        >
          <Icon className="size-5" aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
