import { createZip } from '#platform/files/zip-writer.ts';

/** Returns a ZIP archive of files by name. */
export async function createZipBuffer(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const inputs = Object.entries(files).map(([name, content]) => ({
    name,
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
  }));
  const parts: Uint8Array[] = [];
  for await (const part of createZip(inputs)) parts.push(part);
  return Buffer.concat(parts);
}
