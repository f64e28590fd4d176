import { useNavigate } from 'react-router';
import { ownerPaths } from '#shared/owner-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { useFieldsOfAddress } from '#ui/use-fields-of-address.ts';
import type { ImportPreview } from '../contract.ts';

const fields = [
  {
    name: 'standing',
    label: 'Posts come',
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
      { value: 'own', label: 'yourself' },
    ],
  },
] as const;

/** How an archive is to be moved in: a GET form, so that the preview shows it, with and without script. */
export function Choices({ preview }: { preview: ImportPreview }) {
  const navigate = useNavigate();
  const path = ownerPaths.transferImport(preview.import.id);
  const { form, ask } = useFieldsOfAddress(preview.choices);
  const apply = () => void navigate(withQuery(path, ask()), { preventScrollReset: true });
  return (
    <form
      ref={form}
      method="get"
      action={path}
      className="flex flex-wrap items-end gap-4"
      onSubmit={event => {
        event.preventDefault();
        apply();
      }}
    >
      {fields.map(({ name, label, options }) => (
        <label key={name} className="grid gap-1.5 font-display text-small font-semibold">
          {label}
          <select className="field w-auto min-w-48" name={name} defaultValue={preview.choices[name]} onChange={apply}>
            {options.map(({ value, label: words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
      ))}
      <noscript>
        <button type="submit" className="button">
          Show it so
        </button>
      </noscript>
    </form>
  );
}
