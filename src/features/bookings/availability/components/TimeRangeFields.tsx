import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { MAX_RANGES_PER_DAY } from '../../lifecycle/contract/limits.ts';
import type { TimeRangeInput } from '../rules.ts';

interface HoursFieldsProps {
  /** Prefix of the field names. */
  prefix: string;
  /** For screen readers, such as "Monday". */
  label: string;
  ranges: readonly TimeRangeInput[];
  error?: string | undefined;
}

/** Time ranges of a day, to add and remove. */
export function TimeRangeFields({ prefix, label, ranges, error }: HoursFieldsProps) {
  const [parts, setParts] = useState(() => ranges.map((part, place) => ({ ...part, place })));
  const next = parts.reduce((most, { place }) => Math.max(most, place + 1), 0);
  const errorId = `${prefix}-error`;
  const field = (name: string, accessibleName: string, value: string) => (
    <input
      className="field max-w-36 min-w-0 max-sm:px-2 max-[26rem]:[&::-webkit-calendar-picker-indicator]:hidden"
      type="time"
      name={name}
      aria-label={accessibleName}
      defaultValue={value}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-2">
      {parts.map(({ place, from, until }, index) => (
        <div key={place} className="flex items-center gap-2 max-[22rem]:gap-1">
          {field(`${prefix}.${place}.from`, `${label}, part ${index + 1}, from`, from)}
          <span aria-hidden="true">–</span>
          {field(`${prefix}.${place}.until`, `${label}, part ${index + 1}, until`, until)}
          <button
            type="button"
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-raised hover:text-ink"
            aria-label={`Remove part ${index + 1} of ${label}`}
            onClick={() => setParts(before => before.filter(part => part.place !== place))}
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        </div>
      ))}
      {parts.length === 0 && <p className="py-2 text-small text-ink-soft">Closed</p>}
      {parts.length < MAX_RANGES_PER_DAY && (
        <button
          type="button"
          className="meta inline-flex min-h-11 items-center gap-1.5 justify-self-start hover:text-accent"
          aria-label={`Add hours to ${label}`}
          onClick={() => setParts(before => [...before, { from: '', until: '', place: next }])}
        >
          <Plus className="size-4" aria-hidden="true" /> Add hours
        </button>
      )}
      {error && (
        <p id={errorId} className="text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
