import { hash } from 'node:crypto';
import type { Db } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { ZipEntry } from '#platform/files/zip-writer.ts';
import { findSavedLogo } from '#features/billing/index.ts';
import { encodePicture } from '#features/media/index.ts';
import { listAllRedirects } from '#features/redirects/index.ts';
import { sectionKeys } from '#features/site/contract/content.ts';
import {
  listCommentsForExport,
  listSiteSectionsForExport,
  listGalleriesForExport,
  listPicturesToExport,
  listPostsForExport,
  listProjectsForExport,
} from '../queries/export.ts';
import { type ExportedComment, toPostFile, toProjectFile, toThreads } from './export-files.ts';
import { getBusinessSettings } from './business-settings.ts';
import { FORMAT_VERSION, MANIFEST_FILE_NAME, pictureIdsInText, REDIRECTS } from '../rules/freehold.ts';
import { formatCommentsFile } from '../rules/freehold-comments.ts';
import { toArchivedSection } from '../rules/freehold-site-sections.ts';

/** Posts or projects per page, read with their comments. */
const PAGE_SIZE = 200;

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Numbers of exported entries, and how a text becomes a file. */
interface Progress {
  readonly counts: { posts: number; projects: number; comments: number; documents: number; pictures: number };
  readonly file: (name: string, text: string) => ZipEntry;
}

/**
 * Yields all content as files, read on demand: posts and projects as Markdown, their comments and the site's sections
 * as JSON, original pictures, and a manifest with their SHA-256. Equal content yields equal bytes. Excludes deleted
 * posts and projects, revisions and accounts, except authors' names and commenters' addresses.
 */
export async function* streamExportFiles(db: Db, files: FileStore): AsyncGenerator<ZipEntry> {
  const hashes: Record<string, string> = {};
  const counts = { posts: 0, projects: 0, comments: 0, documents: 0, pictures: 0 };
  /** Pictures used by the exported content. */
  const usedPictures = new Set<string>();
  const progress: Progress = {
    counts,
    file(name, text) {
      for (const id of pictureIdsInText(text)) usedPictures.add(id);
      const bytes = Buffer.from(text);
      hashes[name] = hash('sha256', bytes);
      return { name, bytes };
    },
  };
  yield* streamPosts(db, progress);
  yield* streamProjects(db, progress);
  const sections = (await listSiteSectionsForExport(db)).flatMap(({ key: written, value }) => {
    const key = sectionKeys.find(known => known === written);
    return key ? [{ key, value: toArchivedSection(key, value) }] : [];
  });
  for (const { key, value } of [...sections, ...(await getBusinessSettings(db))]) {
    counts.documents += 1;
    yield progress.file(`site/${key}.json`, json(value));
  }
  const redirects = await listAllRedirects(db);
  if (redirects.length > 0) yield progress.file(REDIRECTS, json(redirects));
  const pictures: Record<string, object> = {};
  const addPicture = (id: string, bytes: Uint8Array, details: object): ZipEntry => {
    const name = `pictures/${id}.webp`;
    counts.pictures += 1;
    pictures[id] = details;
    hashes[name] = hash('sha256', bytes);
    return { name, bytes, packed: true };
  };
  for (const { id, isPortrait, createdAt, ...details } of await listPicturesToExport(db)) {
    // Account portraits belong to their users, so export them only if the site also uses them elsewhere.
    if (isPortrait && !details.inLibrary && !usedPictures.has(id)) continue;
    const bytes = await files.read(`pictures/${id}.webp`);
    if (bytes) yield addPicture(id, bytes, { ...details, createdAt: createdAt.toISOString() });
  }
  const logo = await findSavedLogo({ files }, db);
  // The logo of documents stays if its picture is deleted.
  if (logo && !(logo.pictureId in pictures)) {
    const { webp } = await encodePicture(logo.png);
    yield addPicture(logo.pictureId, webp, { name: 'Logo', alt: '', inLibrary: true });
  }
  yield {
    name: MANIFEST_FILE_NAME,
    bytes: Buffer.from(json({ format: 'freehold', version: FORMAT_VERSION, counts, pictures, files: hashes })),
  };
}

/** Yields the pages of a list that is read in the order of slugs. */
async function* readPages<Row>(list: (after: string) => PromiseLike<Row[]>, slugOf: (row: Row) => string) {
  for (let page = await list(''); page.length > 0; ) {
    yield page;
    const last = page.at(-1);
    page = last && page.length === PAGE_SIZE ? await list(slugOf(last)) : [];
  }
}

async function* streamPosts(db: Db, progress: Progress): AsyncGenerator<ZipEntry> {
  for await (const page of readPages(
    after => listPostsForExport(db, after, PAGE_SIZE),
    ({ post }) => post.slug,
  )) {
    const pageComments = await listCommentsForExport(db, { postIds: page.map(({ post }) => post.id) });
    const byPost = Map.groupBy(pageComments, ({ comment }) => comment.postId);
    for (const row of page) {
      progress.counts.posts += 1;
      yield progress.file(`posts/${row.post.slug}.md`, toPostFile(row));
      yield* streamComments(`posts/${row.post.slug}`, byPost.get(row.post.id), progress);
    }
  }
}

async function* streamProjects(db: Db, progress: Progress): AsyncGenerator<ZipEntry> {
  for await (const page of readPages(
    after => listProjectsForExport(db, after, PAGE_SIZE),
    ({ project }) => project.id,
  )) {
    const projectIds = page.map(({ project }) => project.id);
    const galleries = await listGalleriesForExport(db, projectIds);
    const pageComments = await listCommentsForExport(db, { projectIds });
    const byProject = Map.groupBy(pageComments, ({ comment }) => comment.projectId);
    for (const row of page) {
      const { id } = row.project;
      progress.counts.projects += 1;
      yield progress.file(`projects/${id}.md`, toProjectFile({ ...row, gallery: galleries.get(id) ?? [] }));
      yield* streamComments(`projects/${id}`, byProject.get(id), progress);
    }
  }
}

function* streamComments(
  subjectPath: string,
  rows: readonly ExportedComment[] | undefined,
  { counts, file }: Progress,
): Generator<ZipEntry> {
  if (!rows) return;
  counts.comments += rows.length;
  yield file(`comments/${subjectPath}.json`, formatCommentsFile(toThreads(rows)));
}
