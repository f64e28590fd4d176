import type { Db } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { ZipInput } from '#platform/files/zip-writer.ts';
import { contentOf } from '#features/blog/rules/content.ts';
import type { PostContent } from '#features/blog/contract/writing.ts';
import { listDocumentsToExport, listPicturesToExport, listPostsToExport, listProjectsToExport } from '../queries.ts';
import type { ForeignContent } from '../rules/entries.ts';
import {
  archivePicture,
  FORMAT_VERSION,
  MANIFEST,
  withArchivePictures,
  writeDocument,
  writePostFile,
} from '../rules/freehold.ts';
import { hashOf } from './reading.ts';

/** So many posts are read at once. */
const PAGE = 200;

type PostRow = Awaited<ReturnType<typeof listPostsToExport>>[number];

function contentOut(content: PostContent): ForeignContent {
  const { coverId, cardPictureId, ...rest } = content;
  return {
    ...rest,
    markdown: withArchivePictures(rest.markdown),
    cover: archivePicture(coverId),
    cardPicture: archivePicture(cardPictureId),
  };
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

function postFile({ post, author, formerSlugs }: PostRow): string {
  return writePostFile({
    content: contentOut(contentOf({ ...post, category: post.category as PostContent['category'] })),
    pending: post.pending && contentOut(post.pending),
    slug: post.slug,
    slugChosen: post.slugChosen,
    status: post.status,
    author,
    likes: post.likes,
    createdAt: post.createdAt.toISOString(),
    changedAt: post.changedAt.toISOString(),
    publishedAt: iso(post.publishedAt),
    updatedAt: post.updatedAt.toISOString(),
    scheduledFor: iso(post.scheduledFor),
    submittedAt: iso(post.submittedAt),
    formerSlugs: formerSlugs.map(({ slug, at }) => ({ slug, at: new Date(at).toISOString() })),
  });
}

type ProjectRow = Awaited<ReturnType<typeof listProjectsToExport>>[number];

function projectFile(project: ProjectRow): string {
  const { title, category, summary, tags, coverId, coverAlt, link, repository, owner, publishedOn, status } = project;
  const { priceMinor, currency, starsTenths, forks, likes, markdown } = project;
  const said = { title, status, category, summary, tags, cover: archivePicture(coverId), coverAlt, link, repository };
  const measured = { owner, publishedOn, priceMinor, currency, starsTenths, forks, likes };
  const { canonicalUrl, metaTitle, metaDescription, cardTitle, cardDescription, position, pending } = project;
  const shown = { canonicalUrl, metaTitle, metaDescription, cardTitle, cardDescription, position };
  const times = {
    createdAt: iso(project.createdAt),
    changedAt: iso(project.changedAt),
    updatedAt: iso(project.updatedAt),
    scheduledFor: iso(project.scheduledFor),
    submittedAt: iso(project.submittedAt),
  };
  const cardPicture = archivePicture(project.cardPictureId);
  return writeDocument(
    { ...said, ...measured, ...shown, cardPicture, ...times, pending },
    withArchivePictures(markdown),
  );
}

const asText = (text: string) => Buffer.from(text, 'utf8');
const asJson = (value: unknown) => asText(`${JSON.stringify(value, null, 2)}\n`);

/**
 * Everything of the site as files, one after the other, read as they are asked for: posts and projects as Markdown, the
 * site's own content as JSON, the originals of pictures, and last a list of all with their SHA-256. The same content is the
 * same bytes. Deleted posts, revisions, comments and everything about people are not in it.
 */
export async function* exportFiles(db: Db, files: FileStore): AsyncGenerator<ZipInput> {
  const hashes: Record<string, string> = {};
  const counts = { posts: 0, projects: 0, documents: 0, pictures: 0 };
  const file = (name: string, bytes: Uint8Array, packed = false): ZipInput => {
    hashes[name] = hashOf(bytes);
    return { name, bytes, packed };
  };
  for (let after = ''; ; ) {
    const page = await listPostsToExport(db, after, PAGE);
    for (const row of page) {
      counts.posts += 1;
      yield file(`posts/${row.post.slug}.md`, asText(postFile(row)));
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = last.post.slug;
  }
  for (const project of await listProjectsToExport(db)) {
    counts.projects += 1;
    yield file(`projects/${project.id}.md`, asText(projectFile(project)));
  }
  for (const { key, value } of await listDocumentsToExport(db)) {
    counts.documents += 1;
    yield file(`site/${key}.json`, asJson(value));
  }
  const pictures: Record<string, { width: number; height: number; name: string; alt: string }> = {};
  for (const { id, ...shape } of await listPicturesToExport(db)) {
    const bytes = await files.read(`pictures/${id}.webp`);
    if (!bytes) continue;
    counts.pictures += 1;
    pictures[id] = shape;
    yield file(`pictures/${id}.webp`, bytes, true);
  }
  yield {
    name: MANIFEST,
    bytes: asJson({ format: 'freehold', version: FORMAT_VERSION, counts, pictures, files: hashes }),
  };
}
