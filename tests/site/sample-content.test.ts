import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post, PostCard } from '#features/blog/contract/public.ts';
import type { CommentPage } from '#features/comments/contract/schemas.ts';
import type { Project, ProjectCard } from '#features/projects/contract/public.ts';
import type { SiteSections } from '#features/site/contract/content.ts';
import { getApi } from '../support/api-client.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

// Compares the sample content that the API returns with the specification (points 3 and 9).

let site: TestSite;
let layout: Pick<SiteSections, 'profile' | 'navItems' | 'links'> & { year: number; siteUrl: string };
let about: Pick<SiteSections, 'skills' | 'certificates' | 'hobbies' | 'techs' | 'careerGoals' | 'testimonials'>;
let posts: Post[];
let projects: Project[];
let postTalk: Map<number, CommentPage>;
let projectTalk: Map<string, CommentPage>;

beforeAll(async () => {
  site = await createTestSite();
  layout = await getApi(site, '/site');
  about = await getApi(site, '/about');
  const { items: postCards } = await getApi<{ items: PostCard[] }>(site, '/blogs?pageSize=50');
  const { items: projectCards } = await getApi<{ items: ProjectCard[] }>(site, '/projects?pageSize=50');
  posts = await Promise.all(postCards.map(card => getApi<Post>(site, `/blogs/${card.id}`)));
  projects = await Promise.all(projectCards.map(card => getApi<Project>(site, `/projects/${card.id}`)));
  const talk = <Key>(ids: Key[], path: (id: Key) => string) =>
    Promise.all(ids.map(async id => [id, await getApi<CommentPage>(site, path(id))] as const));
  postTalk = new Map(
    await talk(
      posts.map(({ id }) => id),
      id => `/blogs/${id}/reviews?pageSize=50`,
    ),
  );
  projectTalk = new Map(
    await talk(
      projects.map(({ id }) => id),
      id => `/projects/${id}/comments?pageSize=50`,
    ),
  );
});
afterAll(() => site.close());

/** Returns how often each name occurs. */
function tally(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...new Set(names)].toSorted().map(name => [name, names.filter(n => n === name).length]));
}

describe('profile', () => {
  const fields = [
    'name',
    'email',
    'phone',
    'dateOfBirth',
    'address',
    'country',
    'description',
    'footerDescription',
    'personality',
    'role',
    'bannerDescription',
  ] as const;

  it.each(fields)('has %s', field => {
    expect(layout.profile[field as keyof SiteSections['profile']]).toEqual(expect.stringMatching(/\S/));
  });

  it('uses a reserved email domain and phone number', () => {
    expect(layout.profile.email).toMatch(/\.example$/);
    expect(layout.profile.phone).toMatch(/555-01\d\d$/);
  });

  it('shows the current year in the owner’s time zone', () => {
    expect(layout.year).toBe(2026);
  });
});

describe('navigation and links', () => {
  it('has the six items in their order', () => {
    expect(layout.navItems).toEqual([
      { label: 'Home', href: '/' },
      { label: 'About Me', href: '/about' },
      { label: 'Projects', href: '/projects' },
      { label: 'Pricing', href: '/pricing' },
      { label: 'Blogs', href: '/blogs' },
      { label: 'Contact', href: '/contact' },
    ]);
  });

  it('has five social links: social network, photo network, code host, microblog, chat community', () => {
    expect(layout.links.map(link => link.icon)).toEqual(['facebook', 'instagram', 'github', 'x', 'discord']);
    for (const { link } of layout.links) expect(link).toMatch(/^https:\/\//);
  });
});

describe('about', () => {
  it('has ten skills from 50% to 87% over front end, back end, database and cloud', () => {
    expect(about.skills).toHaveLength(10);
    const levels = about.skills.map(({ level }) => Number(/^(\d+)%$/.exec(level)?.[1]));
    expect(Math.min(...levels)).toBe(50);
    expect(Math.max(...levels)).toBe(87);
    expect(new Set(about.skills.map(({ area }) => area))).toEqual(
      new Set(['Front end', 'Back end', 'Database', 'Cloud']),
    );
    expect(new Set(about.skills.map(({ skill }) => skill)).size).toBe(10);
  });

  it('has four certificates, dated like 01 Jun 2025', () => {
    expect(about.certificates).toHaveLength(4);
    for (const certificate of about.certificates) {
      expect(certificate.title).toMatch(/\S/);
      expect(certificate.description).toMatch(/\S/);
      expect(certificate.publishedDate).toMatch(/^\d{2} [A-Z][a-z]{2} \d{4}$/);
    }
  });

  it('has the eight hobbies by name', () => {
    expect(about.hobbies.map(({ name }) => name)).toEqual([
      'Tennis',
      'Reading Books',
      'Fishing',
      'Coding',
      'Traveling',
      'Gym & Fitness',
      'Public Speaking',
      'Teaching',
    ]);
    for (const { icon } of about.hobbies) expect(icon).toMatch(/\S/);
  });

  it('has eight technologies, each with its icon', () => {
    expect(about.techs).toHaveLength(8);
    expect(new Set(about.techs.map(({ name }) => name)).size).toBe(8);
    for (const { icon } of about.techs) expect(icon).toMatch(/^[Mm][\d\s.,a-zA-Z-]{20,}$/);
  });

  it('has goals for four years', () => {
    expect(about.careerGoals.map(({ title }) => title)).toEqual(['Year 1', 'Year 2', 'Year 3', 'Year 4']);
    for (const { myGoals } of about.careerGoals) expect(myGoals.length).toBeGreaterThan(0);
  });

  it('has five testimonials with the fields of the specification', () => {
    expect(about.testimonials).toHaveLength(5);
    for (const testimonial of about.testimonials) {
      expect(Object.keys(testimonial)).toEqual(
        expect.arrayContaining(['id', 'name', 'role', 'rating', 'avatar', 'testimonial']),
      );
      expect(testimonial.rating).toBeGreaterThanOrEqual(1);
      expect(testimonial.rating).toBeLessThanOrEqual(5);
    }
  });
});

describe('projects', () => {
  it('are 25 in the six categories', () => {
    expect(projects).toHaveLength(25);
    const categories = tally(projects.map(({ category }) => category));
    expect(Object.keys(categories)).toEqual(['Astro', 'Framer', 'Full Stack', 'React', 'Wix', 'WordPress']);
  });

  it('cost from 39.99 to 349.99', () => {
    const prices = projects.map(({ price }) => price.minor);
    expect(Math.min(...prices)).toBe(39_99);
    expect(Math.max(...prices)).toBe(349_99);
    expect(new Set(projects.map(({ price }) => price.currency))).toEqual(new Set(['USD']));
  });

  it('have every field filled', () => {
    for (const project of projects) {
      expect(project.title, project.id).toMatch(/\S/);
      expect(project.summary, project.id).toMatch(/\S/);
      expect(project.html.length, project.id).toBeGreaterThan(500);
      expect(project.cover, project.id).not.toBeNull();
      expect(project.coverAlt, project.id).toMatch(/\w+ \w+/);
      expect(new URL(project.link ?? '').hostname, project.id).toMatch(/\.example$/);
      expect(project.owner, project.id).toMatch(/\S/);
      expect(project.publishedAt, project.id).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(project.tags.length, project.id).toBeGreaterThan(0);
      expect(project.stars, project.id).toBeGreaterThan(0);
      expect(project.likes, project.id).toBeGreaterThan(0);
      expect(project.forks, project.id).toBeGreaterThanOrEqual(0);
    }
    expect(projects.some(({ stars }) => !Number.isInteger(stars))).toBe(true);
    expect(new Set(projects.map(({ title }) => title)).size).toBe(25);
  });

  it('have comments of id, user and text', () => {
    const comments = [...projectTalk.values()].flatMap(talk => talk.items);
    expect(comments.length).toBeGreaterThan(25);
    for (const { author, body } of comments) {
      expect(author?.name).toMatch(/\S/);
      expect(body).toMatch(/\S/);
    }
    expect(new Set(comments.map(({ id }) => id)).size).toBe(comments.length);
  });
});

describe('posts', () => {
  it('are 30, three in each of the ten categories', () => {
    expect(posts).toHaveLength(30);
    expect(tally(posts.map(({ category }) => category))).toEqual({
      'Business & Marketing': 3,
      Entertainment: 3,
      'Fashion & Beauty': 3,
      Food: 3,
      'Health & Fitness': 3,
      Lifestyle: 3,
      Parenting: 3,
      'Personal Finance': 3,
      Technology: 3,
      Travel: 3,
    });
  });

  it('are articles of 500 words or more', () => {
    expect(posts.filter(post => post.wordCount < 500).map(post => `${post.slug}: ${post.wordCount}`)).toEqual([]);
  });

  it('have every field filled', () => {
    for (const post of posts) {
      expect(post.title, post.slug).toMatch(/\S/);
      expect(post.description, post.slug).toMatch(/\S/);
      expect(post.author.name, post.slug).toMatch(/\S/);
      expect(post.author.role, post.slug).toMatch(/\S/);
      expect(post.author.avatar, post.slug).not.toBeNull();
      expect(post.cover, post.slug).not.toBeNull();
      expect(post.coverAlt, post.slug).toMatch(/\w+ \w+/);
      expect(post.tags.length, post.slug).toBeGreaterThan(0);
      expect(post.likes, post.slug).toBeGreaterThan(0);
    }
    expect(new Set(posts.map(({ title }) => title)).size).toBe(30);
  });

  it('count exactly the comments they show', () => {
    for (const post of posts) {
      const { items, commentCount } = postTalk.get(post.id) ?? { items: [], commentCount: -1 };
      expect([post.commentCount, commentCount], post.slug).toEqual([items.length, items.length]);
      for (const { author, body } of items) {
        expect(author?.name).toMatch(/\S/);
        expect(author?.designation).toMatch(/\S/);
        expect(author?.avatar).not.toBeNull();
        expect(body).toMatch(/\S/);
      }
    }
    expect([...postTalk.values()].flatMap(talk => talk.items).length).toBeGreaterThan(30);
  });

  it('have numbers that rise with their dates', () => {
    const byId = posts.toSorted((one, other) => one.id - other.id);
    expect(byId.map(({ publishedAt }) => publishedAt)).toEqual(posts.map(({ publishedAt }) => publishedAt).toSorted());
  });
});
