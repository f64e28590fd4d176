import type { Sharp } from 'sharp';
import type { FileStore } from '#platform/files/file-store.ts';
import { loadSharp } from '#platform/files/sharp.ts';

/** A picture in another size (`width` in px at most), made on first demand and kept. Undefined when there is none. */
export async function keepResized(
  files: FileStore,
  id: string,
  { name, width }: { readonly name: string; readonly width: number },
  encode: (resized: Sharp) => Sharp,
): Promise<Buffer | undefined> {
  const kept = await files.read(name);
  if (kept) return kept;
  const original = await files.read(`pictures/${id}.webp`);
  if (!original) return undefined;
  const sharp = await loadSharp();
  const made = await encode(sharp(original).resize(width, undefined, { withoutEnlargement: true })).toBuffer();
  await files.write(name, made);
  return made;
}
