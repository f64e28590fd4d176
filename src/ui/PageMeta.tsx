import { createContext, use } from 'react';

/** What pages need of the site: its public origin, the owner's name and zone (IANA). */
export const siteMetaContext = createContext({ url: '', name: '', timeZone: 'UTC' });

interface PageMetaProps {
  title: string;
  description: string;
  /** The canonical path. */
  path: string;
  /** Where it was published first, where that is elsewhere. */
  canonical?: string | null;
  /** What is said where it is shared, where that is not the same. */
  socialTitle?: string | null;
  socialDescription?: string | null;
  /** The path of the social card. */
  socialImage: string;
  type?: 'website' | 'article' | 'profile';
  /** Structured data (schema.org); addresses in it are absolute. */
  jsonLd?: readonly object[];
  /** True where the page should stay out of search results, such as a filtered list. */
  noIndex?: boolean;
}

/** Title, description, canonical address, Open Graph and Twitter card, and structured data of a page. */
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
  const full = title === site.name ? title : `${title} · ${site.name}`;
  return (
    <>
      <title>{full}</title>
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
      {jsonLd.map((thing, index) => (
        <script
          key={index}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(thing).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  );
}

/** The way to a page from the site's root, as schema.org wants it. */
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
