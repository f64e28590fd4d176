import { hash } from 'node:crypto';
import { z } from 'zod';
import { estimateWordCount } from '#features/publishing/index.ts';
import type { ZipArchive } from '#platform/files/zip-reader.ts';
import { parseJson } from '#shared/parse-json.ts';
import type { Picture } from '#shared/contract.ts';
import { createArchiveError } from '../rules/imported-content.ts';
import {
  FORMAT_VERSION,
  MANIFEST_FILE_NAME,
  manifestSchema,
  pictureIdOf,
  pictureIdsOf,
  REDIRECTS,
} from '../rules/freehold.ts';
import { parseCommentsFile, type ImportedThread } from '../rules/freehold-comments.ts';
import {
  type ArchivedSiteSection,
  findSectionKeyByFileName,
  findSectionError,
} from '../rules/freehold-site-sections.ts';
import { parsePostFile, parseProjectFile } from '../rules/freehold-entries.ts';
import type { OldAddress } from '../rules/old-addresses.ts';
import type { Found } from '../rules/outlines.ts';
import { type ImportHead, MAX_LIST_SIZE, SkipError, parseJsonFile, type Reading, readText } from './reading-steps.ts';

const kinds = [
  { kind: 'posts', noun: 'a post', parse: parsePostFile },
  { kind: 'projects', noun: 'a project', parse: parseProjectFile },
] as const;

type Item = NonNullable<ReturnType<(typeof kinds)[number]['parse']>>;

/** Reads an export of Freehold file by file; it may be in a folder of the ZIP. Throws BAD_REQUEST. */
export async function parseFreeholdArchive(
  zip: ZipArchive,
  folder: string,
  { steps, entries }: Reading,
): Promise<ImportHead> {
  const manifest = manifestSchema.safeParse(parseJsonFile(await zip.read(folder + MANIFEST_FILE_NAME)));
  if (!manifest.success)
    throw createArchiveError('The file freehold.json in this archive can’t be read. Export the content again.');
  if (manifest.data.version > FORMAT_VERSION) {
    throw createArchiveError('This archive comes from a newer version of Freehold. Update this site, then import it.');
  }
  const hashes = manifest.data.files;
  /** Comment files of the posts and projects that were read. */
  const commentFiles = new Set<string>();
  /** Number of texts that differ from the manifest. */
  let changedCount = 0;

  const pictureFile = (id: string) => `${folder}pictures/${id}.webp`;
  const hasPicture = (id: string) => zip.has(pictureFile(id));

  /** Returns the file names in the archive's folder that match a pattern. */
  function* namesOf(pattern: RegExp): Generator<string> {
    for (const name of zip.names) {
      const relativeName = name.slice(folder.length);
      if (name.startsWith(folder) && pattern.test(relativeName)) yield relativeName;
    }
  }

  async function textOf(name: string, maxBytes?: number): Promise<string> {
    const bytes = await readText(zip, folder + name, maxBytes);
    if (hashes[name] !== hash('sha256', bytes)) changedCount++;
    return bytes.toString('utf8');
  }

  /** Returns the comments on a post or project, without portraits missing from the archive. */
  async function commentsOn(kind: 'posts' | 'projects', { slug }: Item): Promise<readonly ImportedThread[]> {
    const name = `comments/${kind}/${slug}.json`;
    if (!zip.has(folder + name)) return [];
    commentFiles.add(name);
    const read = await steps.run(name, async () => parseCommentsFile(parseJson(await textOf(name, MAX_LIST_SIZE))));
    if (!read) return [];
    if (read.unreadable > 0) {
      const count = read.unreadable === 1 ? '1 comment' : `${read.unreadable} comments`;
      steps.skip(name, `${count} can’t be read.`);
    }
    const withKnownAvatar = <Comment extends ImportedThread['replies'][number]>(comment: Comment): Comment => {
      const id = pictureIdOf(comment.author?.avatar ?? null);
      const avatar = id && hasPicture(id) ? comment.author?.avatar : null;
      return { ...comment, author: comment.author && { ...comment.author, avatar } };
    };
    return read.threads.map(thread => ({ ...withKnownAvatar(thread), replies: thread.replies.map(withKnownAvatar) }));
  }

  /** Returns which pictures of a post or project the archive contains. They are named by id. */
  function foundOf(item: Item): Found {
    const { content, pending } = item;
    const contentIds = [content, pending].flatMap(part => (part ? pictureIdsOf(part) : []));
    const avatar = 'author' in item ? pictureIdOf(item.author.avatar) : undefined;
    const ids = [...new Set([...contentIds, ...(avatar ? [avatar] : [])])];
    return {
      found: Object.fromEntries(ids.filter(hasPicture).map(id => [id, pictureFile(id)])),
      missing: ids.filter(id => !hasPicture(id)),
      words: estimateWordCount(content.markdown),
    };
  }

  /** Returns the site sections that are valid here; others are noted and skipped. */
  async function readSections(): Promise<ArchivedSiteSection[]> {
    const placeholder = (id: string): Picture | undefined =>
      hasPicture(id) ? { id, width: 1, height: 1, placeholderColors: '' } : undefined;
    const valid: ArchivedSiteSection[] = [];
    for (const name of namesOf(/^site\/.*\.json$/)) {
      const section = await steps.run(name, async () => {
        const key = findSectionKeyByFileName(name);
        if (!key) throw new SkipError('This site doesn’t have this section.');
        const value = parseJson(await textOf(name));
        const reason = findSectionError(key, value, placeholder);
        if (reason !== undefined) throw new SkipError(reason);
        return { key, value };
      });
      if (section) valid.push(section);
    }
    return valid;
  }

  async function readRedirects(): Promise<OldAddress[]> {
    if (!zip.has(folder + REDIRECTS)) return [];
    const redirects = await steps.run(REDIRECTS, async () => {
      const parsed = redirectList.safeParse(parseJson(await textOf(REDIRECTS, MAX_LIST_SIZE)));
      if (!parsed.success) throw new SkipError('The redirects can’t be read.');
      return parsed.data;
    });
    return (redirects ?? []).map(({ from, to }) => ({ from, address: to }));
  }

  for (const { kind, noun, parse } of kinds) {
    for (const name of namesOf(new RegExp(`^${kind}/[^/]+\\.md$`))) {
      const item = await steps.run(name, async () => {
        const read: Item | undefined = parse(await textOf(name));
        if (!read) throw new SkipError(`The front matter isn’t valid for ${noun}.`);
        return read;
      });
      if (item) await entries.add({ ...item, ...foundOf(item), comments: await commentsOn(kind, item) });
    }
  }
  for (const name of namesOf(/^comments\/(?:posts|projects)\/[^/]+\.json$/)) {
    if (!commentFiles.has(name)) steps.skip(name, 'The post or project of these comments isn’t in the archive.');
  }
  const documents = await readSections();
  const oldAddresses = await readRedirects();
  const note = `Files edited after the export: ${changedCount}. The edited versions are imported.`;
  return {
    source: 'freehold',
    documents,
    oldAddresses,
    notes: changedCount > 0 ? [note] : [],
    pictures: Object.fromEntries(Object.entries(manifest.data.pictures).filter(([id]) => hasPicture(id))),
    folder,
  };
}

const redirectList = z.array(z.object({ from: z.string().max(500), to: z.string().max(2000) }));
