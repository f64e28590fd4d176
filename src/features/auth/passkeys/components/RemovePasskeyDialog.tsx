import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import type { Passkey } from '../contract.ts';

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  withProof: <Answer>(act: () => Promise<Answer>) => Promise<Answer | undefined>;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemovePasskeyDialog({ passkey, withProof, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const api = useLazyApi();
  const { busy, failure, run } = useAsyncAction();
  const remove = async () => {
    if (await withProof(() => api().passkeys.delete({ id: passkey.id }))) onRemoved();
  };
  return (
    <ModalDialog title={`Remove “${passkey.name}”?`} onClose={onClose}>
      <p className="mt-3 text-small text-ink-soft">
        It no longer signs you in here. Your device or password manager may go on showing it: remove it there, too.
      </p>
      <div className="mt-6 grid gap-5">
        <FormErrorMessage failure={failure} />
        <div className="flex flex-wrap gap-3">
          <button type="button" className="button button-primary" disabled={busy} onClick={() => void run(remove)}>
            {busy ? 'Removing…' : 'Remove passkey'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </ModalDialog>
  );
}
