import { createContext, use } from 'react';

/** The site's public origin, the owner's name and time zone (IANA). */
export const siteMetaContext = createContext({ url: '', name: '', timeZone: 'UTC' });

interface PageMetaProps {
  title: string;
  description: string;
  /** The canonical path. */
  path: string;
  /** The original URL if it was first published elsewhere. */
  canonical?: string | null;
  /** Overrides for social cards. */
  socialTitle?: string | null;
  socialDescription?: string | null;
  /** Path of the social card. */
  socialImage: string;
  type?: 'website' | 'article' | 'profile';
  /** Structured data (schema.org) with absolute URLs. */
  jsonLd?: readonly object[];
  /** Keeps the page, such as a filtered list, out of search results. */
  noIndex?: boolean;
}

/** Renders a page's title, description, canonical URL, Open Graph and Twitter tags, and structured data. */
export function PageMeta({
  title,
  description,
  path,
  canonical,
  socialTitle,
  socialDescription,
  socialImage,
  type = 'website',
  jsonLd = [],
  noIndex = false,
}: PageMetaProps) {
  const site = use(siteMetaContext);
  const fullTitle = title === site.name || title.startsWith(`${site.name}, `) ? title : `${title} · ${site.name}`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {noIndex && <meta name="robots" content="noindex, follow" />}
      <link rel="canonical" href={canonical ?? site.url + path} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={socialTitle ?? title} />
      <meta property="og:description" content={socialDescription ?? description} />
      <meta property="og:url" content={site.url + path} />
      <meta property="og:image" content={site.url + socialImage} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {jsonLd.map((data, index) => (
        <script
          key={index}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  );
}

/** Returns the breadcrumbs of a page as JSON-LD (schema.org). */
export function toBreadcrumbJsonLd(siteUrl: string, steps: readonly (readonly [name: string, path: string])[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  };
}
