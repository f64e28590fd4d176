import { useNavigate } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { useUrlFields } from '#ui/use-url-fields.ts';
import type { ImportPreview } from '../contract/index.ts';

const fields = [
  {
    name: 'status',
    label: 'Posts and projects',
    options: [
      { value: 'draft', label: 'Import as drafts' },
      { value: 'keep', label: 'Keep their status' },
    ],
  },
  {
    name: 'authors',
    label: 'Authors',
    options: [
      { value: 'keep', label: 'Keep original authors' },
      { value: 'me', label: 'Set me as author' },
    ],
  },
  {
    name: 'siteSections',
    label: 'Site content and appearance',
    options: [
      { value: 'keep', label: 'Keep this site’s' },
      { value: 'replace', label: 'Replace with the archive’s' },
    ],
  },
] as const;

/** Options of an import, stored in the URL so the preview reflects them. */
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
