import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import { MetaLine } from '#ui/MetaLine.tsx';
import { CoverPicture } from '#ui/Picture.tsx';
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
  return (
    <article className={`group relative ${className}`}>
      {project.cover && (
        <CoverPicture
          picture={project.cover}
          to={paths.project(project.id)}
          sizes={sizes}
          {...(aspectRatio ? { aspectRatio } : {})}
          isPriority={isPriority}
        />
      )}
      <Heading dir="auto" className="mt-4 text-h3">
        <ProjectLink project={project} />
      </Heading>
      <p dir="auto" className="mt-1.5 max-w-[27em] text-small text-ink-soft">
        {project.summary}
      </p>
      <MetaLine className="mt-2.5" items={[project.category, project.publishedAt.slice(0, 4)]} />
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
  return (
    <article className="group relative grid grid-cols-1 items-end gap-x-10 gap-y-4 sm:col-span-full lg:grid-cols-12">
      {project.cover && (
        <CoverPicture
          picture={project.cover}
          to={paths.project(project.id)}
          sizes="(min-width: 64rem) 52rem, 86vw"
          isPriority={isPriority}
          className={`lg:col-span-8 ${isReversed ? 'lg:order-last' : ''}`}
        />
      )}
      <div className="lg:col-span-4">
        <MetaLine items={[project.category, project.publishedAt.slice(0, 4)]} />
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
