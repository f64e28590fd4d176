import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { WorkPage } from '#ui/DashboardPage.tsx';
import type { ActionResult } from '#platform/pages/loader.ts';
import type { SiteDocument } from '../contract/index.ts';
import { type DocumentShape, fieldsOf } from '../rules/section-definitions.ts';
import { readEditForm } from '../rules/forms.ts';
import { DocumentEditor } from './SectionEditor.tsx';

/** Saves what a form without script sent. */
export async function saveForm(api: Api, shape: DocumentShape, form: ReadonlyMap<string, string>): Promise<void> {
  await api.site.saveDocument({
    key: shape.key,
    version: form.get('version') ?? '',
    value: readEditForm(form, fieldsOf(shape), shape.entry !== undefined),
  });
}

interface DocumentPageProps {
  shape: DocumentShape;
  document: SiteDocument;
  /** Whether a form without script was just saved. */
  saved: boolean;
  result: ActionResult<object> | undefined;
}

/** A document of the site with its form and its preview. */
export function DocumentPage({ shape, document, saved, result }: DocumentPageProps) {
  const failed = result && 'failed' in result ? result : undefined;
  const refused = failed && {
    failed: failed.failed,
    value: readEditForm(new Map(Object.entries(failed.values)), fieldsOf(shape), shape.entry !== undefined),
  };
  return (
    <WorkPage
      title={shape.title}
      intro={shape.about}
      above={
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
      {document.origin === 'sample' && shape.key !== 'appearance' && (
        <p className="mb-6 max-w-[64ch] text-small text-ink-soft">
          This came with the sample content. Once you save it, it is yours.
        </p>
      )}
      {shape.key === 'testimonials' && (
        <p className="mb-6 max-w-[64ch] text-small text-ink-soft">
          These are yours. What clients write about orders that they paid stands before them and has{' '}
          <Link className="link" to={dashboardPaths.testimonials}>
            a list of its own
          </Link>
          .
        </p>
      )}
      <DocumentEditor key={shape.key} shape={shape} document={document} refused={refused} />
    </WorkPage>
  );
}
