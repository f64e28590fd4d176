import { useEffect, useId, useRef } from 'react';
import { formatTimeZone } from '#shared/time.ts';

interface TimeZoneSelectProps {
  timeZones: readonly string[];
  value: string;
  onChange?: () => void;
}

export function TimeZoneSelect({ timeZones, value, onChange }: TimeZoneSelectProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  // Reuse the element so it keeps focus while the page updates.
  const shown = useRef(value);
  useEffect(() => {
    // The select may contain a choice made before hydration.
    if (select.current && shown.current !== value) select.current.value = value;
    shown.current = value;
  }, [value]);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-display text-small font-semibold">
        Your time zone
      </label>
      {/* Without field-sizing, the browser lays out the text of all 420 options to find the widest. */}
      <select
        ref={select}
        id={id}
        name="zone"
        className="field field-sizing-content"
        defaultValue={value}
        onChange={onChange}
      >
        {(timeZones.includes(value) ? timeZones : [value, ...timeZones]).map(zone => (
          <option key={zone} value={zone}>
            {formatTimeZone(zone)}
          </option>
        ))}
      </select>
    </div>
  );
}
