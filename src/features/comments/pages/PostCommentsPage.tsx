import { useEffect, useRef } from 'react';
import { useLoaderData, useOutletContext, useRevalidator } from 'react-router';
import { lazyPage } from '#platform/pages/lazy-page.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import type { CommentedPage } from '../components/CommentSection.tsx';

const loadSection = lazyPage(() => import('../components/CommentSection.tsx'));

/** Loads comments and their code. Returns neither while the page is being hydrated: the server's HTML stays until reload. */
export const loader = pageLoader(async ({ api, params: { title, id = '' }, searchParams }) => {
  const root = globalThis.document?.documentElement;
  if (root && !root.dataset.app) return null;
  const page = searchParams.get('page');
  const comment = searchParams.get('comment');
  return await Promise.all([
    loadSection(),
    api.comments.listCommentsBySlug({
      kind: title ? 'post' : 'project',
      slug: title ?? id,
      ...(page ? { page } : {}),
      ...(comment && /^\d{1,9}$/.test(comment) ? { comment } : {}),
    }),
  ]);
});

/** Comments below a post or project. Their code loads when the reader scrolls near. */
export function Component() {
  const subject = useOutletContext<CommentedPage>();
  const loaded = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (loaded || !container.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void revalidate(), {
      rootMargin: '300px',
    });
    observer.observe(container.current);
    return () => observer.disconnect();
  }, [loaded, revalidate]);

  if (loaded) {
    const [{ CommentSection }, conversation] = loaded;
    return (
      <div>
        <CommentSection key={`${subject.path} ${conversation.page}`} subject={subject} comments={conversation} />
      </div>
    );
  }
  // React keeps the server's HTML in here.
  return <div key="sent" ref={container} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}

function LoadingFailed() {
  const { revalidate, state } = useRevalidator();
  return (
    <section id="comments" aria-label="Comments" className="mt-14 max-w-[42rem]">
      <p role="alert">Comments couldn’t be loaded. Check your connection and try again.</p>
      <button
        type="button"
        className="button mt-4"
        aria-disabled={state === 'loading' || undefined}
        onClick={() => void revalidate()}
      >
        {state === 'loading' ? 'Loading…' : 'Try again'}
      </button>
    </section>
  );
}

/** Keeps the post or project readable after a navigation. On the server, the whole page fails with the error's status. */
export const ErrorBoundary = typeof document === 'undefined' ? null : LoadingFailed;
