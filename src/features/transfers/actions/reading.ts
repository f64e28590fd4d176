import { readFile, stat } from 'node:fs/promises';
import { isGhostMemberList } from '#features/newsletter/rules/list-files.ts';
import { estimateWords } from '#features/publishing/rules/texts.ts';
import { readStart } from '#platform/files/local-file.ts';
import { isZip, openZip, type ZipArchive, type ZipLimits } from '#platform/files/zip-reader.ts';
import type { ForeignPost, ForeignProject, ForeignSite } from '../rules/entries.ts';
import { MANIFEST, pictureIdOf, pictureIdsOf } from '../rules/freehold.ts';
import { countComments } from '../rules/freehold-comments.ts';
import type { ArchivedDocument } from '../rules/freehold-documents.ts';
import type { GhostFiles } from '../rules/ghost-addresses.ts';
import { isGhostExport, readGhost } from '../rules/ghost.ts';
import { isSiteConfig } from '../rules/markdown-addresses.ts';
import { isMarkdown, readMarkdownFolder } from '../rules/markdown-folder.ts';
import type { OldAddress } from '../rules/old-addresses.ts';
import { isOtherFile, linkedFiles } from '../rules/other-files.ts';
import { findPicture, indexPictures, replacePictures } from '../rules/pictures.ts';
import type { Found, StoredPost, StoredProject } from '../rules/plan.ts';
import { readWordpress } from '../rules/wordpress.ts';
import { checkComments, jsonIn, MOST_POSTS, LARGEST_TEXT, MOST_PROJECTS, refuse, textsOf } from './archive-files.ts';
import type { PictureWords } from './pictures.ts';
import { readOwnArchive } from './reading-own.ts';

const MIB = 1024 * 1024;

/** A JSON or XML file is read into memory, so it has at most this many bytes, in an archive and by itself. */
const LARGEST_EXPORT = 100 * MIB;

/** What an archive may hold; together its files have at most as many bytes as there is room for on the disk. */
export const archiveLimits = (room: number): ZipLimits => ({ files: 1_000_000, file: LARGEST_EXPORT, whole: room });

/** What was read out of an archive, as it is kept until its owner decides. */
export interface StoredImport {
  readonly source: ForeignSite['source'];
  readonly posts: readonly StoredPost[];
  readonly projects: readonly StoredProject[];
  readonly documents: readonly ArchivedDocument[];
  /** The other addresses of the old site. */
  readonly oldAddresses?: readonly OldAddress[];
  readonly skipped: ForeignSite['skipped'];
  readonly notes: readonly string[];
  /** The list of members in a Ghost archive, as CSV. */
  readonly members?: string | undefined;
  /** What an own archive tells of its pictures, by their ids. */
  readonly pictures: Readonly<Record<string, PictureWords>>;
  /** Where in the ZIP an own archive lies; empty, or with a slash at its end. */
  readonly folder: string;
}

/** The post that is converted next. */
export interface PostStarted {
  readonly position: number;
  readonly name: string;
}

/** How the reading of posts is watched, each of which may take too long. */
interface Watch {
  /** Positions of posts to leave out and name. */
  readonly failed: ReadonlySet<number>;
  /** Called before each post. */
  readonly onPost: (post: PostStarted) => void;
}

/**
 * Reads what somebody sent, the file at a path: a ZIP, Ghost's JSON or WordPress's XML. Nothing is asked from the network.
 * Throws BAD_REQUEST with what to do where it is none of these, holds nothing to move in, or unpacks to more than `room`
 * bytes.
 */
export async function readImport(path: string, room: number, watch: Watch): Promise<StoredImport> {
  const head = await readStart(path, 200);
  if (head.length === 0) throw refuse('This file is empty.');
  if (isZip(head)) return readZip(await openZip(path, archiveLimits(room)), watch);
  const start = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (!/^[{<]/.test(start)) {
    throw refuse('Send a ZIP archive, the JSON that Ghost exports, or the XML that WordPress exports.');
  }
  if ((await stat(path)).size > LARGEST_EXPORT) {
    throw refuse(`This file is larger than ${LARGEST_EXPORT / MIB} MB. Export less at once, and send it in parts.`);
  }
  const bytes = await readFile(path);
  return start.startsWith('{')
    ? stored(readGhost(jsonIn(bytes)), undefined, watch)
    : stored(readWordpress(bytes.toString('utf8')), undefined, watch);
}

async function readZip(zip: ZipArchive, watch: Watch): Promise<StoredImport> {
  const inner = zip.names.find(name => name === MANIFEST || /^[^/]+\/freehold\.json$/.test(name));
  if (inner !== undefined) {
    const folder = inner.slice(0, -MANIFEST.length);
    const { site, pictures } = await readOwnArchive(zip, folder);
    return { ...(await stored(site, zip, watch)), pictures, folder };
  }
  for (const name of zip.names.filter(file => /\.json$/i.test(file))) {
    const json = await zip
      .read(name)
      .then(jsonIn)
      .catch(() => undefined);
    if (isGhostExport(json))
      return { ...(await stored(readGhost(json, await ghostFilesIn(zip)), zip, watch)), members: await membersIn(zip) };
  }
  for (const name of zip.names.filter(file => /\.xml$/i.test(file))) {
    const xml = (await zip.read(name)).toString('utf8');
    if (xml.slice(0, 5000).includes('wordpress.org/export')) return stored(readWordpress(xml), zip, watch);
  }
  const names = zip.names.filter(isMarkdown);
  if (names.length === 0) {
    throw refuse(
      'There is nothing to move in here: no export of Ghost (JSON) or WordPress (XML), and no Markdown files. Pictures alone cannot be moved in.',
    );
  }
  const skipped: { name: string; reason: string }[] = [];
  const configs = zip.names.filter(isSiteConfig).slice(0, 20);
  const site = readMarkdownFolder(await textsOf(zip, names, '', skipped), await textsOf(zip, configs, '', skipped));
  return stored({ ...site, skipped: [...skipped, ...site.skipped] }, zip, watch);
}

/** The files in which Ghost keeps addresses, if the archive has them. */
async function ghostFilesIn(zip: ZipArchive): Promise<GhostFiles> {
  const textOf = async (named: RegExp) => {
    const name = zip.names.find(file => named.test(file) && zip.sizeOf(file) <= LARGEST_TEXT);
    return name === undefined ? undefined : (await zip.read(name)).toString('utf8');
  };
  return {
    redirects: await textOf(/(?:^|\/)redirects\.(?:ya?ml|json)$/),
    routes: await textOf(/(?:^|\/)routes\.ya?ml$/),
  };
}

/** The list of members that a Ghost archive holds, if any. */
async function membersIn(zip: ZipArchive): Promise<string | undefined> {
  for (const name of zip.names.filter(file => /\.csv$/i.test(file) && zip.sizeOf(file) <= LARGEST_TEXT)) {
    const csv = (await zip.read(name)).toString('utf8');
    if (isGhostMemberList(csv)) return csv;
  }
  return undefined;
}

/** Looks for the pictures of every post and project in the archive. */
async function stored(site: ForeignSite, zip: ZipArchive | undefined, watch: Watch): Promise<StoredImport> {
  const pictureFiles = indexPictures(zip?.names ?? []);
  const names = new Set(zip?.names);
  const own = site.source === 'freehold';
  const others = own ? [] : [...names].filter(isOtherFile);
  const posts: StoredPost[] = [];
  const tooComplex: { name: string; reason: string }[] = [];
  let comments = 0;
  const unread = site.unread ?? [...site.posts].map(post => ({ name: post.content.title, read: () => post }));
  for (const [position, { name, read }] of unread.entries()) {
    if (watch.failed.has(position)) {
      tooComplex.push({ name, reason: 'It takes too much time or memory to convert.' });
      continue;
    }
    watch.onPost({ position, name });
    const post = read();
    comments += countComments(post.comments);
    checkComments(comments);
    if (posts.length >= MOST_POSTS) throw refuse(`This archive has more than ${MOST_POSTS} posts. Send it in parts.`);
    const pictures = own ? ownPicturesOf(post, post.author?.avatar ?? null, names) : picturesOf(post, pictureFiles);
    const files = own ? [] : linkedFiles(post.content.markdown, others);
    const notes =
      files.length > 0 ? [...post.notes, `It links to files that are not imported: ${files.join(', ')}.`] : post.notes;
    posts.push({ ...post, ...pictures, notes, words: estimateWords(post.content.markdown) });
  }
  const { source, notes, projects = [], documents = [], oldAddresses = [] } = site;
  if (projects.length > MOST_PROJECTS) {
    throw refuse(`This archive has more than ${MOST_PROJECTS} projects. Send it in parts.`);
  }
  if (posts.length + projects.length + documents.length + site.skipped.length + tooComplex.length === 0) {
    throw refuse('There are no posts in here.');
  }
  return {
    source,
    posts,
    projects: projects.map(project => ({
      ...project,
      ...ownPicturesOf(project, null, names),
      words: estimateWords(project.content.markdown),
    })),
    documents,
    oldAddresses,
    skipped: [
      ...tooComplex,
      ...site.skipped,
      ...(zip?.passedOver ?? []),
      ...others.map(name => ({
        name,
        reason: 'Only texts and pictures are imported. Upload this file to the media library if you need it.',
      })),
    ],
    notes,
    pictures: {},
    folder: '',
  };
}

function picturesOf({ content, folder }: ForeignPost, files: ReturnType<typeof indexPictures>): Omit<Found, 'words'> {
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
function ownPicturesOf(
  { content, pending, folder }: Pick<ForeignPost | ForeignProject, 'content' | 'pending' | 'folder'>,
  avatar: string | null,
  names: ReadonlySet<string>,
): Omit<Found, 'words'> {
  const shown = [content, pending].flatMap(part => (part ? pictureIdsOf(part) : []));
  const ids = [...new Set([...shown, pictureIdOf(avatar)])].flatMap(id => id ?? []);
  const fileOf = (id: string) => `${folder.replace(/(?:posts|projects)$/, 'pictures/')}${id}.webp`;
  const found = ids.filter(id => names.has(fileOf(id))).map(id => [id, fileOf(id)] as const);
  return { found: Object.fromEntries(found), missing: ids.filter(id => !names.has(fileOf(id))) };
}
