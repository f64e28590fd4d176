import { useId } from 'react';
import { describedBy, FieldFrame } from '#ui/FieldFrame.tsx';
import { fileEndings } from '../contract/limits.ts';

/** One file that goes with a message. */
export function FileField({ error }: { error: string | undefined }) {
  const id = useId();
  const hint = 'A PDF, picture, text, office document or ZIP of at most 10 MB.';
  return (
    <FieldFrame id={id} label="File (optional)" hint={hint} error={error}>
      <input
        id={id}
        type="file"
        name="file"
        accept={fileEndings.map(ending => `.${ending}`).join(',')}
        className="file-field max-w-full"
        {...describedBy({ id, hint, error })}
      />
    </FieldFrame>
  );
}
