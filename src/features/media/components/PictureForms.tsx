import { useId } from 'react';
import { Form } from 'react-router';
import { TextField } from '#ui/TextField.tsx';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import type { LibraryPicture } from '../contract.ts';
import { MAX_ALT_LENGTH } from '../rules.ts';

interface PictureFormProps {
  picture: LibraryPicture;
  failed: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | undefined;
}

/** Form for a picture's name and alt text. */
export function DescribePicture({ picture, failed }: PictureFormProps) {
  const id = useId();
  const hint = picture.alt
    ? 'Read aloud, and shown where the picture cannot be.'
    : 'Missing. It is read aloud, and shown where the picture cannot be.';
  const error = failed?.fields.alt;
  return (
    <div className="[&>form]:mt-6">
      <PageForm intent="describe" error={failed} submitLabel="Save" busyLabel="Saving…">
        <FormField id={id} label="What it shows" hint={hint} error={error}>
          <textarea
            id={id}
            name="alt"
            rows={3}
            className="field"
            defaultValue={picture.alt}
            maxLength={MAX_ALT_LENGTH}
            {...getAriaProps({ id, hint, error })}
          />
        </FormField>
        <TextField
          label="Name"
          name="name"
          defaultValue={picture.name}
          maxLength={120}
          autoComplete="off"
          error={failed?.fields.name}
          required
        />
      </PageForm>
    </div>
  );
}

/** Deletes a picture after confirmation; if it is in use, says what to do first. */
export function DeletePicture({ picture, failed }: PictureFormProps) {
  const name = picture.name || 'this picture';
  return (
    <section aria-labelledby="delete-title" className="mt-8 border-t border-rule pt-6">
      <h3 id="delete-title" className="sr-only">
        Delete
      </h3>
      {failed && (
        <p role="alert" className="mb-4 border-l-2 border-danger pl-4 text-small">
          {failed.message}
        </p>
      )}
      {picture.usages.length > 0 ? (
        <p className="text-small text-ink-soft">
          It cannot be deleted while it is used. Put another picture there first, or none.
        </p>
      ) : (
        <details className="group">
          <summary className="button w-fit list-none group-open:mb-4 [&::-webkit-details-marker]:hidden">
            Delete…
          </summary>
          <p className="text-small [overflow-wrap:anywhere]">Delete “{name}” for good? Nobody can bring it back.</p>
          <Form method="post" className="mt-4">
            <input type="hidden" name="intent" value="delete" />
            <button type="submit" className="button border-danger text-danger hover:border-danger">
              Delete it for good
            </button>
          </Form>
        </details>
      )}
    </section>
  );
}
