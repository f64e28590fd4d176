import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { paths, pictureFile, withQuery } from '#shared/paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import { TagLinks } from '#ui/TagLinks.tsx';
import { FurtherReading } from '#ui/FurtherReading.tsx';
import { Picture, CARD_IMAGE_SIZES } from '#ui/Picture.tsx';
import type { Project } from '../contract/public.ts';
import { isPriceShown } from '../rules/price.ts';
import { ProjectCard } from './ProjectCard.tsx';

/** Renders a project as readers see it; `children` follow its text. */
export function ProjectArticle({ project, children }: { project: Project; children?: ReactNode }) {
  const facts = [
    ['Category', project.category],
    ['Published', formatPlainDate(project.publishedAt)],
    ['Made by', project.owner],
    ['Stars', `${project.stars.toFixed(1)} of 5`],
    ['Likes', String(project.likes)],
    ['Forks', String(project.forks)],
  ] as const;
  return (
    <article>
      <header className="frame pt-12 sm:pt-16">
        <p className="meta">
          <Link className="hover:text-accent" to={paths.projects}>
            Projects
          </Link>{' '}
          /{' '}
          <Link className="hover:text-accent" to={withQuery(paths.projects, { category: project.category })}>
            {project.category}
          </Link>
        </p>
        <div className="mt-4 grid grid-cols-1 gap-x-12 gap-y-4 lg:grid-cols-12 lg:items-end">
          <h1 dir="auto" className="text-h1 lg:col-span-7">
            {project.title}
          </h1>
          <p dir="auto" className="max-w-[27em] text-lead text-ink-soft lg:col-span-5">
            {project.summary}
          </p>
        </div>
        {project.cover && (
          <Picture
            picture={project.cover}
            alt={project.coverAlt}
            sizes="(min-width: 84rem) 76rem, (min-width: 36rem) 92vw, 86vw"
            isPriority
            className="cover-transition mt-9"
          />
        )}
      </header>
      <div className="frame mt-12 grid grid-cols-1 gap-x-12 gap-y-12 lg:grid-cols-12">
        <aside
          aria-label="Project details"
          className="lg:sticky lg:top-28 lg:order-2 lg:col-span-4 lg:col-start-9 lg:self-start"
        >
          <p className="flex items-baseline justify-between gap-4 border-t border-rule-strong pt-4">
            <span className="hint">Source code, licensed for one organization</span>
            {isPriceShown(project) ? (
              <span className="roll font-mono text-h3">{formatMoney(project.price, { exact: true })}</span>
            ) : (
              <span className="text-small">Not for sale right now</span>
            )}
          </p>
          {project.isForSale && (
            <Link className="button button-primary mt-5 w-full" to={paths.checkout('project', project.id)}>
              Buy source code
            </Link>
          )}
          {project.link && (
            <a className="button mt-3 w-full" href={project.link} target="_blank" rel="noopener">
              Visit {new URL(project.link).host} <NewTab />
            </a>
          )}
          {project.repository && (
            <a className="button mt-3 w-full" href={project.repository} target="_blank" rel="noopener">
              View source <NewTab />
            </a>
          )}
          <dl className="mt-6 grid grid-cols-2 gap-x-6">
            {facts.map(([name, value]) => (
              <div key={name} className="border-t border-rule py-3">
                <dt className="meta">{name}</dt>
                {/* The like count changes while the page is cached. */}
                <dd className="text-small" suppressHydrationWarning>
                  {value}
                </dd>
              </div>
            ))}
          </dl>
          <div className="border-t border-rule pt-2">
            <TagLinks tags={project.tags} path={paths.projects} />
          </div>
        </aside>
        <div className="lg:order-1 lg:col-span-7">
          <div className="prose" dangerouslySetInnerHTML={{ __html: project.html }} />
          <Gallery project={project} />
          {children}
        </div>
      </div>
      <FurtherReading noun="project" item={project} pathOf={({ id }) => paths.project(id)}>
        {related => <ProjectCard key={related.id} project={related} heading="h3" sizes={CARD_IMAGE_SIZES} />}
      </FurtherReading>
    </article>
  );
}

function NewTab() {
  return (
    <>
      <ArrowUpRight className="size-4" aria-hidden="true" />
      <span className="sr-only">(opens in a new tab)</span>
    </>
  );
}

/** Shows the gallery cropped to one aspect ratio; each picture links to the full image. */
function Gallery({ project: { gallery, title } }: { project: Project }) {
  if (gallery.length === 0) return null;
  return (
    <section aria-label="Gallery" className="mt-12 grid max-w-[42rem] gap-6 sm:grid-cols-2">
      {gallery.map(({ picture, alt, caption }, index) => (
        <figure key={index}>
          <a href={pictureFile(picture.id, 1600, 'webp')}>
            <Picture picture={picture} alt={alt || `${title}, image ${index + 1}`} sizes={CARD_IMAGE_SIZES} />
          </a>
          {caption && <figcaption className="mt-2 text-small text-ink-soft">{caption}</figcaption>}
        </figure>
      ))}
    </section>
  );
}
