import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { PicturePicker } from '#features/media/browser.ts';
import { pictureFile } from '#shared/paths.ts';
import { FormField, getAriaProps } from '#ui/FormField.tsx';
import { ReorderButtons } from '#ui/ReorderButtons.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField, type TextFieldProps } from '#ui/TextField.tsx';
import { moveItem } from '#ui/use-reorder.ts';
import {
  accentHues,
  accents,
  formatHomeSections,
  homeSectionNames,
  type HomeSectionState,
  parseHomeSections,
} from '../contract/options.ts';
import { useMoves } from '../hooks/use-moves.ts';
import type { FieldDefinition, SectionFieldProps } from '../rules/section-definitions.ts';

/** Attributes of the kinds of fields that are an input. */
const inputs: Partial<Record<FieldDefinition['kind'], Partial<TextFieldProps>>> = {
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
  url: { type: 'url', inputMode: 'url' },
  date: { type: 'date', autoComplete: undefined },
  number: { inputMode: 'decimal' },
};

/**
 * Renders a section's field by its kind. The uncontrolled input holds the value, which is read from the form when
 * needed.
 */
export function EditField(props: SectionFieldProps) {
  const { shape, name, value, error } = props;
  const common = { label: shape.label, name, error, defaultValue: value, ...(shape.hint ? { hint: shape.hint } : {}) };
  switch (shape.kind) {
    case 'textarea':
      return <TextArea {...common} rows={4} spellCheck />;
    case 'markdown':
      return <MarkdownField {...props} />;
    case 'select':
      return <SelectField {...common} options={shape.options ?? {}} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'picture':
      return <PictureField {...props} />;
    case 'icon_path':
      return <IconPathField {...props} />;
    case 'accent':
      return <AccentField {...props} />;
    case 'sections':
      return <HomeSectionsField {...props} />;
    case 'hidden':
      return <input type="hidden" name={name} defaultValue={value} />;
    default:
      return <TextField {...common} autoComplete={shape.autoComplete ?? 'off'} {...inputs[shape.kind]} />;
  }
}

function MarkdownField({ shape, name, value, error }: SectionFieldProps) {
  const id = useId();
  return (
    <FormField id={id} label={shape.label} hint={shape.hint} error={error}>
      <textarea
        id={id}
        name={name}
        defaultValue={value}
        rows={24}
        spellCheck
        className="field field-sizing-content max-h-[70vh] min-h-96 font-mono text-meta"
        {...getAriaProps({ id, hint: shape.hint, error })}
      />
    </FormField>
  );
}

function SwitchField({ shape, name, value }: SectionFieldProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-small">
      <input type="checkbox" name={name} defaultChecked={value === 'on'} className="size-5" />
      {shape.label}
    </label>
  );
}

/** Selects the accent color, shown as in the dark and the light theme. */
function AccentField({ shape, name, value, error }: SectionFieldProps) {
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
            {accent.charAt(0).toUpperCase() + accent.slice(1)}
          </label>
        ))}
      </div>
      {error && <p className="mt-1.5 text-small text-danger">{error}</p>}
    </fieldset>
  );
}

const nameOf = (section: string) => homeSectionNames[section as keyof typeof homeSectionNames] ?? section;

/** Selects and orders the sections of the home page. */
function HomeSectionsField({ shape, name, value, error, onChange }: SectionFieldProps) {
  const [sections, setSections] = useState<readonly HomeSectionState[]>(() => parseHomeSections(value));
  const change = (next: readonly HomeSectionState[]) => {
    setSections(next);
    onChange();
  };
  const { announcement, move } = useMoves(sections.length, (from, to) => change(moveItem(sections, from, to)));
  return (
    <fieldset>
      <legend className="mb-1 font-display text-small font-semibold">{shape.label}</legend>
      <input type="hidden" name={name} value={formatHomeSections(sections)} readOnly />
      <ol>
        {sections.map(({ section, shown }, index) => (
          <li key={section} className="flex items-center gap-2 border-t border-rule py-1 first:border-t-0">
            <label className="flex min-h-11 flex-1 items-center gap-3 text-small">
              <input
                type="checkbox"
                className="size-5"
                checked={shown}
                onChange={event => change(sections.with(index, { section, shown: event.target.checked }))}
              />
              {nameOf(section)}
            </label>
            <ReorderButtons
              itemLabel={nameOf(section)}
              index={index}
              count={sections.length}
              onMove={by => move(nameOf(section), index, index + by)}
            />
          </li>
        ))}
      </ol>
      <p className="hint mt-1.5">Sections without content are hidden automatically.</p>
      <output className="sr-only">{announcement}</output>
      {error && <p className="mt-1.5 text-small text-danger">{error}</p>}
    </fieldset>
  );
}

/** Shows a section's picture, and replaces or removes it. */
function PictureField({ shape, name, value, error, onChange }: SectionFieldProps) {
  const [picture, setPicture] = useState(value);
  const [isPickerOpen, setPickerOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const pick = (next: string, alt = '') => {
    setPicture(next);
    const altField = field.current?.form?.elements.namedItem(`${name}Alt`);
    if (altField instanceof HTMLInputElement) altField.value = alt;
    onChange();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset's legend can't be next to its picture.
    <div role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className="mb-1.5 font-display text-small font-semibold">
        {shape.label}
      </p>
      <input ref={field} type="hidden" name={name} value={picture} readOnly />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {picture ? (
          <img
            className="h-24 w-auto max-w-40 rounded-picture bg-sunken object-contain"
            src={pictureFile(picture, 480, 'webp')}
            alt={`${shape.label} (current)`}
          />
        ) : (
          <span className="meta grid size-24 place-items-center rounded-picture bg-sunken">None</span>
        )}
        <div className="grid min-w-0 flex-1 gap-2">
          <div className="flex flex-wrap gap-3">
            <button
              type="button"
              className="button"
              aria-label={`${picture ? 'Change image' : 'Choose image'}: ${shape.label}`}
              onClick={() => setPickerOpen(true)}
              {...getAriaProps({ id, hint: shape.hint, error })}
            >
              {picture ? 'Change image' : 'Choose image'}
            </button>
            {picture && (
              <button type="button" className="button button-danger" onClick={() => pick('')}>
                Remove image
              </button>
            )}
          </div>
          {shape.hint && (
            <p id={`${id}-hint`} className="hint">
              {shape.hint}
            </p>
          )}
          {error && (
            <p id={`${id}-error`} role="alert" className="text-small text-danger">
              {error}
            </p>
          )}
        </div>
        <PicturePicker
          open={isPickerOpen}
          onOpenChange={setPickerOpen}
          onPick={picked => pick(picked.picture.id, picked.alt)}
        />
      </div>
    </div>
  );
}

/** Path data that a browser can draw; incomplete input doesn't match. */
const DRAWABLE = /^[Mm][\d\s.,a-zA-Z-]+$/;

const toPathsByName = (icons: Readonly<Record<string, { readonly title: string; readonly path: string }>>) =>
  Object.fromEntries(
    Object.values(icons)
      .map(({ title, path }) => [title, path] as const)
      .toSorted(([one], [other]) => one.localeCompare(other, 'en')),
  );

/** Selects a known technology's icon, or takes the path data of any other. */
function IconPathField({ shape, name, value, error, onChange }: SectionFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [pathData, setPathData] = useState(value);
  const [iconPaths, setIconPaths] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    // The large icon list loads when opened. If that fails, path data can still be pasted.
    void import('./tech-icons.ts').then(
      icons => setIconPaths(toPathsByName(icons)),
      () => undefined,
    );
  }, []);
  const selectIcon = (event: ChangeEvent<HTMLSelectElement>) => {
    const path = iconPaths[event.target.value];
    if (!path || !field.current) return;
    field.current.value = path;
    setPathData(path);
    onChange();
  };
  const known = Object.entries(iconPaths).find(([, path]) => path === pathData)?.[0] ?? '';
  return (
    <div className="grid gap-4">
      <div>
        <label htmlFor={`${id}-known`} className="mb-1.5 block font-display text-small font-semibold">
          Icon library
        </label>
        <div className="flex items-center gap-3">
          <svg viewBox="0 0 24 24" className="size-8 shrink-0 text-ink-soft" fill="currentColor" aria-hidden="true">
            {DRAWABLE.test(pathData) && <path d={pathData} />}
          </svg>
          <select id={`${id}-known`} className="field" value={known} onChange={selectIcon}>
            <option value="">Custom icon (below)</option>
            {Object.keys(iconPaths).map(title => (
              <option key={title} value={title}>
                {title}
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
          onInput={event => setPathData(event.currentTarget.value.trim())}
          {...getAriaProps({ id, hint: shape.hint, error })}
        />
      </FormField>
    </div>
  );
}
