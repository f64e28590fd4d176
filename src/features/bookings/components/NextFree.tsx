import { dayInWords, localDay, localTime } from '../rules/month.ts';

interface NextFreeProps {
  /** Instants (ISO 8601). */
  times: readonly string[];
  timeZone: string;
  busy: boolean;
}

/** The next free times, as buttons of the form around it. */
export function NextFree({ times, timeZone, busy }: NextFreeProps) {
  if (times.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {times.map(time => (
        <li key={time}>
          <button
            type="submit"
            name="startsAt"
            value={time}
            className="button w-full justify-between gap-4 text-left"
            disabled={busy}
          >
            <span>{dayInWords(localDay(time, timeZone))}</span>
            <span className="font-mono tabular-nums">{localTime(time, timeZone)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The next free times that a refusal tells of. */
export function nextFreeIn(fields: Readonly<Record<string, string>>): string[] {
  return (fields.nextFree ?? '').split(' ').filter(Boolean);
}
