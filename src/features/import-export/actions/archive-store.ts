import { createReadStream } from 'node:fs';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db } from '#platform/database/database.ts';
import { getFreeSpace } from '#platform/files/disk-space.ts';
import type { FileStore, LocalCopy } from '#platform/files/file-store.ts';
import { LineReader, readLines } from '#platform/files/lines.ts';
import { LocalFile } from '#platform/files/local-file.ts';
import { AppError } from '#shared/errors.ts';
import { deleteImport, insertImport } from '../queries/imports.ts';
import {
  type PostOutline,
  type ProjectOutline,
  readOutline,
  type StoredPost,
  type StoredProject,
} from '../rules/outlines.ts';
import type { Outlines } from '../rules/plan.ts';
import { readArchive } from './import-pool.ts';
import { entriesIn, outlinesIn, type StoredHead } from './reading-steps.ts';

/** The files of an import in the file store. */
const filesOf = (id: string) => ({
  archive: `imports/${id}.archive`,
  head: `imports/${id}.json`,
  entries: `imports/${id}.entries`,
  outlines: `imports/${id}.outlines`,
});

export type StoredImport = StoredHead & Outlines;

/**
 * Reads an uploaded archive and stores it until the owner imports or deletes it. Throws BAD_REQUEST with instructions if there is
 * nothing to import; then nothing is stored. Throws CONFLICT if the id is taken.
 */
export async function saveArchive(context: ApiContext, id: string, name: string, file: LocalFile): Promise<void> {
  const { db, files, now, temporary, disk } = context;
  await temporary.useFolder(async folder => {
    const { summary, json } = await readArchive({ path: file.path, folder, maxBytes: await getFreeSpace(disk) });
    const row = {
      id,
      ...summary,
      fileName: name || 'archive',
      sizeBytes: file.size,
      uploadedBy: requireUser(context).userId,
      uploadedAt: toDate(now()),
    };
    if (!(await insertImport(db, row)))
      throw new AppError('CONFLICT', 'This archive has already been uploaded. Choose it again.');
    const { archive, head, entries, outlines } = filesOf(id);
    try {
      await files.write(archive, file);
      await files.write(entries, await LocalFile.open(entriesIn(folder), 'entries', ''));
      await files.write(outlines, await LocalFile.open(outlinesIn(folder), 'outlines', ''));
      await files.write(head, Buffer.from(json.buffer, json.byteOffset, json.byteLength));
    } catch (error) {
      await deleteArchive(db, files, id);
      throw error;
    }
  });
}

/** Deletes the files of an import; imported content stays. */
export async function deleteArchiveFiles(files: FileStore, id: string): Promise<void> {
  await files.remove(...Object.values(filesOf(id)));
}

/** Deletes an archive and its import. */
export async function deleteArchive(db: Db, files: FileStore, id: string): Promise<void> {
  await deleteImport(db, id);
  await deleteArchiveFiles(files, id);
}

const GONE = 'This archive has been deleted. Upload it again.';

/** Returns the stored data of an archive, except its posts and projects. Throws GONE if it was deleted. */
export async function getHead(files: FileStore, id: string): Promise<StoredHead> {
  const { head, outlines } = filesOf(id);
  const bytes = await files.read(head);
  if (!bytes || !(await files.has(outlines))) throw new AppError('GONE', GONE);
  return JSON.parse(bytes.toString('utf8')) as StoredHead;
}

/** Returns the data an import is planned from. Throws GONE if the archive was deleted. */
export async function getParsedArchive(files: FileStore, id: string): Promise<StoredImport> {
  const head = await getHead(files, id);
  const outlines = await openLocalCopy(files, filesOf(id).outlines);
  const posts: PostOutline[] = [];
  const projects: ProjectOutline[] = [];
  try {
    for await (const line of readLines(createReadStream(outlines.path))) {
      const outline = readOutline(line);
      if (outline.kind === 'post') posts.push(outline.post);
      else projects.push(outline.project);
    }
  } finally {
    await outlines.release();
  }
  return { ...head, posts, projects };
}

/** Returns the archive file, which must be released. Throws GONE if it was deleted. */
export const getArchiveFile = (files: FileStore, id: string) => openLocalCopy(files, filesOf(id).archive);

/** Opens the complete posts and projects of an archive. It must be closed. Throws GONE if the archive was deleted. */
export async function openEntries(files: FileStore, id: string) {
  const copy = await openLocalCopy(files, filesOf(id).entries);
  const lines = await LineReader.open(copy.path);
  return {
    readPost: async ({ line }: PostOutline) => JSON.parse(await lines.read(line)) as StoredPost,
    readProject: async ({ line }: ProjectOutline) => JSON.parse(await lines.read(line)) as StoredProject,
    async close() {
      await lines.close();
      await copy.release();
    },
  };
}
export type EntryReader = Awaited<ReturnType<typeof openEntries>>;

async function openLocalCopy(files: FileStore, name: string): Promise<LocalCopy> {
  const copy = await files.local(name);
  if (!copy) throw new AppError('GONE', GONE);
  return copy;
}
