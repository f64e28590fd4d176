import { readFile, stat } from 'node:fs/promises';
import { isGhostMemberList } from '#features/newsletter/index.ts';
import { estimateWordCount } from '#features/publishing/index.ts';
import { readStart } from '#platform/files/local-file.ts';
import { isZip, openZip, type ZipArchive, type ZipLimits } from '#platform/files/zip-reader.ts';
import { parseJson } from '#shared/parse-json.ts';
import { decodeText } from '#shared/decode-text.ts';
import { createArchiveError, type ImportedPost, type ImportedSite } from '../rules/imported-content.ts';
import { MANIFEST_FILE_NAME } from '../rules/freehold.ts';
import { isGhostExport, parseGhostExport } from '../rules/ghost.ts';
import { addressesOfFolder, isSiteConfig, readSiteConfigs } from '../rules/markdown-addresses.ts';
import { unusedNotes } from '../rules/left-out.ts';
import { isMarkdownFileName, readMarkdownFile } from '../rules/markdown-folder.ts';
import type { StoredPost } from '../rules/outlines.ts';
import {
  countUnused,
  findPicture,
  indexPictures,
  isOtherFile,
  linkedFiles,
  replacePictures,
} from '../rules/pictures.ts';
import { parseWordpressExport } from '../rules/wordpress.ts';
import { parseFreeholdArchive } from './parse-freehold-archive.ts';
import {
  type ImportHead,
  SkipError,
  MAX_TEXT_FILE_BYTES,
  MIB,
  parseJsonFile,
  type Reading,
  readText,
} from './reading-steps.ts';

/** JSON and XML files are parsed in memory, so their size is limited, inside and outside an archive. */
const MAX_EXPORT_SIZE = 100 * MIB;

/** The list of an own archive names a million files in this many bytes. */
const MAX_FILE_SIZE = 256 * MIB;

/** Limits of an archive; its files together may take as many bytes as the disk has room for. */
export const archiveLimits = (totalBytes: number): ZipLimits => ({ files: 1_000_000, file: MAX_FILE_SIZE, totalBytes });

/**
 * Reads an uploaded ZIP, Ghost JSON or WordPress XML. Makes no network requests. Throws BAD_REQUEST with instructions
 * if it is none of these, holds nothing to import, or unpacks to more than `maxBytes`.
 */
export async function parseArchive(path: string, maxBytes: number, reading: Reading): Promise<ImportHead> {
  const head = await readFileOfAnyKind(path, maxBytes, reading);
  const { postCount, projectCount } = reading.entries.counts;
  if (postCount + projectCount + head.documents.length + reading.steps.skipped.length === 0) {
    throw createArchiveError('This file contains no posts.');
  }
  return head;
}

async function readFileOfAnyKind(path: string, maxBytes: number, reading: Reading): Promise<ImportHead> {
  const head = await readStart(path, 200);
  if (head.length === 0) throw createArchiveError('This file is empty. Choose another one.');
  if (isZip(head)) {
    const zip = await openZip(path, archiveLimits(maxBytes));
    for (const { name, reason } of zip.skipped) reading.steps.skip(name, reason);
    return readZip(zip, reading);
  }
  const start = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (!/^[{<]/.test(start)) {
    throw createArchiveError('Upload a ZIP archive, a Ghost export (JSON) or a WordPress export (XML).');
  }
  if ((await stat(path)).size > MAX_EXPORT_SIZE)
    throw createArchiveError(`This file is larger than ${MAX_EXPORT_SIZE / MIB} MB. Export it in smaller parts.`);
  const bytes = await readFile(path);
  const site = start.startsWith('{') ? parseGhostExport(parseJsonFile(bytes)) : parseWordpressExport(decodeXml(bytes));
  return readSite(site, undefined, reading);
}

async function readZip(zip: ZipArchive, reading: Reading): Promise<ImportHead> {
  const manifest = zip.names.find(name => name === MANIFEST_FILE_NAME || /^[^/]+\/freehold\.json$/.test(name));
  if (manifest !== undefined) return parseFreeholdArchive(zip, manifest.slice(0, -MANIFEST_FILE_NAME.length), reading);
  for (const name of zip.names.filter(file => /\.json$/i.test(file))) {
    const json = parseJson(await readExport(zip, name, reading));
    if (isGhostExport(json)) {
      const redirects = await findText(zip, /(?:^|\/)redirects\.(?:ya?ml|json)$/);
      const routes = await findText(zip, /(?:^|\/)routes\.ya?ml$/);
      const head = await readSite(parseGhostExport(json, { redirects, routes }), zip, reading);
      return { ...head, members: await findText(zip, /\.csv$/i, isGhostMemberList) };
    }
  }
  for (const name of zip.names.filter(file => /\.xml$/i.test(file))) {
    const xml = await readExport(zip, name, reading, decodeXml);
    if (xml.slice(0, 5000).includes('wordpress.org/export')) return readSite(parseWordpressExport(xml), zip, reading);
  }
  return readMarkdown(zip, reading);
}

/** Returns the text of a file that may be an export. Names it and returns nothing if it is damaged or too large. */
async function readExport(
  zip: ZipArchive,
  name: string,
  { steps }: Reading,
  decode: (bytes: Buffer) => string = decodeText,
): Promise<string> {
  try {
    return decode(await readText(zip, name, MAX_EXPORT_SIZE));
  } catch (error) {
    if (!(error instanceof SkipError)) throw error;
    steps.skip(name, error.message);
    return '';
  }
}

/** Decodes an XML file. Old WordPress sites declare an encoding such as ISO-8859-1. */
function decodeXml(bytes: Buffer): string {
  const [, declared] = /^<\?xml[^>]*\sencoding=["']([\w.-]+)["']/.exec(bytes.toString('latin1', 0, 200)) ?? [];
  return decodeText(bytes, declared);
}

/** Returns the first text file with a matching name that passes a test, if any. */
async function findText(zip: ZipArchive, pattern: RegExp, isWanted = (_text: string) => true) {
  for (const name of zip.names.filter(file => pattern.test(file) && zip.sizeOf(file) <= MAX_TEXT_FILE_BYTES)) {
    const text = (await zip.read(name)).toString('utf8');
    if (isWanted(text)) return text;
  }
  return undefined;
}

/** Empty values of the data that only Freehold archives contain. */
const noFreeholdData = { documents: [], pictures: {}, folder: '' } as const;

/** Converts the posts of an export one by one, and finds their pictures in the archive. */
async function readSite(
  site: ImportedSite<ImportedPost | Promise<ImportedPost>>,
  zip: ZipArchive | undefined,
  { steps, entries }: Reading,
): Promise<ImportHead> {
  const pictures = indexPictures(zip?.names ?? []);
  const used = new Set<string>();
  /** Documents, audio and video. */
  const otherFiles = zip?.names.filter(isOtherFile) ?? [];
  for (const { name, read } of site.posts) {
    const post = await steps.run(name, async () => withFileReferences(await read(), pictures, otherFiles));
    if (!post) continue;
    for (const picture of Object.values(post.found)) used.add(picture);
    await entries.add(post);
  }
  for (const { name, reason } of site.skipped) steps.skip(name, reason);
  const reason = 'Only text and images are imported. If you need this file, upload it to the media library.';
  for (const name of otherFiles) steps.skip(name, reason);
  const { source, oldAddresses, notes } = site;
  return { ...noFreeholdData, source, oldAddresses, notes: [...notes, ...unusedNotes(countUnused(pictures, used))] };
}

/** Finds a post's pictures in the archive, and the other files that it links to. */
function withFileReferences(
  post: ImportedPost,
  pictures: ReturnType<typeof indexPictures>,
  otherFiles: readonly string[],
): StoredPost {
  const { content, folder = '' } = post;
  const found: Record<string, string> = {};
  const missing = new Set<string>();
  const lookUp = (reference: string) => {
    const name = findPicture(reference, folder, pictures);
    if (name) found[reference] = name;
    else missing.add(reference.slice(0, 300));
    return 'keep' as const;
  };
  replacePictures(content.markdown, lookUp);
  for (const reference of [content.cover, content.cardPicture]) if (reference) lookUp(reference);
  const links = linkedFiles(content.markdown, otherFiles);
  const linkNotes = links.length > 0 ? [`Links to files that aren’t imported: ${links.join(', ')}.`] : [];
  const words = estimateWordCount(content.markdown);
  return { ...post, found, missing: [...missing], notes: [...post.notes, ...linkNotes], words };
}

/** Reads a folder of Markdown file by file. */
async function readMarkdown(zip: ZipArchive, reading: Reading): Promise<ImportHead> {
  const names = zip.names.filter(isMarkdownFileName);
  if (names.length === 0) {
    const [skipped] = reading.steps.skipped;
    if (skipped)
      throw createArchiveError(`Nothing in this archive can be imported. ${skipped.name}: ${skipped.reason}`);
    throw createArchiveError(
      'This archive has nothing to import. It needs a Ghost export (JSON), a WordPress export (XML) or Markdown files. Images can’t be imported on their own.',
    );
  }
  const textOf = async (name: string) => decodeText(await readText(zip, name));
  const configs: { name: string; text: string }[] = [];
  for (const name of zip.names.filter(isSiteConfig).slice(0, 20)) {
    const text = await reading.steps.run(name, () => textOf(name));
    if (text) configs.push({ name, text });
  }
  const config = readSiteConfigs(configs);
  const tags = new Set<string>();
  const read = async (name: string) => {
    const file = readMarkdownFile({ name, text: await textOf(name) }, config);
    if ('reason' in file) throw new SkipError(file.reason);
    for (const tag of file.post.content.tags) tags.add(tag);
    return file.post;
  };
  const posts = names.map(name => ({ name, read: () => read(name) }));
  const site = { source: 'markdown' as const, posts, oldAddresses: [], skipped: [], notes: [] };
  const head = await readSite(site, zip, reading);
  return { ...head, oldAddresses: addressesOfFolder(names, [...tags], config) };
}
