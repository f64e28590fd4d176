import { useEffect, useLayoutEffect, useRef } from 'react';
import type { MarkdownEditorHandle } from '#ui/editor/MarkdownEditor.tsx';

/** Keeps the editor in sync with the saved content: content from elsewhere replaces the editor's. */
export function useContentEditor(markdown: string, change: (markdown: string) => void) {
  const editor = useRef<MarkdownEditorHandle>(null);
  const shown = useRef(markdown);
  useEffect(() => {
    if (shown.current === markdown) return;
    shown.current = markdown;
    editor.current?.replace(markdown);
  }, [markdown]);
  // Flush the last keystrokes before the editor unmounts.
  useLayoutEffect(() => {
    const flushed = editor;
    return () => void flushed.current?.flush();
  }, []);
  const onText = (next: string) => {
    shown.current = next;
    change(next);
  };
  /** Passes on the last keystrokes. Returns whether the text is complete, or shows that a picture is being uploaded. */
  const flushEditor = () => {
    editor.current?.flush();
    return editor.current?.isComplete() ?? true;
  };
  /** Scrolls to one of the pictures without alt text and focuses its field; in Markdown mode, focuses the text. */
  const goToPicture = (index: number) => {
    const pictures = [...document.querySelectorAll<HTMLElement>('.editor-picture')];
    const picture = pictures.filter(each => !each.querySelector('img')?.alt.trim())[index];
    if (!picture) return editor.current?.focus();
    // Shows the fields of a picture that counts as decorative.
    picture.classList.add('needs-alt');
    picture.querySelector('input')?.focus();
    return picture.scrollIntoView({ block: 'center' });
  };
  return { editor, onText, flushEditor, goToPicture };
}
