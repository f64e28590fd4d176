import { use } from 'react';
import { Link } from 'react-router';
import { siteMetaContext } from '#ui/PageMeta.tsx';

interface PreviewBannerProps {
  noun: string;
  title: string;
  editPath: string | undefined;
}

/** Marks the page as a preview and keeps search engines out. */
export function PreviewBanner({ noun, title, editPath }: PreviewBannerProps) {
  const site = use(siteMetaContext);
  return (
    <>
      <title>{`Preview: ${title || 'Untitled'} · ${site.name}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <aside aria-label="Preview" className="border-b border-rule bg-accent-wash">
        <p className="frame flex flex-wrap items-center justify-between gap-x-6 py-2 text-small">
          <span className="py-2">
            <strong className="font-display font-semibold">Preview.</strong> This is how the {noun} will look once it’s
            published.
          </span>
          {editPath && (
            <Link className="link inline-flex min-h-11 items-center" to={editPath}>
              Edit {noun}
            </Link>
          )}
        </p>
      </aside>
    </>
  );
}
