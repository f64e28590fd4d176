import sharp from 'sharp';
import { sectionDefinitions } from '#features/site/rules/section-definitions.ts';
import { XSS_LINES, XSS_MARKDOWN, SHORT, UNCLOSED_MARKDOWN } from '../../support/xss-payloads.ts';
import { createZipBuffer } from '../../support/zip.ts';
import { site, type TestUser } from './test.ts';
import type { SiteApi } from './api-client.ts';

/** The pages with payloads, which are in every text field. */
export interface XssContent {
  /** Public pages. */
  readonly public: readonly string[];
  /** Pages of the dashboard, except for the editors. */
  readonly dashboard: readonly string[];
  /** Pages with an editor. */
  readonly writing: readonly string[];
}

const line = (place: number) => XSS_LINES[place % XSS_LINES.length] ?? SHORT;

/** Fills a site through its API, as its owner. */
export async function seedXssContent(api: SiteApi, owner: TestUser): Promise<XssContent> {
  await api('PATCH', '/profile', { name: `Mira ${SHORT}` });
  const pictureId = await storeFiles(api);
  const posts = await storePosts(api, pictureId);
  const projects = await storeProjects(api, pictureId);
  await storeSite(api, pictureId);
  await storeComments(owner, posts, projects);
  const archive = await createZipBuffer(
    Object.fromEntries(
      XSS_LINES.map((text, place) => [
        `posts/p${place}.md`,
        `---\ntitle: ${JSON.stringify(text)}\nauthor: ${JSON.stringify(text)}\n---\n![](${SHORT}.png)\n\n${text}\n`,
      ]),
    ),
  );
  const importId = 'abcdef0123456789';
  const name = encodeURIComponent(`${SHORT}.zip`);
  await api('PUT', `/imports/${importId}?fileName=${name}`, archive, 'application/octet-stream');
  const [post] = posts;
  const [project] = projects;
  const query = encodeURIComponent(line(1));
  return {
    public: [
      '/',
      '/about',
      '/blogs',
      `/blogs?search=${query}`,
      `/blogs?tag=${encodeURIComponent(line(1).slice(0, 60))}`,
      '/projects',
      `/projects?search=${query}`,
      `/search?q=${query}`,
      '/search?q=ran',
      '/privacy-policy',
      '/terms-conditions',
      ...posts.map(({ slug }) => `/blog/${slug}`),
      ...projects.map(({ slug }) => `/projects/${slug}`),
      post?.shared ?? '',
      project?.shared ?? '',
    ],
    dashboard: [
      '/dashboard',
      '/dashboard/my-blogs',
      `/dashboard/preview-blog/${post?.id}`,
      `/dashboard/update-blog/${post?.id}/revisions`,
      '/dashboard/my-projects',
      `/dashboard/preview-project/${project?.id}`,
      `/dashboard/update-project/${project?.id}/revisions`,
      '/dashboard/projects-order',
      '/dashboard/media',
      `/dashboard/media/${pictureId}`,
      '/dashboard/media/documents',
      '/dashboard/comments',
      ...sectionDefinitions.map(({ slug }) => `/dashboard/site/${slug}`),
      '/dashboard/appearance',
      '/dashboard/all-users',
      '/dashboard/my-profile',
      '/dashboard/transfer',
      `/dashboard/transfer/${importId}`,
    ],
    writing: [`/dashboard/update-blog/${post?.id}`, `/dashboard/update-project/${project?.id}`],
  };
}

/** Uploads a picture and a file with payloads as names, and returns the picture's ID. */
async function storeFiles(api: SiteApi): Promise<string> {
  const ground = { width: 90, height: 60, channels: 3, background: '#a53' } as const;
  const png = await sharp({ create: ground }).png().toBuffer();
  const name = encodeURIComponent(`${line(1)}.png`);
  const { id } = await api('POST', `/media/pictures?name=${name}`, png, 'image/png');
  await api('PATCH', `/media/pictures/${id}`, { alt: line(2) });
  const pdf = Buffer.from('%PDF-1.7');
  await api('POST', `/media/files?name=${encodeURIComponent(`${line(1)}.pdf`)}`, pdf, 'application/pdf');
  return id;
}

interface Stored {
  readonly id: string;
  readonly slug: string;
  readonly shared: string;
}

/** Creates a post with every self-contained payload, and one for each payload that swallows the text after it. */
async function storePosts(api: SiteApi, coverImageId: string): Promise<Stored[]> {
  const texts = [XSS_MARKDOWN.join('\n\n'), ...UNCLOSED_MARKDOWN];
  const stored: Stored[] = [];
  for (const [place, markdown] of texts.entries()) {
    const title = line(place);
    const post = await api('POST', '/blogs', {
      title,
      slug: `hostile-${place}`,
      description: `${line(place + 1)} ${line(place + 2)}`,
      markdown,
      tags: [line(place).slice(0, 60), line(place + 1).slice(0, 60)],
      coverImageId,
      coverAlt: line(place + 3),
      canonicalUrl: `https://a.example/"><script>ran()</script>?'onload=ran()#${place}`,
      metaTitle: line(place + 4),
      metaDescription: line(place + 5),
      socialTitle: line(place + 6),
      socialDescription: line(place + 7),
      socialImageId: coverImageId,
    });
    const { id } = post;
    const { slug, version } = await api('POST', `/blogs/${id}/transitions`, { transition: 'publish' });
    if (place === 0)
      await api('PUT', `/blogs/${id}`, { version, title: line(9), markdown: `${line(1)}\n\n${markdown}` });
    const { path } = place === 0 ? await api('PUT', `/blogs/${id}/preview-link`) : { path: '' };
    stored.push({ id, slug, shared: path });
  }
  return stored;
}

async function storeProjects(api: SiteApi, pictureId: string): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (let place = 0; place < 3; place++) {
    const project = await api('POST', '/projects', {
      title: line(place),
      slug: `hostile-${place}`,
      summary: line(place + 1),
      markdown: place === 0 ? XSS_MARKDOWN.join('\n\n') : line(place),
      tags: [line(place + 2).slice(0, 60)],
      coverImageId: pictureId,
      coverAlt: line(place + 3),
      gallery: [{ pictureId, alt: line(place + 4), caption: line(place + 5) }],
      link: `https://a.example/"><script>ran()</script>`,
      repositoryUrl: `https://b.example/'onmouseover='ran()`,
      canonicalUrl: 'https://a.example/"><script>ran()</script>',
      metaTitle: line(place + 6),
      metaDescription: line(place + 7),
      socialTitle: line(place + 8),
      socialDescription: line(place + 9),
    });
    const { slug, version } = await api('POST', `/projects/${project.id}/transitions`, { transition: 'publish' });
    await api('PUT', `/projects/${slug}`, { version, title: line(place + 10) });
    const { path } = await api('PUT', `/projects/${slug}/preview-link`);
    stored.push({ id: slug, slug, shared: path });
  }
  return stored;
}

/** Writes payloads into every text field of the site sections. */
async function storeSite(api: SiteApi, pictureId: string): Promise<void> {
  for (const { key, fields, entry } of sectionDefinitions) {
    const { value, version } = await api('GET', `/site/sections/${key}`);
    const say = (before: Record<string, string>, place: number) => {
      const after = { ...before };
      for (const { name, kind } of fields) {
        if (kind === 'text') after[name] = place === 0 || !entry ? SHORT : `${SHORT}${place}`;
        if (kind === 'textarea') after[name] = `${line(place)} ${line(place + 1)}`;
        if (kind === 'markdown') after[name] = XSS_MARKDOWN.join('\n\n');
        if (kind === 'url') after[name] = `https://a.example/"><script>ran()</script>${place}`;
        if (kind === 'picture') after[name] = pictureId;
      }
      return after;
    };
    await api('PUT', `/site/sections/${key}`, {
      version,
      value: Array.isArray(value) ? value.map(say) : say(value, 0),
    });
  }
}

/** Comments are rate limited, so these are inserted as the API would store them. */
async function storeComments(owner: TestUser, posts: Stored[], projects: Stored[]) {
  const member = await site.addMember(`Grace ${line(1)}`.slice(0, 80));
  for (const [place, text] of [...XSS_LINES, ...XSS_MARKDOWN.filter(it => it.length < 2000)].entries()) {
    const about = place % 4 === 0 ? { project: projects[0]?.id } : { post: posts[0]?.id };
    await site.query(`insert into comments (post_id, project_id, author_id, body, state) values ($1, $2, $3, $4, $5)`, [
      about.post ?? null,
      about.project ?? null,
      place % 2 ? member.id : owner.id,
      text,
      place % 3 ? 'published' : 'pending',
    ]);
  }
  await site.query(
    `insert into comment_reports (comment_id, reporter_id, reason) select id, $1, $2 from comments where author_id = $3`,
    [member.id, line(1), owner.id],
  );
}
