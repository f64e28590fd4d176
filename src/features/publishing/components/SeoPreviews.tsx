interface ResultPreviewProps {
  siteName: string;
  url: string;
  title: string;
  description: string;
}

/** Approximates how search engines show the page. */
export function SearchResultPreview({ siteName, url, title, description }: ResultPreviewProps) {
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
      <p className="mt-1 line-clamp-2 font-display text-body leading-snug font-medium text-accent">
        {title ? `${title} · ${siteName}` : siteName}
      </p>
      <p className="mt-1 line-clamp-3 text-meta text-ink-soft">
        {description || 'The beginning of the text appears here.'}
      </p>
    </figure>
  );
}

interface CardPreviewProps extends Omit<ResultPreviewProps, 'siteName'> {
  /** The picture's URL; without one the site generates a card with the title. */
  picture: string | undefined;
}

/** Approximates how other sites show a link to the page. */
export function SocialCardPreview({ url, title, description, picture }: CardPreviewProps) {
  return (
    <figure className="overflow-hidden rounded-control border border-rule bg-raised">
      <figcaption className="meta p-4 pb-2">Social preview</figcaption>
      <div className="aspect-[1200/630] bg-sunken">
        {picture ? (
          <img src={picture} alt="" className="size-full object-cover" />
        ) : (
          <p className="line-clamp-4 p-6 font-display text-h3 font-semibold">{title || 'Untitled'}</p>
        )}
      </div>
      <div className="p-4">
        <p className="meta truncate">{new URL(url).host}</p>
        <p className="mt-0.5 line-clamp-2 font-display text-small font-semibold">{title || 'Untitled'}</p>
        <p className="mt-0.5 line-clamp-2 text-meta text-ink-soft">{description}</p>
      </div>
    </figure>
  );
}
