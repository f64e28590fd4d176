import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ReactNode } from 'react';
import { Form } from 'react-router';

type Way = 'up' | 'down';

interface StepFormProps {
  /** The item's key, sent as `up` or `down` without JavaScript. */
  value: string | number;
  itemLabel: string;
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  children?: ReactNode;
}

/** Buttons that move a list item up or down. */
export function ReorderButtons({ value, itemLabel, index, count, onMove, children }: StepFormProps) {
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex shrink-0"
      onSubmit={event => {
        event.preventDefault();
        onMove(event.nativeEvent.submitter?.getAttribute('name') === 'up' ? -1 : 1);
      }}
    >
      {children}
      <Step direction="up" value={value} itemLabel={itemLabel} disabled={index === 0} />
      <Step direction="down" value={value} itemLabel={itemLabel} disabled={index === count - 1} />
    </Form>
  );
}

interface StepProps extends Pick<StepFormProps, 'value' | 'itemLabel'> {
  direction: Way;
  disabled: boolean;
}

function Step({ direction, value, itemLabel, disabled }: StepProps) {
  const Icon = direction === 'up' ? ArrowUp : ArrowDown;
  return (
    <button
      type="submit"
      name={direction}
      value={value}
      data-move={`${value} ${direction}`}
      disabled={disabled}
      aria-label={`Move ${itemLabel} ${direction}`}
      className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink disabled:opacity-30"
    >
      <Icon className="size-5" aria-hidden="true" />
    </button>
  );
}
