import { type ChangeEvent, useId, useRef, useState } from 'react';
import { LARGEST_UPLOAD, pictureTypes } from '#features/media/rules.ts';
import { useUpload } from '#platform/pages/api.ts';
import type { Picture } from '#shared/contract.ts';
import { Failure } from '#shared/errors.ts';
import { ownerPaths } from '#shared/owner-paths.ts';
import { pictureFile } from '#shared/paths.ts';
import { describedBy } from '#ui/FieldFrame.tsx';
import type { EditFieldProps } from '../rules/documents.ts';

/** A picture of a document: the one that is there, and another or none in its place. */
export function EditPicture({ shape, name, value, error, onChange }: EditFieldProps) {
  const [picture, setPicture] = useState(value);
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
        <div className="grid min-w-0 flex-1 gap-2" data-needs-app="">
          <PictureChoice label={shape.label} hint={shape.hint} error={error} onPick={pick} />
          {picture && (
            <button type="button" className="button justify-self-start" onClick={() => pick('')}>
              Remove picture
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

interface PictureChoiceProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  /** Takes the id of the picture. */
  onPick: (id: string) => void;
}

/** Uploads a picture, with how far it is. */
function PictureChoice({ label, hint, error, onPick }: PictureChoiceProps) {
  const upload = useUpload();
  const id = useId();
  const [share, setShare] = useState<number>();
  const [wrong, setWrong] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const told = wrong ?? error;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    const objection = file && objectionTo(file);
    setWrong(objection);
    if (!file || objection) return;
    setShare(0);
    upload(ownerPaths.sitePictureUpload, file, setShare)
      .then(answer => onPick((answer as { picture: Picture }).picture.id))
      .catch((failure: unknown) => setWrong(Failure.is(failure) ? failure.message : 'That did not work. Try again.'))
      .finally(() => {
        setShare(undefined);
        if (input.current) input.current.value = '';
      });
  };
  return (
    <div>
      <input
        ref={input}
        id={id}
        type="file"
        className="file-field"
        accept={pictureTypes.join(',')}
        aria-label={`Choose a picture: ${label}`}
        disabled={share !== undefined}
        onChange={choose}
        {...describedBy({ id, hint, error: told })}
      />
      {share !== undefined && (
        <progress className="progress mt-3" max={100} value={Math.round(share * 100)} aria-label="Upload" />
      )}
      {hint && (
        <p id={`${id}-hint`} className="meta mt-1.5">
          {hint}
        </p>
      )}
      {told && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-danger">
          {told}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a file, as far as the browser can tell before it is sent. */
function objectionTo(file: File): string | undefined {
  if (!pictureTypes.some(type => type === file.type)) return 'Choose a PNG, JPEG, WebP, AVIF or GIF.';
  if (file.size > LARGEST_UPLOAD) return 'This picture is larger than 5 MB. Choose a smaller one.';
  return undefined;
}
