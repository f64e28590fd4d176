import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { estimateWords } from '#features/publishing/rules/texts.ts';
import { isZip, openZip, type ZipArchive, type ZipLimits } from '#platform/files/zip-reader.ts';
import { AppError } from '#shared/errors.ts';
import { type ForeignSite, type ForeignPost, oneByOne } from '../rules/entries.ts';
import { manifest, MANIFEST, FORMAT_VERSION, pictureIdsOf, readFreehold } from '../rules/freehold.ts';
import { isGhostExport, readGhost } from '../rules/ghost.ts';
import { isMarkdown, readMarkdownFolder, type TextFile } from '../rules/markdown-folder.ts';
import type { PictureWords } from './pictures.ts';
import { findPicture, indexPictures, replacePictures } from '../rules/pictures.ts';
import type { StoredPost } from '../rules/plan.ts';
import { readWordpress } from '../rules/wordpress.ts';

const MIB = 1024 * 1024;

/** What an archive may unpack to. */
export const ARCHIVE_LIMITS: ZipLimits = { files: 50_000, file: 100 * MIB, whole: 1024 * MIB };

/** A Markdown file is at most this large, in bytes. */
const LARGEST_TEXT = 4 * MIB;

/** At most so many posts come at once. */
const MOST_POSTS = 20_000;

const refuse = (sentence: string) => new AppError('BAD_REQUEST', sentence, { archive: sentence });

/** What was read out of an archive, as it is kept until its owner decides. */
export interface StoredImport {
  readonly source: ForeignSite['source'];
  readonly posts: readonly StoredPost[];
  readonly skipped: ForeignSite['skipped'];
  readonly notes: readonly string[];
  /** What an own archive tells of its pictures, by their ids. */
  readonly pictures: Readonly<Record<string, PictureWords>>;
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw refuse('This JSON is broken or not whole. Export it anew, and send the file as it is.');
  }
}

/**
 * Reads what somebody sent: a ZIP, Ghost's JSON or WordPress's XML. Nothing is asked from the network. Throws BAD_REQUEST
 * with what to do where it is none of these, or holds no posts.
 */
export async function readImport(bytes: Buffer): Promise<StoredImport> {
  if (bytes.length === 0) throw refuse('This file is empty.');
  if (isZip(bytes)) return readZip(await openZip(bytes, ARCHIVE_LIMITS));
  const start = bytes
    .subarray(0, 200)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('{')) return stored(readGhost(jsonIn(bytes)), undefined);
  if (start.startsWith('<')) return stored(readWordpress(bytes.toString('utf8')), undefined);
  throw refuse('Send a ZIP archive, the JSON that Ghost exports, or the XML that WordPress exports.');
}

async function readZip(zip: ZipArchive): Promise<StoredImport> {
  const inner = zip.names.find(name => name === MANIFEST || /^[^/]+\/freehold\.json$/.test(name));
  if (inner) return readOwn(zip, inner.slice(0, -MANIFEST.length));
  for (const name of zip.names.filter(file => /\.json$/i.test(file))) {
    const json = await zip
      .read(name)
      .then(jsonIn)
      .catch(() => undefined);
    if (isGhostExport(json)) return stored(readGhost(json), zip);
  }
  for (const name of zip.names.filter(file => /\.xml$/i.test(file))) {
    const xml = (await zip.read(name)).toString('utf8');
    if (xml.slice(0, 5000).includes('wordpress.org/export')) return stored(readWordpress(xml), zip);
  }
  const names = zip.names.filter(isMarkdown);
  if (names.length === 0) {
    throw refuse(
      'There is nothing to move in here: no export of Ghost (JSON) or WordPress (XML), and no Markdown files. Pictures alone cannot be moved in.',
    );
  }
  return stored(readMarkdownFolder(await textsOf(zip, names)), zip);
}

async function textsOf(zip: ZipArchive, names: readonly string[], folder = ''): Promise<TextFile[]> {
  const texts: TextFile[] = [];
  for (const name of names) {
    const bytes = await zip.read(name);
    if (bytes.length <= LARGEST_TEXT) texts.push({ name: name.slice(folder.length), text: bytes.toString('utf8') });
    else texts.push({ name: name.slice(folder.length), text: '---\n[too long]\n---\n' });
  }
  return texts;
}

/** An archive that a site of this kind made; it may lie in a folder of the ZIP. */
async function readOwn(zip: ZipArchive, folder: string): Promise<StoredImport> {
  const list = manifest.safeParse(jsonIn(await zip.read(folder + MANIFEST)));
  if (!list.success) throw refuse('The list in this archive (freehold.json) cannot be read. Export it anew.');
  if (list.data.version > FORMAT_VERSION) {
    throw refuse('This archive was made by a newer version. Update this site first, then move it in.');
  }
  const texts = await textsOf(
    zip,
    zip.names.filter(name => name.startsWith(folder) && name.endsWith('.md')),
    folder,
  );
  const site = readFreehold(texts);
  const changed = texts.filter(({ name, text }) => list.data.files[name] !== hashOf(Buffer.from(text)));
  const said = `${changed.length} of its texts were changed since it was exported. They are read as they are now.`;
  const posts = oneByOne(site.posts, post => ({ ...post, folder: folder + post.folder }));
  const read = await stored({ ...site, posts, notes: [...site.notes, ...(changed.length > 0 ? [said] : [])] }, zip);
  return { ...read, pictures: list.data.pictures };
}

/** The SHA-256 of a file, as the archive's list has it. */
export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Looks for every post's pictures in the archive. */
async function stored(site: ForeignSite, zip: ZipArchive | undefined): Promise<StoredImport> {
  const files = indexPictures(zip?.names ?? []);
  const names = new Set(zip?.names);
  const posts: StoredPost[] = [];
  for (const post of site.posts) {
    if (posts.length >= MOST_POSTS) throw refuse(`This archive has more than ${MOST_POSTS} posts. Send it in parts.`);
    const pictures = site.source === 'freehold' ? ownPicturesOf(post, names) : picturesOf(post, files);
    posts.push({ ...post, ...pictures, words: estimateWords(post.content.markdown) });
    // Others have their turn in between.
    await setImmediate();
  }
  if (posts.length === 0 && site.skipped.length === 0) throw refuse('There are no posts in here.');
  const { source, skipped, notes } = site;
  return { source, posts, skipped: [...skipped, ...(zip?.passedOver ?? [])], notes, pictures: {} };
}

function picturesOf({ content, folder }: ForeignPost, files: ReturnType<typeof indexPictures>) {
  const found: Record<string, string> = {};
  const missing = new Set<string>();
  const look = (reference: string) => {
    const name = findPicture(reference, folder, files);
    if (name) found[reference] = name;
    else missing.add(reference.slice(0, 300));
    return 'stays' as const;
  };
  replacePictures(content.markdown, look);
  for (const reference of [content.cover, content.cardPicture]) if (reference) look(reference);
  return { found, missing: [...missing] };
}

/** Pictures of an own archive are named by their ids. */
function ownPicturesOf({ content, pending, folder }: ForeignPost, names: ReadonlySet<string>) {
  const ids = [content, pending].flatMap(part => (part ? pictureIdsOf(part) : []));
  const place = folder.replace(/posts$/, 'pictures/');
  const found = ids.filter(id => names.has(`${place}${id}.webp`)).map(id => [id, `${place}${id}.webp`] as const);
  return { found: Object.fromEntries(found), missing: ids.filter(id => !names.has(`${place}${id}.webp`)) };
}
