import { useEffect, useState } from 'react';

/**
 * Returns whether files are being dragged over the page, passes dropped ones on, and stops the browser from opening
 * them. While a dialog is open, only handlers inside it react.
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
      // Without a related target the drag has left the window; otherwise it moved to another element.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!isOurs(event) || !event.dataTransfer) return;
      event.preventDefault();
      onDrop(event.dataTransfer.files);
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('dragenter', enter, { signal });
    addEventListener('dragover', enter, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, [onDrop, inDialog]);
  return over;
}
