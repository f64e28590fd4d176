import { createHash } from 'node:crypto';
import { z } from 'zod';
import { estimateWordCount } from '#features/publishing/index.ts';
import type { ZipArchive } from '#platform/files/zip-reader.ts';
import type { Picture } from '#shared/contract.ts';
import {
  createArchiveError,
  type ImportedPost,
  type ImportedProject,
  type ImportedThread,
} from '../rules/imported-content.ts';
import {
  FORMAT_VERSION,
  MANIFEST_FILE_NAME,
  manifestSchema,
  pictureIdOf,
  pictureIdsOf,
  REDIRECTS,
} from '../rules/freehold.ts';
import { parseCommentsFile } from '../rules/freehold-comments.ts';
import {
  type ArchivedSiteSection,
  findSectionKeyByFileName,
  findSectionError,
} from '../rules/freehold-site-sections.ts';
import { parsePostFile } from '../rules/freehold-posts.ts';
import { parseProjectFile } from '../rules/freehold-projects.ts';
import type { OldAddress } from '../rules/old-addresses.ts';
import type { Found } from '../rules/outlines.ts';
import { parseJson, LARGEST_LIST, readText } from './archive-limits.ts';
import type { ImportHead, Reading } from './import-tasks.ts';
import { LeftOut } from './reading-steps.ts';

/** Reads an export of Freehold file by file; it may be in a folder of the ZIP. Throws BAD_REQUEST. */
export async function parseFreeholdArchive(zip: ZipArchive, folder: string, reading: Reading): Promise<ImportHead> {
  const list = manifestSchema.safeParse(parseJson(await zip.read(folder + MANIFEST_FILE_NAME)));
  if (!list.success)
    throw createArchiveError('The list in this archive (freehold.json) cannot be read. Export it again.');
  if (list.data.version > FORMAT_VERSION) {
    throw createArchiveError('This archive was made by a newer version. Update this site first, then import it.');
  }
  const reader = new FreeholdArchive(zip, folder, list.data.files, reading);
  await reader.readPosts();
  await reader.readProjects();
  reader.nameOtherComments();
  const documents = await reader.readDocuments();
  const oldAddresses = await reader.readRedirects();
  const { changed } = reader;
  const note = `${changed} of its texts were changed since it was exported. They are read as they are now.`;
  return {
    source: 'freehold',
    documents,
    oldAddresses,
    notes: changed > 0 ? [note] : [],
    pictures: Object.fromEntries(Object.entries(list.data.pictures).filter(([id]) => reader.hasPicture(id))),
    folder,
  };
}

type Item = Pick<ImportedPost | ImportedProject, 'content' | 'pending' | 'slug' | 'folder'>;

class FreeholdArchive {
  readonly #zip: ZipArchive;
  readonly #folder: string;
  readonly #hashes: Readonly<Record<string, string>>;
  readonly #reading: Reading;
  /** Comment files of the posts and projects that were read. */
  readonly #comments = new Set<string>();
  /** Number of texts that differ from the manifest. */
  changed = 0;

  constructor(zip: ZipArchive, folder: string, hashes: Readonly<Record<string, string>>, reading: Reading) {
    this.#zip = zip;
    this.#folder = folder;
    this.#hashes = hashes;
    this.#reading = reading;
  }

  readonly hasPicture = (id: string) => this.#zip.has(this.#pictureFile(id));

  readonly #pictureFile = (id: string) => `${this.#folder}pictures/${id}.webp`;

  async readPosts(): Promise<void> {
    for (const name of this.#names(/^posts\/[^/]+\.md$/)) {
      const post = await this.#item(name, parsePostFile, 'a post');
      if (!post) continue;
      const avatar = pictureIdOf(post.author?.avatar ?? null);
      const whole = { ...post, ...this.#found(post, avatar ? [avatar] : []) };
      await this.#reading.entries.addPost({ ...whole, comments: await this.#commentsOn('posts', post) });
    }
  }

  async readProjects(): Promise<void> {
    for (const name of this.#names(/^projects\/[^/]+\.md$/)) {
      const project = await this.#item(name, parseProjectFile, 'a project');
      if (!project) continue;
      const whole = { ...project, ...this.#found(project, []) };
      await this.#reading.entries.addProject({ ...whole, comments: await this.#commentsOn('projects', project) });
    }
  }

  nameOtherComments(): void {
    for (const name of this.#names(/^comments\/(?:posts|projects)\/[^/]+\.json$/)) {
      if (!this.#comments.has(name)) {
        this.#reading.steps.skip(name, 'What these comments are about is not in the archive.');
      }
    }
  }

  /** Returns the site sections that are valid here; others are noted and skipped. */
  async readDocuments(): Promise<ArchivedSiteSection[]> {
    const standIn = (id: string): Picture | undefined =>
      this.hasPicture(id) ? { id, width: 1, height: 1, placeholderColors: '' } : undefined;
    const documents: ArchivedSiteSection[] = [];
    for (const name of this.#names(/^site\/.*\.json$/)) {
      const document = await this.#reading.steps.run(name, async () => {
        const key = findSectionKeyByFileName(name);
        if (!key) throw new LeftOut('This site has no such document.');
        const value = jsonOf(await this.#text(name));
        const reason = findSectionError(key, value, standIn);
        if (reason !== undefined) throw new LeftOut(reason);
        return { key, value };
      });
      if (document) documents.push(document);
    }
    return documents;
  }

  async readRedirects(): Promise<OldAddress[]> {
    if (!this.#zip.has(this.#folder + REDIRECTS)) return [];
    const list = await this.#reading.steps.run(REDIRECTS, async () => {
      const parsed = redirectList.safeParse(jsonOf(await this.#text(REDIRECTS, LARGEST_LIST)));
      if (!parsed.success) throw new LeftOut('The list of redirects cannot be read.');
      return parsed.data;
    });
    return (list ?? []).map(({ from, to }) => ({ from, address: to }));
  }

  /** File names in the archive's folder that match a pattern. */
  *#names(form: RegExp): Generator<string> {
    for (const name of this.#zip.names) {
      const inner = name.slice(this.#folder.length);
      if (name.startsWith(this.#folder) && form.test(inner)) yield inner;
    }
  }

  async #text(name: string, most?: number): Promise<string> {
    const bytes = await readText(this.#zip, this.#folder + name, most);
    if (this.#hashes[name] !== sha256(bytes)) this.changed++;
    return bytes.toString('utf8');
  }

  #item<Read extends Item>(
    name: string,
    read: (file: { name: string; text: string }) => Read | undefined,
    noun: string,
  ): Promise<Read | undefined> {
    return this.#reading.steps.run(name, async () => {
      const item = read({ name, text: await this.#text(name) });
      if (!item) throw new LeftOut(`Its front matter does not fit ${noun}.`);
      return { ...item, folder: this.#folder + item.folder };
    });
  }

  /** Returns the comments on a post or project, without portraits missing from the archive. */
  async #commentsOn(kind: 'posts' | 'projects', { slug }: Item): Promise<readonly ImportedThread[]> {
    const name = `comments/${kind}/${slug}.json`;
    if (!this.#zip.has(this.#folder + name)) return [];
    this.#comments.add(name);
    const { steps } = this.#reading;
    const read = await steps.run(name, async () => parseCommentsFile(jsonOf(await this.#text(name, LARGEST_LIST))));
    if (!read) return [];
    if (read.unreadable > 0) {
      const count = read.unreadable === 1 ? 'One of its comments does' : `${read.unreadable} of its comments do`;
      steps.skip(name, `${count} not fit a comment.`);
    }
    const shown = <Comment extends ImportedThread['replies'][number]>(comment: Comment): Comment => {
      const id = pictureIdOf(comment.author?.avatar ?? null);
      const avatar = id && this.hasPicture(id) ? comment.author?.avatar : null;
      return { ...comment, author: comment.author && { ...comment.author, avatar } };
    };
    return read.threads.map(thread => ({ ...shown(thread), replies: thread.replies.map(shown) }));
  }

  /** Returns which pictures of a post or project the archive contains. They are named by id. */
  #found({ content, pending }: Item, others: readonly string[]): Found {
    const shown = [content, pending].flatMap(part => (part ? pictureIdsOf(part) : []));
    const ids = [...new Set([...shown, ...others])];
    return {
      found: Object.fromEntries(ids.filter(this.hasPicture).map(id => [id, this.#pictureFile(id)])),
      missing: ids.filter(id => !this.hasPicture(id)),
      words: estimateWordCount(content.markdown),
    };
  }
}

const redirectList = z.array(z.object({ from: z.string().max(500), to: z.string().max(2000) }));

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a file's SHA-256 as in the manifest. */
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
