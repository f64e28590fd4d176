import type { FormEvent } from 'react';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { TextField } from '#ui/TextField.tsx';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import type { Passkey } from '../contract.ts';

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRenamed: (passkey: Passkey) => void;
}

export function RenamePasskeyDialog({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps) {
  const api = useLazyApi();
  const { busy, failure, run } = useAsyncAction();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('name');
    const name = typeof typed === 'string' ? typed : '';
    void run(async () => onRenamed(await api().passkeys.rename({ id: passkey.id, name })));
  };
  return (
    <ModalDialog title={`Rename “${passkey.name}”`} onClose={onClose}>
      <form className="mt-6 grid gap-5" noValidate onSubmit={send}>
        <FormErrorMessage failure={failure} />
        <TextField
          label="Name"
          name="name"
          defaultValue={passkey.name}
          error={failure?.fields.name}
          maxLength={60}
          autoComplete="off"
          required
        />
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="button button-primary" disabled={busy}>
            {busy ? 'Saving…' : 'Save'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
