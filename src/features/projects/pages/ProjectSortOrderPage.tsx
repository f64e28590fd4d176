import GripVertical from 'lucide-react/icons/grip-vertical';
import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { Picture } from '#ui/Picture.tsx';
import { ReorderButtons } from '#ui/ReorderButtons.tsx';
import { useSavedSortOrder } from '#ui/use-saved-sort-order.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import type { SortedProject } from '../contract/drafts.ts';

export const loader = pageLoader(({ api }) => api.projects.getSortOrder());

/** Takes the complete order, or none to reset to newest first. */
export const action = pageAction(({ api, getAll }) => api.projects.updateSortOrder({ ids: [...getAll('id')] }));

/** Lets the owner sort public projects by dragging or step by step. */
export function Component() {
  const { items } = useLoaderData<typeof loader>();
  const reset = useActionData<typeof action>();
  const { order, dragged, list, handle, step, saving, data, clearData } = useSavedSortOrder<typeof action>(
    items.map(({ id }) => id),
  );
  const result = data ?? reset;
  const byId = new Map(items.map(item => [item.id, item]));
  const orderedProjects = order.flatMap(id => byId.get(id) ?? []);
  const hasPositions = items.some(item => item.hasPosition);
  return (
    <DashboardPage
      title="Project order"
      intro="Your site lists projects in this order by default. Changes save automatically. New projects appear first until you move them."
      back={{ to: dashboardPaths.myProjects, label: 'Projects' }}
      aside={
        hasPositions && (
          <PostForm preventScrollReset onSubmit={clearData}>
            <button type="submit" className="button">
              Reset to newest first
            </button>
          </PostForm>
        )
      }
    >
      <output className="hint mb-3 block min-h-5">
        {saving ? 'Saving…' : result && ('failed' in result ? result.failed.message : 'Saved')}
      </output>
      {orderedProjects.length === 0 ? (
        <div className="border-t border-rule py-14">
          <p className="text-lead">No published projects yet.</p>
          <p className="mt-2 text-ink-soft">Publish a project to see it here.</p>
        </div>
      ) : (
        <ol ref={list} className="max-w-[52rem] border-t border-rule-strong">
          {orderedProjects.map((project, index) => (
            <li
              key={project.id}
              className={`flex items-center gap-3 border-b border-rule py-2 sm:gap-5 ${dragged === project.id ? 'bg-raised' : ''}`}
            >
              <span
                className="-ml-2 grid h-11 w-9 shrink-0 cursor-grab touch-none place-items-center text-ink-faint hover:text-ink active:cursor-grabbing"
                data-tooltip="Drag to reorder"
                {...handle(project.id)}
              >
                <GripVertical className="size-5" aria-hidden="true" />
              </span>
              <span className="meta w-6 shrink-0 text-right tabular-nums">{index + 1}</span>
              <Cover project={project} />
              <span className="min-w-0 flex-1">
                <span className="block font-display font-semibold [overflow-wrap:anywhere]">{project.title}</span>
                <span className="hint">{project.category}</span>
              </span>
              <ReorderButtons
                itemLabel={project.title}
                index={index}
                count={orderedProjects.length}
                onMove={by => step(project.id, by)}
              />
            </li>
          ))}
        </ol>
      )}
    </DashboardPage>
  );
}

function Cover({ project: { cover } }: { project: SortedProject }) {
  return (
    <span className="hidden w-24 shrink-0 sm:block">
      {cover ? (
        <Picture picture={cover} alt="" sizes="6rem" />
      ) : (
        <span className="block aspect-[8/5] bg-sunken" aria-hidden="true" />
      )}
    </span>
  );
}
