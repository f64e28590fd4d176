import type { FileStore } from '#platform/files/file-store.ts';
import type { ResizedFormat } from './picture-tasks.ts';
import { runPictureTask } from './run-picture-task.ts';

/** Returns a picture at most `width` px wide, created at first request and stored. Undefined if it doesn't exist. */
export async function getOrCreateResized(
  files: FileStore,
  id: string,
  { name, width, format }: { readonly name: string; readonly width: number; readonly format: ResizedFormat },
): Promise<Buffer | undefined> {
  const kept = await files.read(name);
  if (kept) return kept;
  const original = await files.read(`pictures/${id}.webp`);
  if (!original) return undefined;
  const made = Buffer.from(await runPictureTask('resize', original, width, format));
  await files.write(name, made);
  return made;
}
