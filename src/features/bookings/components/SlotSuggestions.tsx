import { formatLongDate, toLocalDate, formatLocalTime } from '../rules/calendar-month.ts';

interface NextFreeProps {
  /** Instants (ISO 8601). */
  slots: readonly string[];
  timeZone: string;
  isSubmitting: boolean;
  /** The one that is most likely meant, where there is such. */
  preferredSlot?: string | undefined;
}

/** The next free times, as buttons of the form around it. */
export function SlotSuggestions({ slots, timeZone, isSubmitting, preferredSlot }: NextFreeProps) {
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
            disabled={isSubmitting}
          >
            <span>{formatLongDate(toLocalDate(time, timeZone))}</span>
            <span className="font-mono tabular-nums">{formatLocalTime(time, timeZone)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The next free times that a refusal tells of. */
export function parseSuggestedSlots(fields: Readonly<Record<string, string>>): string[] {
  return (fields.nextFree ?? '').split(' ').filter(Boolean);
}
