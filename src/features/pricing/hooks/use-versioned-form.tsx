import type { RejectedForm } from '#platform/pages/loader.ts';
import { DefaultSubmitButton } from '#ui/DefaultSubmitButton.tsx';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { RestoredDraftNotice } from '#ui/RestoredDraftNotice.tsx';
import { type FormValues, useFormDraft } from '#ui/use-form-draft.ts';

interface VersionedFormOptions {
  /** Storage key of the draft. */
  readonly name: string;
  readonly saved: FormValues;
  readonly version: number;
  readonly failed: RejectedForm | undefined;
  /** The values of a rejected submission, if they differ from those that were sent. */
  readonly entered?: FormValues | undefined;
  /** Shows the saved version. */
  readonly path: string;
}

/**
 * Stores the unsaved changes of a form as a draft, and lets the owner choose a version after an edit conflict. Returns
 * the draft with the elements to render in the form. Pass `dirty` to the form as `hasDraft`.
 */
export function useVersionedForm({ name, saved, version, failed, entered, path }: VersionedFormOptions) {
  const refused = failed && { ...saved, ...(entered ?? failed.values) };
  const draft = useFormDraft({ name, saved, version, refused });
  // Another conflict, such as with another client's address, belongs to a field.
  const isEditConflict = failed?.failed.code === 'CONFLICT' && Object.keys(failed.failed.fields).length === 0;
  return {
    ...draft,
    versionInput: <input type="hidden" name="version" value={failed?.values.version ?? draft.version} readOnly />,
    notices: (
      <>
        {isEditConflict && (
          <div className="border-l-2 border-danger pl-4 text-small">
            <p>Your changes are still here. Save them to replace the other version, or discard them.</p>
            <DefaultSubmitButton />
            <p className="mt-3 flex flex-wrap gap-3">
              <button type="submit" name="over" value="yes" className="button">
                Save my version
              </button>
              <a className="button button-danger" href={path} onClick={() => saveLocalDraft(name, undefined)}>
                Discard my changes
              </a>
            </p>
          </div>
        )}
        {draft.restored && !failed && <RestoredDraftNotice onDiscard={draft.discard} />}
      </>
    ),
  };
}
