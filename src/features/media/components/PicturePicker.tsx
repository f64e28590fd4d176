import { useState } from 'react';
import type { Picture } from '#shared/contract.ts';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import type { LibraryPicture } from '../contract.ts';
import { AltTextStep } from './AltTextStep.tsx';
import { ImagePickerGrid } from './ImagePickerGrid.tsx';

export { useUploadPicture } from '../hooks/use-file-upload.ts';

/** A picture that was chosen, and what it shows in the place that it was chosen for; empty where it only decorates. */
export interface PickedPicture {
  readonly picture: Picture;
  readonly alt: string;
}

export interface PicturePickerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (picked: PickedPicture) => void;
}

/**
 * Has a picture chosen from the library, or uploaded, and asks what it shows. It fetches what it needs when it opens, and
 * gives the focus back when it closes. For pages of the dashboard; without script there is none of it.
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
            const { id, width, height, colors } = chosen;
            // Told before it closes: closing without a picture is an answer, too.
            onPick({ picture: { id, width, height, colors }, alt });
            close();
          }}
        />
      ) : (
        <ImagePickerGrid onChoose={setChosen} onClose={close} />
      )}
    </ModalDialog>
  );
}
