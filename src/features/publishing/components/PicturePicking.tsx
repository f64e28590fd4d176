import { type ReactNode, useCallback, useRef, useState } from 'react';
import { type PickedPicture, PicturePicker } from '#features/media/browser.ts';
import type { Picture } from '#shared/contract.ts';

/** Asks for a picture from the media library; null if canceled. */
export type PickPicture = () => Promise<PickedPicture | null>;

/** Opens the picture picker. Render `dialog` outside of forms, since it contains forms. */
export function usePicturePicking(): { pick: PickPicture; dialog: ReactNode } {
  const [open, setOpen] = useState(false);
  const settle = useRef<(picked: PickedPicture | null) => void>(undefined);
  const pick = useCallback<PickPicture>(() => {
    setOpen(true);
    return new Promise(resolve => (settle.current = resolve));
  }, []);
  const finish = (picked: PickedPicture | null) => {
    setOpen(false);
    settle.current?.(picked);
    settle.current = undefined;
  };
  const dialog = <PicturePicker open={open} onOpenChange={shown => !shown && finish(null)} onPick={finish} />;
  return { pick, dialog };
}

/** Looks up pictures by ID among those loaded with the text and those picked since. */
export function usePickedPictures(loaded: readonly (Picture | null | undefined)[]) {
  const [picked, setPicked] = useState<readonly Picture[]>([]);
  return {
    get: (id: string | null): Picture | null => {
      const all = [...picked, ...loaded.filter(picture => picture !== null && picture !== undefined)];
      return all.find(picture => picture.id === id) ?? null;
    },
    /** Remembers a picked picture and returns its ID. */
    keep: (picture: Picture | null): string | null => {
      if (picture) setPicked(previous => [picture, ...previous]);
      return picture?.id ?? null;
    },
  };
}
