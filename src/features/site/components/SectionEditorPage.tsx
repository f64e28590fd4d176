import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import type { SiteSection } from '../contract/index.ts';
import type { SectionDefinition } from '../rules/section-definitions.ts';
import { SectionEditor } from './SectionEditor.tsx';

/** Renders a section's editor with its form and preview. */
export function SectionEditorPage({ shape, document }: { shape: SectionDefinition; document: SiteSection }) {
  return (
    <DashboardPage
      title={shape.title}
      intro={shape.description}
      header={
        shape.key !== 'appearance' && (
          <Link
            className="meta inline-flex min-h-11 items-center gap-1.5 no-underline hover:text-accent"
            to={dashboardPaths.site}
          >
            <ArrowLeft className="size-4" aria-hidden="true" /> Site content
          </Link>
        )
      }
    >
      {document.source === 'sample' && shape.key !== 'appearance' && (
        <p className="mb-6 max-w-[33em] text-small text-ink-soft">
          This came with the sample content. Once you save it, it is yours.
        </p>
      )}
      {shape.key === 'testimonials' && (
        <p className="mb-6 max-w-[33em] text-small text-ink-soft">
          These are yours. What clients write about orders that they paid stands before them and has{' '}
          <Link className="link" to={dashboardPaths.testimonials}>
            a list of its own
          </Link>
          .
        </p>
      )}
      <SectionEditor key={shape.key} shape={shape} document={document} />
    </DashboardPage>
  );
}
