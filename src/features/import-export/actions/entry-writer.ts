import { join } from 'node:path';
import { LineWriter } from '#platform/files/lines.ts';
import { countComments } from '../rules/freehold-comments.ts';
import { createArchiveError } from '../rules/imported-content.ts';
import { formatOutline, type StoredPost, type StoredProject } from '../rules/outlines.ts';
import { MIB } from './reading-steps.ts';

/** The file with everything that was read of each post and project, a line of JSON each. */
export const entriesIn = (folder: string) => join(folder, 'entries');

/** The file with their outlines, in the same order. */
export const outlinesIn = (folder: string) => join(folder, 'outlines');

/** All outlines are held in memory while an import is planned: those of about a million posts. */
const LARGEST_OUTLINES = 512 * MIB;

/** Creates two files in a folder for posts and projects, written as they are read. It must be closed. */
export async function createEntryWriter(folder: string) {
  const counts = { postCount: 0, projectCount: 0, commentCount: 0 };
  const entries = await LineWriter.create(entriesIn(folder));
  const outlines = await LineWriter.create(outlinesIn(folder));
  return {
    counts,
    async add(entry: StoredPost | StoredProject): Promise<void> {
      const outline = formatOutline(entry, await entries.add(JSON.stringify(entry)));
      if (outlines.bytes + outline.length > LARGEST_OUTLINES) {
        throw createArchiveError('This archive has too many posts to import together. Export it in parts.');
      }
      await outlines.add(outline);
      counts['owner' in entry ? 'projectCount' : 'postCount']++;
      counts.commentCount += countComments(entry.comments);
    },
    async close(): Promise<void> {
      await entries.close();
      await outlines.close();
    },
  };
}
export type EntryWriter = Awaited<ReturnType<typeof createEntryWriter>>;
