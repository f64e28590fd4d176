import { formatLongDate, toLocalDate, formatTimeOfDay } from '../../lifecycle/rules/calendar-month.ts';

interface SlotSuggestionsProps {
  /** Instants (ISO 8601). */
  slots: readonly string[];
  timeZone: string;
  isSubmitting: boolean;
  /** The client's original time, if it is still available. */
  preferredSlot?: string | undefined;
}

/** Renders the next available times as buttons of the surrounding form. */
export function SlotSuggestions({ slots, timeZone, isSubmitting, preferredSlot }: SlotSuggestionsProps) {
  if (slots.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {slots.map(time => (
        <li key={time}>
          <button
            type="submit"
            name="startsAt"
            value={time}
            className={`button w-full justify-between gap-4 text-left ${time === preferredSlot ? 'button-primary' : ''}`}
            aria-disabled={isSubmitting || undefined}
          >
            <span>{formatLongDate(toLocalDate(time, timeZone))}</span>
            <span className="font-mono tabular-nums">{formatTimeOfDay(time, timeZone)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Returns the available times that an error response suggests. */
export function parseSuggestedSlots(fields: Readonly<Record<string, string>>): string[] {
  return (fields.suggestedSlots ?? '').split(' ').filter(Boolean);
}
