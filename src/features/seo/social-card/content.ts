import { getPost, listPosts } from '#features/blog/index.ts';
import { getPricing } from '#features/pricing/index.ts';
import { getProject, listProjects, isPriceShown } from '#features/projects/index.ts';
import { postTags, projectTags } from '#features/publishing/index.ts';
import { accentHues } from '#features/site/contract/options.ts';
import type { OwnerProfile } from '#features/site/contract/content.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Picture } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney } from '#shared/money.ts';
import { formatPlainDate, formatDate } from '#shared/time.ts';
import type { SocialCard } from './card.ts';

export const socialCardKinds = ['page', 'post', 'project'] as const;

type CardText = Omit<SocialCard, 'name' | 'host' | 'hue'> & { readonly tags?: readonly string[] };

/** Returns the content of a page's social card with its cache tags. Throws NOT_FOUND if the page, post or project doesn't exist. */
export async function getSocialCard(db: Db, kind: (typeof socialCardKinds)[number], id: string, siteUrl: string) {
  const { profile, appearance } = await getSiteSections(db, ['profile', 'appearance']);
  const text =
    kind === 'post'
      ? await postCard(db, id, profile)
      : kind === 'project'
        ? await projectCard(db, id)
        : await pageCard(db, id, profile);
  const tags = ['site', ...(text.tags ?? [])];
  return { ...text, tags, name: profile.name, host: new URL(siteUrl).host, hue: accentHues[appearance.accent] };
}

async function postCard(db: Db, slug: string, profile: OwnerProfile): Promise<CardText> {
  const post = await getPost(db, { slug });
  return {
    tags: ['blog', postTags.page(post.id)],
    kicker: `${post.category} · ${formatDate(post.publishedAt, profile.timeZone)}`,
    title: post.seo.socialTitle ?? post.title,
    text: post.seo.socialDescription ?? post.description,
    ...withPicture(post.seo.cardPicture ?? post.cover, 'center'),
  };
}

async function projectCard(db: Db, id: string): Promise<CardText> {
  const project = await getProject(db, id);
  return {
    tags: ['projects', projectTags.page(project.id)],
    kicker: isPriceShown(project) ? `${project.category} · ${formatMoney(project.price)}` : project.category,
    title: project.seo.socialTitle ?? project.title,
    text: project.seo.socialDescription ?? project.summary,
    ...withPicture(project.seo.cardPicture ?? project.cover, 'left'),
  };
}

async function pageCard(db: Db, id: string, profile: OwnerProfile): Promise<CardText> {
  switch (id) {
    case 'home':
      return { kicker: profile.role, title: profile.headline, ...withPicture(profile.portrait, 'center') };
    case 'about':
      return {
        kicker: 'About Me',
        title: profile.name,
        text: profile.personality,
        ...withPicture(profile.avatar, 'center'),
      };
    case 'projects': {
      const [newest] = await listProjects(db, { sort: 'newest', page: 1, pageSize: 1 });
      return {
        tags: ['projects', projectTags.list],
        kicker: 'Projects',
        title: 'Real projects, in use today',
        ...withPicture(newest?.cover, 'left'),
      };
    }
    case 'blogs': {
      const [newest] = await listPosts(db, { sort: 'newest', page: 1, pageSize: 1 });
      return {
        tags: ['blog', postTags.list],
        kicker: 'Blog',
        title: 'Notes on websites, running a one-person business, and life',
        ...withPicture(newest?.cover, 'center'),
      };
    }
    case 'pricing': {
      const { plans, services } = await getPricing(db);
      return {
        tags: ['pricing'],
        kicker: 'Pricing',
        title: 'Every price, up front',
        prices: [
          ...plans.map(plan => [plan.name, formatMoney(plan.price) + (plan.isStartingPrice ? '+' : '')] as const),
          ...services.map(service => [service.title, `${formatMoney(service.price)}/mo`] as const),
        ],
      };
    }
    case 'contact':
      return {
        kicker: 'Contact',
        title: `Get in touch with ${profile.name}`,
        text: profile.role,
        ...withPicture(profile.avatar, 'center'),
      };
    case 'privacy-policy':
    case 'terms-conditions': {
      const { privacyPolicy, termsConditions } = await getSiteSections(db, ['privacyPolicy', 'termsConditions']);
      const page = id === 'privacy-policy' ? privacyPolicy : termsConditions;
      return {
        kicker: `Effective ${formatPlainDate(page.updatedAt)}`,
        title: page.title,
        text: page.description,
      };
    }
    default:
      throw new AppError('NOT_FOUND', 'This image doesn’t exist.');
  }
}

function withPicture(picture: Picture | null | undefined, side: 'left' | 'center'): Pick<SocialCard, 'picture'> {
  return picture ? { picture: { id: picture.id, side } } : {};
}
