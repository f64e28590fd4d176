import { Fragment, type ReactNode, use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { PostCoverCard, PostListItem } from '#features/blog/browser.ts';
import { PlanPrice } from '#features/pricing/browser.ts';
import { ProjectCard } from '#features/projects/browser.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { MetaLine } from '#ui/MetaLine.tsx';
import { PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { CARD_IMAGE_SIZES, Picture } from '#ui/Picture.tsx';
import { Section } from '#ui/Section.tsx';
import { TechnologyList, Testimonials } from '#features/site/browser.ts';
import type { HomeSection } from '#features/site/contract/options.ts';

/** Numbers of the terms that clients ask about first (specification, point 9). */
const HIGHLIGHTED_TERM_NUMBERS = [1, 7, 11, 12];

export const loader = pageLoader(async ({ api }) => {
  const [{ profile, links, appearance }, about, clients, pricing, projects, posts] = await Promise.all([
    api.site.getLayout(),
    api.site.getAbout(),
    api.testimonials.listPublicTestimonials(),
    api.pricing.getPricing(),
    api.projects.list({ sort: 'top_rated', pageSize: 3 }),
    api.blog.list({ pageSize: 5 }),
  ]);
  return {
    profile,
    sections: appearance.homeSections,
    sameAs: links.map(link => link.link),
    techs: about.techs,
    testimonials: [...clients.items, ...about.testimonials],
    plans: pricing.plans,
    terms: pricing.paymentTerms.filter(term => HIGHLIGHTED_TERM_NUMBERS.includes(term.number)),
    projects: projects.items,
    posts: posts.items,
  };
});

export function Component() {
  const { profile, sections, sameAs, techs, testimonials, plans, terms, projects, posts } =
    useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  const [firstProject, ...otherProjects] = projects;
  const [firstPost, ...otherPosts] = posts;
  // Skip buttons to empty pages.
  const actions = [
    ...(firstProject ? [{ to: paths.projects, label: 'See the work' }] : []),
    ...(plans.length > 0 ? [{ to: paths.pricing, label: 'View pricing' }] : []),
    ...(firstProject || plans.length > 0 ? [] : [{ to: paths.contact, label: 'Get in touch' }]),
  ];
  const town = profile.address.split(', ').slice(1).join(', ');
  const all = (path: string, label: string) => (
    <Link className="link text-small" to={path}>
      {label}
    </Link>
  );
  // Empty sections are omitted with their headings.
  const parts: Readonly<Record<HomeSection, ReactNode>> = {
    technologies: techs.length > 0 && (
      <div className="frame mt-12">
        <h2 className="sr-only">Technologies</h2>
        <div className="border-t border-rule pt-6">
          <TechnologyList techs={techs} />
        </div>
      </div>
    ),
    work: firstProject && (
      <Section title="Selected work" aside={all(paths.projects, 'All projects')}>
        <div className="grid grid-cols-1 gap-x-8 gap-y-12 lg:grid-cols-12">
          <ProjectCard
            project={firstProject}
            heading="h3"
            className="lg:col-span-8 lg:only:col-span-full"
            sizes="(min-width: 64rem) 50rem, 86vw"
            aspectRatio={otherProjects.length > 0 ? 'aspect-[8/5] lg:aspect-[8/7]' : 'aspect-[8/5]'}
          />
          {otherProjects.length > 0 && (
            <div className="grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2 lg:col-span-4 lg:grid-cols-1">
              {otherProjects.map(project => (
                <ProjectCard key={project.id} project={project} heading="h3" sizes={CARD_IMAGE_SIZES} />
              ))}
            </div>
          )}
        </div>
      </Section>
    ),
    prices: plans.length > 0 && (
      <Section title="Pricing" aside={all(paths.pricing, 'See what’s included')}>
        <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-12">
          <ul className="lg:col-span-7">
            {plans.map(plan => (
              <li
                key={plan.id}
                className="group relative grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 border-b border-rule py-5 first:border-t"
              >
                <h3 className="text-h3">
                  <Link
                    className="stretched-link no-underline group-hover:text-accent"
                    to={`${paths.pricing}#plan-${plan.id}`}
                  >
                    {plan.name}
                  </Link>
                </h3>
                <span className="roll font-mono text-h4">
                  <PlanPrice plan={plan} />
                </span>
                <p className="col-span-2 text-small text-ink-soft">{plan.tagline}</p>
              </li>
            ))}
          </ul>
          <div className="lg:col-span-4 lg:col-start-9 lg:flex lg:flex-col">
            <h3 className="meta border-t border-rule py-3.5 uppercase tracking-widest">Terms you can count on</h3>
            <ol className="border-b border-rule lg:grid lg:flex-1">
              {terms.map(term => (
                <li key={term.number} className="grid grid-cols-[2.5rem_1fr] border-t border-rule py-3.5 text-small">
                  <a className="meta link inline-flex min-h-6 self-start" href={`${paths.pricing}#term-${term.number}`}>
                    {String(term.number).padStart(2, '0')}
                    <span className="sr-only">: {term.title}</span>
                  </a>
                  <span className="text-ink-soft">{term.text}</span>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </Section>
    ),
    writing: firstPost && (
      <Section title="Writing" aside={all(paths.blogs, 'All posts')}>
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-12">
          <div className="lg:col-span-6 lg:only:col-span-8">
            <PostCoverCard post={firstPost} sizes="(min-width: 64rem) 38rem, 86vw" />
          </div>
          {otherPosts.length > 0 && (
            <div className="lg:col-span-6 lg:-mt-6">
              {otherPosts.map(post => (
                <PostListItem key={post.id} post={post} heading="h3" />
              ))}
            </div>
          )}
        </div>
      </Section>
    ),
    testimonials: testimonials.length > 0 && (
      <Section title="What clients say">
        <Testimonials testimonials={testimonials} />
      </Section>
    ),
  };
  return (
    <>
      <PageMeta
        title={`${profile.name}, ${profile.role}`}
        description={profile.bannerDescription}
        path={paths.home}
        socialImage={paths.socialCard('page', 'home')}
        jsonLd={[
          {
            '@context': 'https://schema.org',
            '@type': 'WebSite',
            name: profile.name,
            url: `${site.url}/`,
            inLanguage: 'en',
          },
          {
            '@context': 'https://schema.org',
            '@type': 'Person',
            name: profile.name,
            jobTitle: profile.role,
            email: profile.email,
            telephone: profile.phone || undefined,
            url: `${site.url}/`,
            address: profile.address
              ? {
                  '@type': 'PostalAddress',
                  streetAddress: profile.address,
                  addressCountry: profile.country || undefined,
                }
              : undefined,
            sameAs,
          },
        ]}
      />
      <div className="frame grid grid-cols-1 gap-x-12 pt-12 pb-6 sm:pt-20 lg:grid-cols-12 lg:items-end">
        <div className="lg:col-span-8">
          <MetaLine items={[profile.role, town]} />
          <h1 className="mt-5 max-w-[9.6em] text-opening">{profile.headline}</h1>
          <p className="mt-9 max-w-[31em] text-lead text-ink-soft">{profile.bannerDescription}</p>
          <p className="mt-8 flex flex-wrap gap-3">
            {actions.map(({ to, label }, index) => (
              <Link key={to} className={index === 0 ? 'button button-primary' : 'button'} to={to}>
                {label}
              </Link>
            ))}
          </p>
        </div>
        {profile.portrait && (
          <div className="hidden lg:col-span-4 lg:block">
            <Picture picture={profile.portrait} alt={profile.portraitAlt} sizes="25rem" aspectRatio="aspect-[4/5]" />
          </div>
        )}
      </div>
      {sections.map(name => (
        <Fragment key={name}>{parts[name]}</Fragment>
      ))}
    </>
  );
}
