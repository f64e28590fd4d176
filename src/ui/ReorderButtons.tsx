import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ReactNode } from 'react';
import { Form } from 'react-router';

type Way = 'up' | 'down';

interface StepFormProps {
  /** The key of what moves: sent as `up` or `down` without script. */
  value: string | number;
  /** What moves, as a person calls it. */
  what: string;
  place: number;
  count: number;
  onStep: (by: -1 | 1) => void;
  /** Further fields. */
  children?: ReactNode;
}

/** Moves one thing of a list a place up or down. */
export function ReorderButtons({ value, what, place, count, onStep, children }: StepFormProps) {
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex shrink-0"
      onSubmit={event => {
        event.preventDefault();
        onStep(event.nativeEvent.submitter?.getAttribute('name') === 'up' ? -1 : 1);
      }}
    >
      {children}
      <Step way="up" value={value} what={what} disabled={place === 0} />
      <Step way="down" value={value} what={what} disabled={place === count - 1} />
    </Form>
  );
}

interface StepProps extends Pick<StepFormProps, 'value' | 'what'> {
  way: Way;
  disabled: boolean;
}

function Step({ way, value, what, disabled }: StepProps) {
  const Icon = way === 'up' ? ArrowUp : ArrowDown;
  return (
    <button
      type="submit"
      name={way}
      value={value}
      data-move={`${value} ${way}`}
      disabled={disabled}
      aria-label={`Move ${what} ${way}`}
      className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink disabled:opacity-30"
    >
      <Icon className="size-5" aria-hidden="true" />
    </button>
  );
}
