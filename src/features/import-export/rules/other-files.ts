import { posix } from 'node:path';

/** Returns whether a file is a document, audio or video, which are not imported. */
export const isOtherFile = (name: string) =>
  /\.(?:pdf|docx?|odt|rtf|xlsx?|ods|pptx?|odp|epub|key|pages|numbers|mp3|m4a|aac|og[ag]|opus|wav|flac|mp4|m4v|mov|webm|mkv|avi|svg|bmp|tiff?|heic)$/i.test(
    name,
  );

/** Returns the base names of archive files that a text links to. */
export function linkedFiles(markdown: string, names: readonly string[]): string[] {
  return [...new Set(names.map(name => posix.basename(name)))].filter(
    name => markdown.includes(name) || markdown.includes(encodeURI(name)),
  );
}
