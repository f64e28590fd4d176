import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from 'react-router';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import type { ActionResult } from '#platform/pages/loader.ts';
import type { SiteSection } from '../contract/index.ts';
import { type SectionDefinition, listFieldNames } from '../rules/section-definitions.ts';
import { parseSectionFormData } from '../rules/forms.ts';
import { SectionEditor } from './SectionEditor.tsx';

/** Saves a form submitted without script. */
export async function submitSectionForm(
  api: Api,
  shape: SectionDefinition,
  form: ReadonlyMap<string, string>,
): Promise<void> {
  await api.site.updateSection({
    key: shape.key,
    version: form.get('version') ?? '',
    value: parseSectionFormData(form, listFieldNames(shape), shape.entry !== undefined),
  });
}

interface DocumentPageProps {
  shape: SectionDefinition;
  document: SiteSection;
  /** Whether a form without script was just saved. */
  saved: boolean;
  result: ActionResult<object> | undefined;
}

/** Renders a section's editor with its form and preview. */
export function SectionEditorPage({ shape, document, saved, result }: DocumentPageProps) {
  const failed = result && 'failed' in result ? result : undefined;
  const refused = failed && {
    failed: failed.failed,
    value: parseSectionFormData(
      new Map(Object.entries(failed.values)),
      listFieldNames(shape),
      shape.entry !== undefined,
    ),
  };
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
      {saved && (
        <output className="without-script mb-6 block border-l-2 border-accent pl-4 text-small">
          Saved. The site shows it now.
        </output>
      )}
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
      <SectionEditor key={shape.key} shape={shape} document={document} refused={refused} />
    </DashboardPage>
  );
}
