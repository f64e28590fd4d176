import { join } from 'node:path';
import { LineWriter } from '#platform/files/lines.ts';
import { countComments } from '../rules/freehold-comments.ts';
import { createArchiveError } from '../rules/imported-content.ts';
import { type StoredPost, type StoredProject, writePostOutline, writeProjectOutline } from '../rules/outlines.ts';
import { MIB } from './archive-limits.ts';

/** The file with everything that was read of each post and project, a line of JSON each. */
export const entriesIn = (folder: string) => join(folder, 'entries');

/** The file with their outlines, in the same order. */
export const outlinesIn = (folder: string) => join(folder, 'outlines');

/** All outlines are held in memory while an import is planned: those of about a million posts. */
const LARGEST_OUTLINES = 512 * MIB;

/** Writes posts and projects to two files as they are read. It must be closed. */
export class EntryWriter {
  readonly counts = { postCount: 0, projectCount: 0, commentCount: 0 };
  readonly #entries: LineWriter;
  readonly #outlines: LineWriter;

  private constructor(entries: LineWriter, outlines: LineWriter) {
    this.#entries = entries;
    this.#outlines = outlines;
  }

  /** Creates the two files in a folder. */
  static async create(folder: string): Promise<EntryWriter> {
    return new EntryWriter(await LineWriter.create(entriesIn(folder)), await LineWriter.create(outlinesIn(folder)));
  }

  async addPost(post: StoredPost): Promise<void> {
    const place = await this.#entries.add(JSON.stringify(post));
    await this.#addOutline(writePostOutline(post, place));
    this.counts.postCount++;
    this.counts.commentCount += countComments(post.comments);
  }

  async addProject(project: StoredProject): Promise<void> {
    const place = await this.#entries.add(JSON.stringify(project));
    await this.#addOutline(writeProjectOutline(project, place));
    this.counts.projectCount++;
    this.counts.commentCount += countComments(project.comments);
  }

  async close(): Promise<void> {
    await this.#entries.close();
    await this.#outlines.close();
  }

  async #addOutline(line: string): Promise<void> {
    if (this.#outlines.bytes + line.length > LARGEST_OUTLINES) {
      throw createArchiveError('This archive has too many posts to import together. Export it in parts.');
    }
    await this.#outlines.add(line);
  }
}
