import { Link, useViewTransitionState } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { Picture } from '#ui/Picture.tsx';
import type { ProjectCard as Project } from '../contract/public.ts';
import { isPriceShown } from '../rules/price.ts';

interface ProjectCardProps {
  project: Project;
  sizes: string;
  heading?: 'h2' | 'h3';
  /** Whether its cover is the main content of the first screen. */
  isPriority?: boolean;
  className?: string;
}

/** Renders a project in a list. The cover transitions into the project's page. */
export function ProjectCard({
  project,
  sizes,
  heading: Heading = 'h2',
  isPriority = false,
  className = '',
}: ProjectCardProps) {
  const to = paths.project(project.id);
  const isTransitioning = useViewTransitionState(to);
  return (
    <article className={`group relative ${className}`}>
      {project.cover && (
        <Picture
          picture={project.cover}
          alt=""
          sizes={sizes}
          isPriority={isPriority}
          className={`hover-brighten ${isTransitioning ? 'cover-transition' : ''}`}
        />
      )}
      <div className="mt-4 flex items-baseline justify-between gap-4">
        <Heading dir="auto" className="text-h3">
          <Link className="stretched-link no-underline group-hover:text-accent" to={to} viewTransition>
            {project.title}
          </Link>
        </Heading>
        {isPriceShown(project) && <span className="meta shrink-0 text-ink-soft">{formatMoney(project.price)}</span>}
      </div>
      <p dir="auto" className="mt-1.5 max-w-[27em] text-small text-ink-soft">
        {project.summary}
      </p>
      <p className="meta mt-2.5">
        {project.category} · {project.stars.toFixed(1)}/5 stars
      </p>
    </article>
  );
}
