import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import type { SectionFieldProps } from '../rules/section-definitions.ts';

/** Path data that a browser can draw; incomplete input doesn't match. */
const DRAWABLE = /^[Mm][\d\s.,a-zA-Z-]+$/;

const toPathsByName = (icons: Readonly<Record<string, { readonly title: string; readonly path: string }>>) =>
  Object.fromEntries(
    Object.values(icons)
      .map(({ title, path }) => [title, path] as const)
      .toSorted(([one], [other]) => one.localeCompare(other, 'en')),
  );

/** Selects a known technology's icon, or takes the path data of any other. */
export function IconPathField({ shape, name, value, error, onChange }: SectionFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [drawn, setDrawn] = useState(value);
  const [signs, setSigns] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    // The large icon list loads when opened. If that fails, path data can still be pasted.
    void import('./tech-icons.ts').then(
      icons => setSigns(toPathsByName(icons)),
      () => undefined,
    );
  }, []);
  const take = (event: ChangeEvent<HTMLSelectElement>) => {
    const path = signs[event.target.value];
    if (!path || !field.current) return;
    field.current.value = path;
    setDrawn(path);
    onChange();
  };
  const known = Object.entries(signs).find(([, path]) => path === drawn)?.[0] ?? '';
  return (
    <div className="grid gap-4">
      <div>
        <label htmlFor={`${id}-known`} className="mb-1.5 block font-display text-small font-semibold">
          A known sign
        </label>
        <div className="flex items-center gap-3">
          <svg viewBox="0 0 24 24" className="size-8 shrink-0 text-ink-soft" fill="currentColor" aria-hidden="true">
            {DRAWABLE.test(drawn) && <path d={drawn} />}
          </svg>
          <select id={`${id}-known`} className="field" value={known} onChange={take}>
            <option value="">One of your own, below</option>
            {Object.keys(signs).map(sign => (
              <option key={sign} value={sign}>
                {sign}
              </option>
            ))}
          </select>
        </div>
      </div>
      <FormField id={id} label={shape.label} hint={shape.hint} error={error}>
        <textarea
          ref={field}
          id={id}
          name={name}
          defaultValue={value}
          rows={3}
          spellCheck={false}
          autoComplete="off"
          className="field max-h-40 font-mono text-meta"
          onInput={event => setDrawn(event.currentTarget.value.trim())}
          {...getAriaProps({ id, hint: shape.hint, error })}
        />
      </FormField>
    </div>
  );
}
