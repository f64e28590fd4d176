import { use } from 'react';
import type { Picture } from '#shared/contract.ts';
import { pictureFile } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import type { SeoContent } from '../contract/schemas.ts';

interface ResultPreviewProps {
  siteName: string;
  url: string;
  title: string;
  description: string;
}

/** Approximates how search engines show the page. */
function SearchResultPreview({ siteName, url, title, description }: ResultPreviewProps) {
  const { host, pathname } = new URL(url);
  return (
    <figure className="rounded-control border border-rule bg-raised p-4">
      <figcaption className="meta mb-2">Search result</figcaption>
      <p className="truncate text-meta text-ink-soft">
        {host}
        {pathname
          .split('/')
          .filter(Boolean)
          .map(part => ` › ${part}`)}
      </p>
      <p className="mt-1 font-display text-body leading-snug font-medium text-accent">
        {cut(title ? `${title} · ${siteName}` : siteName, 60)}
      </p>
      <p className="mt-1 text-meta text-ink-soft">
        {cut(description || 'The beginning of the text appears here.', 160)}
      </p>
    </figure>
  );
}

/** Shortens a text as search engines do. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/\s+\S*$/, '')} …`;
}

interface CardPreviewProps extends ResultPreviewProps {
  category: string;
  /** The picture that replaces the generated card; null if there is none. */
  picture: Picture | null;
  cover: Picture | null;
}

/** Approximates how other sites show a link to the page. */
function SocialCardPreview(props: CardPreviewProps) {
  const { siteName, url, title, description, category, picture, cover } = props;
  return (
    <figure className="overflow-hidden rounded-control border border-rule bg-raised">
      <figcaption className="meta p-4 pb-2">Social preview</figcaption>
      {picture ? (
        <img src={pictureFile(picture.id, 800, 'webp')} alt="" className="aspect-[1200/630] w-full object-cover" />
      ) : (
        <div className="social-card always-dark" aria-hidden="true">
          <div>
            <p className="social-card-kicker">{category}</p>
            <p className="social-card-title line-clamp-4">{title || 'Untitled'}</p>
            <p className="social-card-text line-clamp-2">{description}</p>
            <p className="social-card-footer truncate">{siteName}</p>
          </div>
          {cover && <img src={pictureFile(cover.id, 800, 'webp')} alt="" />}
        </div>
      )}
      <div className="p-4">
        <p className="meta truncate">{new URL(url).host}</p>
        <p className="mt-0.5 line-clamp-2 font-display text-small font-semibold">{title || 'Untitled'}</p>
        <p className="mt-0.5 line-clamp-2 text-meta text-ink-soft">{description}</p>
      </div>
    </figure>
  );
}

export interface SeoPreviewsProps {
  content: SeoContent & { readonly title: string; readonly category: string };
  excerpt: string;
  /** The address that the page will have. */
  url: string;
  cover: Picture | null;
  cardPicture: Picture | null;
}

/** Previews the page in search results and on social networks. */
export function SeoPreviews({ content, excerpt, url, cover, cardPicture }: SeoPreviewsProps) {
  const { name: siteName } = use(siteMetaContext);
  const { canonicalUrl, metaTitle, metaDescription, socialTitle, socialDescription, category } = content;
  const title = metaTitle || content.title;
  const description = metaDescription || excerpt;
  return (
    <>
      <SearchResultPreview
        {...{ siteName, title, description }}
        url={canonicalUrl && URL.canParse(canonicalUrl) ? canonicalUrl : url}
      />
      <SocialCardPreview
        {...{ siteName, url, category, cover }}
        title={socialTitle || title}
        description={socialDescription || description}
        picture={cardPicture}
      />
    </>
  );
}
