import { useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { PostEditor } from '../components/PostEditor.tsx';

export const loader = pageLoader(({ api }) => api.profile.get());

export function Component() {
  const { role } = useLoaderData<typeof loader>();
  return <PostEditor initialDraft={undefined} role={role} />;
}
