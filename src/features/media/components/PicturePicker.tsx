import { useState } from 'react';
import type { Picture } from '#shared/contract.ts';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import type { LibraryPicture } from '../contract.ts';
import { AltTextStep } from './AltTextStep.tsx';
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
    <ModalDialog title={chosen ? 'What does it show?' : 'Choose a picture'} wide={!chosen} onClose={close}>
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
