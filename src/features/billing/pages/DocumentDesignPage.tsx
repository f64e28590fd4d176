import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { PicturePicker } from '#features/media/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { pictureFile, withQuery } from '#shared/paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
import {
  documentLanguageNames,
  documentLayouts,
  type DocumentLayout,
  isReadableOnWhite,
} from '../contract/document-design.ts';

export const loader = pageLoader(({ api }) => api.billing.getDocumentDesign());

export const action = pageAction(async ({ api, form }) => {
  const layout = documentLayouts.find(name => name === form.get('layout')) ?? 'classic';
  await api.billing.updateDocumentDesign({
    layout,
    accent: form.get('accent') ?? '',
    pictureId: form.get('pictureId') || null,
  });
  toast.success('Design saved. New documents use it.');
});

const layouts: Readonly<Record<DocumentLayout, readonly [name: string, description: string]>> = {
  classic: ['Classic', 'Calm, with hairlines'],
  modern: ['Modern', 'Bold, with the amount on top'],
  compact: ['Compact', 'A letter for window envelopes, with many lines on a page'],
};

/** Milliseconds without a change before the preview follows. */
const PREVIEW_DELAY = 150;

/** The look of new documents, with a preview of unsaved changes. */
export function Component() {
  const saved = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  const errors = refused?.failed.fields ?? {};
  const [design, setDesign] = useState(saved);
  const [language, setLanguage] = useState('en');
  const [isPicking, setPicking] = useState(false);
  const change = (changes: Partial<typeof saved>) => setDesign({ ...design, ...changes });
  const accentError = isColor(design.accent)
    ? isReadableOnWhite(design.accent.toLowerCase())
      ? undefined
      : 'This color is too light: text in it can’t be read on white paper. Choose a darker one.'
    : 'Enter a color such as #14506b.';
  // An unreadable accent keeps the previous preview.
  const [shownAccent, setShownAccent] = useState(saved.accent);
  if (accentError === undefined && shownAccent !== design.accent) setShownAccent(design.accent);
  const { layout, pictureId } = design;
  // The form notices only typed changes.
  useUnsavedChanges(pictureId !== saved.pictureId, false);
  const preview = withQuery(dashboardPaths.designPreview, {
    layout,
    accent: shownAccent.toLowerCase(),
    language,
    ...(pictureId === null ? {} : { pictureId }),
  });
  const [shownPreview, setShownPreview] = useState(preview);
  // Dragging in the color picker passes through many values.
  useEffect(() => {
    const timer = setTimeout(() => setShownPreview(preview), PREVIEW_DELAY);
    return () => clearTimeout(timer);
  }, [preview]);
  return (
    <DashboardPage
      title="Document design"
      intro="How new invoices, receipts, credit notes and statements look. Issued documents don’t change."
    >
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] [&_form]:mt-0">
        <PageForm error={refused?.failed} submitLabel="Save design" busyLabel="Saving…">
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 font-display text-small font-semibold">Layout</legend>
            {documentLayouts.map(name => (
              <label
                key={name}
                className="flex min-h-11 cursor-pointer items-start gap-3 border border-rule px-4 py-3 has-checked:border-accent has-checked:bg-raised"
              >
                <input
                  type="radio"
                  name="layout"
                  value={name}
                  checked={layout === name}
                  onChange={() => change({ layout: name })}
                  className="mt-1 size-4.5 shrink-0"
                />
                <span>
                  {layouts[name][0]}
                  <span className="hint block">{layouts[name][1]}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
            <TextField
              label="Accent color"
              name="accent"
              value={design.accent}
              onChange={event => change({ accent: event.target.value })}
              error={accentError ?? errors.accent}
              maxLength={7}
              autoComplete="off"
              spellCheck={false}
            />
            <input
              type="color"
              aria-label="Pick the accent color"
              className="mt-7 h-11 w-14 cursor-pointer border border-rule bg-transparent p-1"
              value={isColor(design.accent) ? design.accent.toLowerCase() : shownAccent}
              onChange={event => change({ accent: event.target.value })}
            />
          </div>
          <div>
            <p className="mb-1.5 font-display text-small font-semibold">Logo</p>
            <input type="hidden" name="pictureId" value={pictureId ?? ''} />
            {pictureId !== null && (
              <img
                className="mb-3 h-20 w-full border border-rule bg-[white] object-contain p-3"
                src={pictureFile(pictureId, 640, 'webp')}
                alt="Your logo"
              />
            )}
            <div className="flex flex-wrap gap-3">
              <button type="button" className="button" onClick={() => setPicking(true)}>
                {pictureId === null ? 'Choose logo' : 'Change logo'}
              </button>
              {pictureId !== null && (
                <button type="button" className="button" onClick={() => change({ pictureId: null })}>
                  Remove logo
                </button>
              )}
            </div>
            <p className="hint mt-2">PNG, JPEG or WebP. Transparent parts become white.</p>
            {errors.pictureId !== undefined && <p className="mt-1 text-small text-danger">{errors.pictureId}</p>}
          </div>
        </PageForm>
        <section aria-labelledby="preview-title" className="max-w-[46rem] min-w-0 xl:sticky xl:top-6">
          <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
            <h2 id="preview-title" className="text-h4">
              Preview
            </h2>
            <SelectField
              label="Language of the client"
              name="language"
              options={documentLanguageNames}
              value={language}
              onChange={event => setLanguage(event.target.value)}
            />
          </div>
          <img
            className="aspect-[210/297] w-full border border-rule bg-[white] object-contain"
            src={shownPreview}
            alt={`An example invoice in the ${layouts[layout][0].toLowerCase()} layout`}
          />
        </section>
      </div>
      <PicturePicker
        open={isPicking}
        onOpenChange={setPicking}
        onPick={({ picture }) => change({ pictureId: picture.id })}
      />
    </DashboardPage>
  );
}

const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text);
