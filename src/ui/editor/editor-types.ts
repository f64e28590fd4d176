import type { Ref } from 'react';

export interface EditorPicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly placeholderColors: string;
}

/** How pictures get into a text. */
export interface PictureSource {
  /** Uploads a file and reports progress from 0 to 1. */
  readonly uploadPicture: (file: File, onProgress: (fraction: number) => void) => Promise<EditorPicture>;
  /** Returns the URL of a picture in the text. */
  readonly pictureUrl: (picture: EditorPicture) => string;
  /** Opens the picture picker; resolves to null if canceled. */
  readonly pickPicture: () => Promise<{ picture: EditorPicture; alt: string } | null>;
}

/** Imperative handle shared by both editor modes. */
export interface EditorViewHandle {
  /** Returns the current text. */
  readonly flush: () => string;
  /** Returns the offset of the caret in the text. */
  readonly getCaretOffset: () => number;
  readonly focus: () => void;
  /** Returns the number of pictures being uploaded. */
  readonly countPendingUploads: () => number;
}

/** Props shared by both editor modes. */
export interface EditorViewProps extends PictureSource {
  readonly ref: Ref<EditorViewHandle>;
  readonly initial: string;
  /** Initial caret as an offset in the text; the editor takes focus if it is set. */
  readonly startAt: number | undefined;
  readonly labelId: string;
  readonly descriptionId: string;
  readonly invalid: boolean;
  readonly placeholder: string;
  /** Called with the text shortly after a change. */
  readonly onChange: (markdown: string) => void;
  readonly onWordCountChange: (words: number) => void;
}

/** Returns the milliseconds between a change and serializing the text; longer for long texts. */
export function getDebounceDelay(length: number): number {
  return length > 100_000 ? 900 : 250;
}
