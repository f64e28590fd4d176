import { posix } from 'node:path';

/** Whether a file of an archive is a document, sound or film, which an import does not take. */
export const isOtherFile = (name: string) =>
  /\.(?:pdf|docx?|odt|rtf|xlsx?|ods|pptx?|odp|epub|key|pages|numbers|mp3|m4a|aac|og[ag]|opus|wav|flac|mp4|m4v|mov|webm|mkv|avi|svg|bmp|tiff?|heic)$/i.test(
    name,
  );

/** The last parts of the names of files that a text links to, of those that an archive has. */
export function linkedFiles(markdown: string, names: readonly string[]): string[] {
  return [...new Set(names.map(name => posix.basename(name)))].filter(
    name => markdown.includes(name) || markdown.includes(encodeURI(name)),
  );
}
