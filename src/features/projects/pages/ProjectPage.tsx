import { use } from 'react';
import { Outlet, redirect, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { toDecimalString } from '#shared/money.ts';
import { paths, pictureCard, pictureFile } from '#shared/paths.ts';
import { toBreadcrumbJsonLd, PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { ProjectArticle } from '../components/ProjectArticle.tsx';
import type { Project } from '../contract/public.ts';
import { isPriceShown } from '../rules/price.ts';

export const loader = pageLoader(async ({ api, params }) => {
  const project = await api.projects.get({ id: params.id ?? '' });
  // Redirect former slugs to the current one.
  if (project.id !== params.id) throw redirect(paths.project(project.id), 301);
  return project;
});

function structuredData(project: Project, siteUrl: string): object {
  const url = siteUrl + paths.project(project.id);
  return {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    name: project.title,
    description: project.summary,
    url,
    datePublished: project.publishedAt,
    dateModified: project.updatedAt,
    genre: project.category,
    keywords: project.tags.join(', '),
    creator: { '@type': 'Person', name: project.owner },
    ...(project.cover ? { image: siteUrl + pictureFile(project.cover.id, 1200, 'webp') } : {}),
    offers: {
      '@type': 'Offer',
      price: toDecimalString(project.price),
      priceCurrency: project.price.currency,
      availability: `https://schema.org/${isPriceShown(project) ? 'InStock' : 'OutOfStock'}`,
      url,
    },
  };
}

export function Component() {
  const project = useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  const { seo } = project;
  return (
    <>
      <PageMeta
        title={seo.title ?? project.title}
        description={seo.description ?? project.summary}
        canonical={seo.canonicalUrl}
        socialTitle={seo.socialTitle}
        socialDescription={seo.socialDescription}
        path={paths.project(project.id)}
        socialImage={seo.cardPicture ? pictureCard(seo.cardPicture.id) : paths.socialCard('project', project.id)}
        type="article"
        jsonLd={[
          structuredData(project, site.url),
          toBreadcrumbJsonLd(site.url, [
            ['Home', paths.home],
            ['Projects', paths.projects],
            [project.title, paths.project(project.id)],
          ]),
        ]}
      />
      <ProjectArticle project={project}>
        <Outlet context={{ kind: 'project', id: project.id, path: paths.project(project.id), likes: project.likes }} />
      </ProjectArticle>
    </>
  );
}
