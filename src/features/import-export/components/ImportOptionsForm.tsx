import { useNavigate } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { useUrlFields } from '#ui/use-url-fields.ts';
import type { ImportPreview } from '../contract/index.ts';

const fields = [
  {
    name: 'status',
    label: 'Posts and projects come',
    options: [
      { value: 'draft', label: 'all as drafts' },
      { value: 'keep', label: 'as they stand there' },
    ],
  },
  {
    name: 'authors',
    label: 'Under the names of',
    options: [
      { value: 'keep', label: 'their authors' },
      { value: 'me', label: 'yourself' },
    ],
  },
  {
    name: 'siteSections',
    label: 'The site’s own texts and looks',
    options: [
      { value: 'keep', label: 'stay as they are here' },
      { value: 'replace', label: 'are replaced by the archive’s' },
    ],
  },
] as const;

/** Options of an import, kept in the URL, so that the preview reflects them. */
export function ImportOptionsForm({ preview }: { preview: ImportPreview }) {
  const navigate = useNavigate();
  const path = dashboardPaths.importDetails(preview.import.id);
  const { form, readQuery } = useUrlFields(preview.options);
  const apply = () => void navigate(withQuery(path, readQuery()), { preventScrollReset: true });
  const hasDocuments = preview.siteSections.some(({ action }) => action === 'create');
  const visible = fields.filter(({ name }) => (name === 'siteSections' ? hasDocuments : preview.items.length > 0));
  if (visible.length === 0) return null;
  return (
    <form
      ref={form}
      method="get"
      action={path}
      className="flex flex-wrap items-end gap-x-6 gap-y-4"
      onSubmit={event => {
        event.preventDefault();
        apply();
      }}
    >
      {visible.map(({ name, label, options }) => (
        <label key={name} className="grid w-full gap-1.5 font-display text-small font-semibold sm:w-auto">
          {label}
          <select
            className="field sm:w-auto sm:min-w-52"
            name={name}
            defaultValue={preview.options[name]}
            onChange={apply}
          >
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
    </form>
  );
}
