import { useEffect, useRef } from 'react';
import { useLoaderData, useOutletContext, useRevalidator } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import type { CommentedPage } from '../components/CommentSection.tsx';

/**
 * What is said on a page, with the code that shows it. In the browser there is none of either for the page that is taken
 * over, where what the server sent stands, until it is asked anew; nor where they cannot be had, so that what they
 * belong to is read all the same.
 */
export const loader = pageLoader(async ({ api, params: { title, id = '' }, searchParams }) => {
  const root = globalThis.document?.documentElement;
  if (root && !root.dataset.app) return null;
  try {
    const page = searchParams.get('page');
    return await Promise.all([
      import('../components/CommentSection.tsx'),
      api.comments.about({ kind: title ? 'post' : 'project', key: title ?? id, ...(page ? { page } : {}) }),
    ]);
  } catch (error) {
    if (root) return null;
    throw error;
  }
});

/** Below a post or project: what people say about it. The code comes when the reader is near it. */
export function Component() {
  const about = useOutletContext<CommentedPage>();
  const loaded = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const sent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (loaded || !sent.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void revalidate(), {
      rootMargin: '300px',
    });
    observer.observe(sent.current);
    return () => observer.disconnect();
  }, [loaded, revalidate]);

  if (loaded) {
    const [{ CommentSection }, conversation] = loaded;
    return (
      <div>
        <CommentSection key={about.path} subject={about} comments={conversation} />
      </div>
    );
  }
  // React leaves alone what the server sent in here.
  return <div key="sent" ref={sent} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}
