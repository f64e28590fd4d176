import { useEffect, useState } from 'react';

/**
 * Whether files are being dragged over the page; hands them on when they are dropped, and keeps the browser from opening
 * them. While a dialog is open they are its own, and only who is in it has them.
 */
export function useFileDrop(onDrop: (files: FileList) => void, { inDialog = false } = {}): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const isOurs = (event: DragEvent) =>
      (event.dataTransfer?.types.includes('Files') ?? false) &&
      (document.querySelector('dialog[open]') !== null) === inDialog;
    const enter = (event: DragEvent) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Leaving the window leads nowhere; from part to part of the page it leads to the next part.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!isOurs(event) || !event.dataTransfer) return;
      event.preventDefault();
      onDrop(event.dataTransfer.files);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragover', enter);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragover', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [onDrop, inDialog]);
  return over;
}
