import { useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { PostEditor } from '../components/PostEditor.tsx';

export const loader = pageLoader(async ({ api, params }) => {
  const [draft, { role }] = await Promise.all([api.blog.getDraft({ id: params.id ?? '' }), api.profile.get()]);
  return { draft, role };
});

export function Component() {
  const { draft, role } = useLoaderData<typeof loader>();
  return <PostEditor key={draft.id} initialDraft={draft} role={role} />;
}
