import { Link, useViewTransitionState } from 'react-router';
import { paths } from '#shared/paths.ts';
import { Picture } from '#ui/Picture.tsx';
import type { ProjectCard as Project } from '../contract/public.ts';

interface ProjectCardProps {
  project: Project;
  sizes: string;
  /** A class that sets the aspect ratio of the cover. */
  aspectRatio?: string;
  heading?: 'h2' | 'h3';
  /** Whether its cover is the main content of the first screen. */
  isPriority?: boolean;
  className?: string;
}

/** Renders a project in a list. The cover transitions into the project's page. */
export function ProjectCard({
  project,
  sizes,
  aspectRatio,
  heading: Heading = 'h2',
  isPriority = false,
  className = '',
}: ProjectCardProps) {
  const isTransitioning = useViewTransitionState(paths.project(project.id));
  return (
    <article className={`group relative ${className}`}>
      {project.cover && (
        <Picture
          picture={project.cover}
          alt=""
          sizes={sizes}
          {...(aspectRatio ? { aspectRatio } : {})}
          isPriority={isPriority}
          className={`hover-brighten ${isTransitioning ? 'cover-transition' : ''}`}
        />
      )}
      <Heading dir="auto" className="mt-4 text-h3">
        <ProjectLink project={project} />
      </Heading>
      <p dir="auto" className="mt-1.5 max-w-[27em] text-small text-ink-soft">
        {project.summary}
      </p>
      <p className="meta mt-2.5">
        {project.category} · {project.publishedAt.slice(0, 4)}
      </p>
    </article>
  );
}

interface ProjectFeatureProps {
  project: Project;
  isPriority: boolean;
  /** Whether the cover is on the right on wide screens. */
  isReversed: boolean;
}

/** Renders a project across the full width, with a large cover next to its text. */
export function ProjectFeature({ project, isPriority, isReversed }: ProjectFeatureProps) {
  const isTransitioning = useViewTransitionState(paths.project(project.id));
  return (
    <article className="group relative grid items-end gap-x-10 gap-y-4 sm:col-span-full lg:grid-cols-12">
      {project.cover && (
        <Picture
          picture={project.cover}
          alt=""
          sizes="(min-width: 64rem) 52rem, 86vw"
          isPriority={isPriority}
          className={`hover-brighten lg:col-span-8 ${isReversed ? 'lg:order-last' : ''} ${isTransitioning ? 'cover-transition' : ''}`}
        />
      )}
      <div className="lg:col-span-4">
        <p className="meta">
          {project.category} · {project.publishedAt.slice(0, 4)}
        </p>
        <h2 dir="auto" className="mt-2.5 text-h2">
          <ProjectLink project={project} />
        </h2>
        <p dir="auto" className="mt-3 max-w-[27em] text-ink-soft">
          {project.summary}
        </p>
      </div>
    </article>
  );
}

/** Links the title to the project's page; the entire card is clickable. */
function ProjectLink({ project: { id, title } }: { project: Project }) {
  return (
    <Link className="stretched-link no-underline group-hover:text-accent" to={paths.project(id)} viewTransition>
      {title}
    </Link>
  );
}
