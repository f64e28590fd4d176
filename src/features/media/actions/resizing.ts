import type { FileStore } from '#platform/files/file-store.ts';

/** Returns a file made from a stored picture, at first request, and stored. Undefined if the picture doesn't exist. */
export async function getOrCreateFile(
  files: FileStore,
  id: string,
  name: string,
  make: (original: Buffer) => Promise<Uint8Array>,
): Promise<Buffer | undefined> {
  const kept = await files.read(name);
  if (kept) return kept;
  const original = await files.read(`pictures/${id}.webp`);
  if (!original) return undefined;
  const made = Buffer.from(await make(original));
  await files.write(name, made);
  return made;
}
