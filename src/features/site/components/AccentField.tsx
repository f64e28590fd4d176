import { type Accent, accentHues, accents } from '../contract/options.ts';
import type { SectionFieldProps } from '../rules/section-definitions.ts';

const names: Readonly<Record<Accent, string>> = {
  sea: 'Sea',
  leaf: 'Leaf',
  olive: 'Olive',
  amber: 'Amber',
  rose: 'Rose',
  plum: 'Plum',
  iris: 'Iris',
  harbor: 'Harbor',
};

/** Selects the accent color, shown as in the dark and the light theme. */
export function EditAccent({ shape, name, value, error }: SectionFieldProps) {
  return (
    <fieldset className="@container">
      <legend className="mb-3 font-display text-small font-semibold">{shape.label}</legend>
      <div className="grid grid-cols-2 gap-x-4 @xl:grid-cols-4">
        {accents.map(accent => (
          <label
            key={accent}
            className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control px-2 text-small hover:bg-raised has-checked:bg-accent-wash"
          >
            <input
              type="radio"
              name={name}
              value={accent}
              defaultChecked={accent === value}
              className="size-4.5 shrink-0"
            />
            <svg viewBox="0 0 32 32" className="size-7 shrink-0" aria-hidden="true">
              <path d="M16 2a14 14 0 0 0 0 28z" fill={`oklch(0.81 0.125 ${accentHues[accent]})`} />
              <path d="M16 2a14 14 0 0 1 0 28z" fill={`oklch(0.43 0.09 ${accentHues[accent]})`} />
            </svg>
            {names[accent]}
          </label>
        ))}
      </div>
      {error && <p className="mt-1.5 text-small text-danger">{error}</p>}
    </fieldset>
  );
}
