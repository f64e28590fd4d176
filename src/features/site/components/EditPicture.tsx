import { useId, useState } from 'react';
import { PicturePicker } from '#features/media/browser.ts';
import { pictureFile } from '#shared/paths.ts';
import { getAriaProps } from '#ui/FormField.tsx';
import type { SectionFieldProps } from '../rules/section-definitions.ts';

/** Shows a section's picture, and replaces or removes it. */
export function EditPicture({ shape, name, value, error, onChange }: SectionFieldProps) {
  const [picture, setPicture] = useState(value);
  const [choosing, setChoosing] = useState(false);
  const id = useId();
  const pick = (next: string) => {
    setPicture(next);
    onChange();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset's legend cannot stand beside its picture.
    <div role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className="mb-1.5 font-display text-small font-semibold">
        {shape.label}
      </p>
      <input type="hidden" name={name} value={picture} readOnly />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {picture ? (
          <img
            className="h-24 w-auto max-w-40 rounded-picture bg-sunken object-contain"
            src={pictureFile(picture, 480, 'webp')}
            alt={`${shape.label} as it is`}
          />
        ) : (
          <span className="meta grid size-24 place-items-center rounded-picture bg-sunken">None</span>
        )}
        <div className="grid min-w-0 flex-1 gap-2">
          <div className="flex flex-wrap gap-3">
            <button
              type="button"
              className="button"
              aria-label={`${picture ? 'Choose another one' : 'Choose a picture'}: ${shape.label}`}
              onClick={() => setChoosing(true)}
              {...getAriaProps({ id, hint: shape.hint, error })}
            >
              {picture ? 'Choose another one' : 'Choose a picture'}
            </button>
            {picture && (
              <button type="button" className="button" onClick={() => pick('')}>
                Remove picture
              </button>
            )}
          </div>
          {shape.hint && (
            <p id={`${id}-hint`} className="meta">
              {shape.hint}
            </p>
          )}
          {error && (
            <p id={`${id}-error`} role="alert" className="text-small text-danger">
              {error}
            </p>
          )}
        </div>
        <PicturePicker open={choosing} onOpenChange={setChoosing} onPick={picked => pick(picked.picture.id)} />
      </div>
    </div>
  );
}
