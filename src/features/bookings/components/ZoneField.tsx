import { useEffect, useId, useRef } from 'react';
import { zoneInWords } from '../rules/month.ts';

interface ZoneFieldProps {
  zones: readonly string[];
  value: string;
  onChange?: () => void;
}

/** The time zone that times are shown in. */
export function ZoneField({ zones, value, onChange }: ZoneFieldProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  // It stays the same element, so that it keeps the focus while its page follows it.
  useEffect(() => {
    if (select.current) select.current.value = value;
  }, [value]);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-display text-small font-semibold">
        Your time zone
      </label>
      <select ref={select} id={id} name="zone" className="field" defaultValue={value} onChange={onChange}>
        {(zones.includes(value) ? zones : [value, ...zones]).map(zone => (
          <option key={zone} value={zone}>
            {zoneInWords(zone)}
          </option>
        ))}
      </select>
    </div>
  );
}
