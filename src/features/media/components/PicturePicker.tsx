import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import type { Picture } from '#shared/contract.ts';
import { pictureFile } from '#shared/paths.ts';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import type { LibraryPicture } from '../contract.ts';
import { MAX_ALT_LENGTH } from '../rules.ts';
import { ImagePickerGrid } from './ImagePickerGrid.tsx';

/** A chosen picture with its alt text; empty if it is decorative. */
export interface PickedPicture {
  readonly picture: Picture;
  readonly alt: string;
}

interface PicturePickerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (picked: PickedPicture) => void;
}

/**
 * Lets the user choose or upload a picture and enter its alt text. Loads its data when it opens, and restores focus
 * when it closes. For dashboard pages; requires JavaScript.
 */
export function PicturePicker({ open, onOpenChange, onPick }: PicturePickerProps) {
  const [chosen, setChosen] = useState<LibraryPicture>();
  if (!open) return null;
  const close = () => {
    setChosen(undefined);
    onOpenChange(false);
  };
  return (
    <ModalDialog title={chosen ? 'Add alt text' : 'Choose an image'} wide={!chosen} onClose={close}>
      {chosen ? (
        <AltTextStep
          picture={chosen}
          onBack={() => setChosen(undefined)}
          onDone={alt => {
            const { id, width, height, placeholderColors } = chosen;
            // Report before closing, because closing without a picture is also reported.
            onPick({ picture: { id, width, height, placeholderColors }, alt });
            close();
          }}
        />
      ) : (
        <ImagePickerGrid onChoose={setChosen} onClose={close} />
      )}
    </ModalDialog>
  );
}

type AltTextStepProps = { picture: LibraryPicture; onBack: () => void; onDone: (alt: string) => void };

/** Asks for the chosen picture's alt text, and saves it to the library if it had none. */
function AltTextStep({ picture, onBack, onDone }: AltTextStepProps) {
  const api = useLazyApi();
  const [alt, setAlt] = useState(picture.alt);
  const [isDecorative, setDecorative] = useState(false);
  const [showError, setShowError] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Don't submit the form around the dialog.
    event.stopPropagation();
    const text = alt.replaceAll(/\s+/g, ' ').trim();
    if (!isDecorative && text === '') {
      setShowError(true);
      field.current?.focus();
      return;
    }
    // Best effort: choosing the picture doesn't wait for it.
    if (!isDecorative && picture.alt === '')
      void api()
        .media.updatePicture({ id: picture.id, alt: text })
        .catch(() => {});
    onDone(isDecorative ? '' : text);
  };
  const hint = 'Describe the image for people who can’t see it.';
  const error = showError && !isDecorative ? 'Enter alt text, or mark the image as decorative.' : undefined;
  return (
    <form onSubmit={submit} className="mt-5 grid gap-5" noValidate>
      <img
        className="h-auto max-h-56 w-full rounded-picture bg-sunken object-contain"
        src={pictureFile(picture.id, 640, 'avif')}
        alt=""
        width={picture.width}
        height={picture.height}
      />
      <FormField id={id} label="Alt text" hint={hint} error={error}>
        <textarea
          ref={field}
          id={id}
          rows={3}
          className="field"
          value={alt}
          disabled={isDecorative}
          maxLength={MAX_ALT_LENGTH}
          onChange={event => setAlt(event.target.value)}
          {...getAriaProps({ id, hint, error })}
        />
      </FormField>
      <label className="flex min-h-11 items-center gap-3 text-small">
        <input
          type="checkbox"
          className="size-5"
          checked={isDecorative}
          onChange={event => setDecorative(event.target.checked)}
        />
        This image is decorative
      </label>
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button button-primary">
          Use this image
        </button>
        <button type="button" className="button" onClick={onBack}>
          Choose another image
        </button>
      </div>
    </form>
  );
}
