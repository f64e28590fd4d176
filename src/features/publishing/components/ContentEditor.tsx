import { type Ref, useState } from 'react';
import { useUploadPicture } from '#features/media/browser.ts';
import { pictureFile, pictureWidths } from '#shared/paths.ts';
import { type EditorMode, MarkdownEditor, type MarkdownEditorHandle } from '#ui/editor/MarkdownEditor.tsx';
import type { PickPicture } from './PicturePicking.tsx';

interface TextEditorProps {
  ref: Ref<MarkdownEditorHandle>;
  value: string;
  error: string | undefined;
  pickPicture: PickPicture;
  onChange: (markdown: string) => void;
}

const LARGEST = Math.max(...pictureWidths);

/** Edits a text in rich or Markdown mode. Dropped pictures are uploaded to the media library. */
export function ContentEditor({ ref, value, error, pickPicture, onChange }: TextEditorProps) {
  const [mode, setMode] = useState<EditorMode>('rich');
  const uploadPicture = useUploadPicture();
  return (
    <MarkdownEditor
      ref={ref}
      name="markdown"
      label="Text"
      placeholder="Write, or type / to put something in"
      value={value}
      mode={mode}
      onModeChange={setMode}
      uploadPicture={uploadPicture}
      pickPicture={pickPicture}
      pictureAddress={({ id }) => pictureFile(id, LARGEST, 'webp')}
      error={error}
      onChange={onChange}
    />
  );
}
