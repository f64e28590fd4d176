import { useUploadPicture } from '#features/media/browser.ts';
import { pictureFile, pictureWidths } from '#shared/paths.ts';
import { MarkdownEditor, type MarkdownEditorProps } from '#ui/editor/MarkdownEditor.tsx';

const MAX_WIDTH = Math.max(...pictureWidths);

/** Edits a text in rich or Markdown mode. Dropped pictures are uploaded to the media library. */
export function ContentEditor(
  props: Pick<MarkdownEditorProps, 'ref' | 'value' | 'error' | 'pickPicture' | 'onChange'>,
) {
  const uploadPicture = useUploadPicture();
  return (
    <MarkdownEditor
      {...props}
      label="Text"
      placeholder="Type / for commands"
      uploadPicture={uploadPicture}
      pictureUrl={({ id }) => pictureFile(id, MAX_WIDTH, 'webp')}
    />
  );
}
