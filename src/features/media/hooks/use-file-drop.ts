import { useEffect, useState } from 'react';

/**
 * Returns whether files are being dragged over the page, passes dropped ones on, and stops the browser from opening
 * them. While a dialog is open, only handlers inside it react.
 */
export function useFileDrop(onDrop: (files: FileList) => void, { inDialog = false } = {}): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const isOurs = (event: DragEvent) =>
      (event.dataTransfer?.types.includes('Files') ?? false) &&
      (document.querySelector('dialog[open]') !== null) === inDialog;
    const enter = (event: DragEvent) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      // Without a related target the drag has left the window; otherwise it moved to another element.
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      setDragging(false);
      if (!isOurs(event) || !event.dataTransfer) return;
      event.preventDefault();
      onDrop(event.dataTransfer.files);
    };
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('dragenter', enter, { signal });
    addEventListener('dragover', enter, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('drop', drop, { signal });
    return () => controller.abort();
  }, [onDrop, inDialog]);
  return isDragging;
}
