import type { Ref } from 'react';

/** A picture that was uploaded or chosen. */
export interface EditorPicture {
  readonly id: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly colors: string;
}

/** How pictures come into a text. */
export interface PictureSource {
  /** Uploads a file, and tells the share that has gone, from 0 to 1. Without it pictures cannot be added from files. */
  readonly uploadPicture?: ((file: File, onProgress: (share: number) => void) => Promise<EditorPicture>) | undefined;
  /** The address a picture has in the text. */
  readonly pictureAddress: (picture: EditorPicture) => string;
  /** Lets somebody choose a picture that is there already; null when they chose none. */
  readonly pickPicture?: (() => Promise<{ picture: EditorPicture; alt: string } | null>) | undefined;
}

/** What both ways of writing are asked. */
export interface EditorViewHandle {
  /** The text as it stands now. */
  readonly flush: () => string;
  /** The offset in the text where the caret is. */
  readonly getCaretOffset: () => number;
  readonly focus: () => void;
  /** How many pictures are on their way. */
  readonly countPendingUploads: () => number;
}

/** What both ways of writing are given. */
export interface EditorViewProps extends PictureSource {
  readonly ref: Ref<EditorViewHandle>;
  readonly initial: string;
  /** Where the caret is to be, as an offset in the text, and whether it is to have the focus. */
  readonly startAt: number | undefined;
  readonly labelId: string;
  readonly descriptionId: string;
  readonly invalid: boolean;
  readonly placeholder: string;
  /** Told the text a moment after it changed. */
  readonly onChange: (markdown: string) => void;
  readonly onWordCountChange: (words: number) => void;
}

/** A text is written out so long after the last change, in milliseconds; long texts wait longer. */
export function getDebounceDelay(length: number): number {
  return length > 100_000 ? 900 : 250;
}
