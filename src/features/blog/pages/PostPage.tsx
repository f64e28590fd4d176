import { use } from 'react';
import { Outlet, redirect, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths, pictureCard, pictureFile } from '#shared/paths.ts';
import { toBreadcrumbJsonLd, PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { PostArticle } from '../components/PostArticle.tsx';
import type { Post } from '../contract/public.ts';

export const loader = pageLoader(async ({ api, params }) => {
  const post = await api.blog.getBySlug({ slug: params.title ?? '' });
  // Redirect former slugs to the current one.
  if (post.slug !== params.title) throw redirect(paths.post(post.slug), 301);
  return post;
});

function structuredData(post: Post, site: { url: string; name: string }): object {
  const url = site.url + paths.post(post.slug);
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.description,
    url,
    mainEntityOfPage: url,
    datePublished: post.publishedAt,
    dateModified: post.updatedAt,
    articleSection: post.category,
    keywords: post.tags.join(', '),
    wordCount: post.wordCount,
    commentCount: post.commentCount,
    author: { '@type': 'Person', name: post.author.name, jobTitle: post.author.role },
    publisher: { '@type': 'Person', name: site.name, url: `${site.url}/` },
    ...(post.cover ? { image: site.url + pictureFile(post.cover.id, 1200, 'webp') } : {}),
  };
}

export function Component() {
  const post = useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  return (
    <>
      <PageMeta
        title={post.seo.title ?? post.title}
        description={post.seo.description ?? post.description}
        canonical={post.seo.canonicalUrl}
        socialTitle={post.seo.socialTitle}
        socialDescription={post.seo.socialDescription}
        path={paths.post(post.slug)}
        socialImage={post.seo.cardPicture ? pictureCard(post.seo.cardPicture.id) : paths.socialCard('post', post.slug)}
        type="article"
        jsonLd={[
          structuredData(post, site),
          toBreadcrumbJsonLd(site.url, [
            ['Home', paths.home],
            ['Blog', paths.blogs],
            [post.title, paths.post(post.slug)],
          ]),
        ]}
      />
      <PostArticle post={post}>
        <Outlet context={{ kind: 'post', id: post.id, path: paths.post(post.slug), likes: post.likes }} />
      </PostArticle>
    </>
  );
}
