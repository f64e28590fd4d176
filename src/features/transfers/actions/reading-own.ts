import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ZipArchive } from '#platform/files/zip-reader.ts';
import type { Picture } from '#shared/contract.ts';
import type { ForeignSite, ForeignThread } from '../rules/entries.ts';
import { FORMAT_VERSION, MANIFEST, manifest, pictureIdOf, REDIRECTS } from '../rules/freehold.ts';
import { commentsIn, countWritten, readComments } from '../rules/freehold-comments.ts';
import { type ArchivedDocument, documentKeyOf, objectionTo } from '../rules/freehold-documents.ts';
import { readPostFile } from '../rules/freehold-posts.ts';
import { readProjectFile } from '../rules/freehold-projects.ts';
import type { OldAddress } from '../rules/old-addresses.ts';
import { checkComments, jsonIn, refuse, textsOf } from './archive-files.ts';
import type { PictureWords } from './pictures.ts';

/** An archive that a site of this kind made, as far as it can be read. */
export interface OwnArchive {
  readonly site: ForeignSite;
  /** What it tells of its pictures, by their ids: those whose files are in it. */
  readonly pictures: Readonly<Record<string, PictureWords>>;
}

type Skipped = { name: string; reason: string }[];

/** Reads an archive that a site of this kind made; it may lie in a folder of the ZIP. Throws BAD_REQUEST. */
export async function readOwnArchive(zip: ZipArchive, folder: string): Promise<OwnArchive> {
  const list = manifest.safeParse(jsonIn(await zip.read(folder + MANIFEST)));
  if (!list.success) throw refuse('The list in this archive (freehold.json) cannot be read. Export it anew.');
  if (list.data.version > FORMAT_VERSION) {
    throw refuse('This archive was made by a newer version. Update this site first, then move it in.');
  }
  const skipped: Skipped = [];
  const inside = zip.names.filter(name => name.startsWith(folder));
  const texts = await textsOf(
    zip,
    inside.filter(name => /\.(?:md|json)$/.test(name) && name !== folder + MANIFEST),
    folder,
    skipped,
  );
  const files = new Set(inside.map(name => name.slice(folder.length)));
  const hasPicture = (id: string) => files.has(`pictures/${id}.webp`);
  const comments = readAllComments(texts, skipped, hasPicture);
  const posts = itemsIn(texts, /^posts\/([^/]+)\.md$/, readPostFile, 'a post', skipped);
  const projects = itemsIn(texts, /^projects\/([^/]+)\.md$/, readProjectFile, 'a project', skipped);
  const whole = <Item extends { slug: string; folder: string }>(item: Item, kind: string) => ({
    ...item,
    folder: folder + item.folder,
    comments: comments.get(`${kind}/${item.slug}`) ?? [],
  });
  for (const key of comments.keys()) {
    const [kind, slug] = key.split('/');
    const items = kind === 'posts' ? posts : projects;
    if (!items.some(item => item.slug === slug)) {
      skipped.push({ name: `comments/${key}.json`, reason: 'What these comments are about is not in the archive.' });
    }
  }
  const changed = texts.filter(({ name, text }) => list.data.files[name] !== hashOf(Buffer.from(text))).length;
  const said = `${changed} of its texts were changed since it was exported. They are read as they are now.`;
  return {
    site: {
      source: 'freehold',
      posts: posts.map(post => whole(post, 'posts')),
      projects: projects.map(project => whole(project, 'projects')),
      oldAddresses: redirectsIn(texts, skipped),
      documents: documentsIn(texts, skipped, hasPicture),
      skipped,
      notes: changed > 0 ? [said] : [],
    },
    pictures: Object.fromEntries(Object.entries(list.data.pictures).filter(([id]) => hasPicture(id))),
  };
}

interface Text {
  readonly name: string;
  readonly text: string;
}

function itemsIn<Item>(
  texts: readonly Text[],
  named: RegExp,
  read: (file: Text) => Item | undefined,
  noun: string,
  skipped: Skipped,
): Item[] {
  return texts
    .filter(({ name }) => named.test(name))
    .flatMap(file => {
      const item = read(file);
      if (!item) {
        skipped.push({ name: file.name, reason: `What stands in front of its text does not fit ${noun}.` });
        return [];
      }
      return [item];
    });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Comments by what they are about, such as `posts/tides`. Portraits that are not in the archive are left away. */
function readAllComments(
  texts: readonly Text[],
  skipped: Skipped,
  hasPicture: (id: string) => boolean,
): Map<string, readonly ForeignThread[]> {
  const bySubject = new Map<string, readonly ForeignThread[]>();
  let total = 0;
  for (const { name, text } of texts) {
    const key = /^comments\/((?:posts|projects)\/[^/]+)\.json$/.exec(name)?.[1];
    if (!key) continue;
    const json = jsonOf(text);
    total += countWritten(json);
    checkComments(total);
    const { threads, unreadable } = readComments(json);
    if (unreadable > 0) {
      const count = unreadable === 1 ? 'One of its comments does' : `${unreadable} of its comments do`;
      skipped.push({ name, reason: `${count} not fit a comment.` });
    }
    const shown = <Comment extends ForeignThread['replies'][number]>(comment: Comment): Comment => {
      const id = pictureIdOf(comment.author?.avatar ?? null);
      const author = comment.author && {
        ...comment.author,
        avatar: id && hasPicture(id) ? comment.author.avatar : null,
      };
      return { ...comment, author };
    };
    bySubject.set(
      key,
      threads.map(thread => ({ ...shown(thread), replies: thread.replies.map(shown) })),
    );
  }
  return bySubject;
}

const redirectList = z.array(z.object({ from: z.string().max(500), to: z.string().max(2000) })).max(100_000);

/** The redirects of the site, as old addresses. */
function redirectsIn(texts: readonly Text[], skipped: Skipped): OldAddress[] {
  const file = texts.find(({ name }) => name === REDIRECTS);
  const list = redirectList.safeParse(file ? jsonOf(file.text) : []);
  if (!list.success) skipped.push({ name: REDIRECTS, reason: 'The list of redirects cannot be read.' });
  return (list.data ?? []).map(({ from, to }) => ({ from, address: to }));
}

/** The site's documents that fit this site as they are; the others are named and passed over, never half taken. */
function documentsIn(
  texts: readonly Text[],
  skipped: Skipped,
  hasPicture: (id: string) => boolean,
): ArchivedDocument[] {
  const standIn = (id: string): Picture | undefined =>
    hasPicture(id) ? { id, width: 1, height: 1, colors: '' } : undefined;
  return texts.flatMap(({ name, text }) => {
    if (!name.startsWith('site/')) return [];
    const key = documentKeyOf(name);
    if (!key) {
      skipped.push({ name, reason: 'This site has no such document.' });
      return [];
    }
    const value = jsonOf(text);
    const reason = objectionTo(key, value, standIn);
    if (reason !== undefined) {
      skipped.push({ name, reason });
      return [];
    }
    return [{ key, value }];
  });
}

/** The SHA-256 of a file, as the archive's list has it. */
export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The pictures that an own archive's comments show, by their ids. */
export function pictureIdsOfComments(threads: readonly ForeignThread[]): string[] {
  return commentsIn(threads).flatMap(({ author }) => pictureIdOf(author?.avatar ?? null) ?? []);
}
