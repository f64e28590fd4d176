import type { FormEvent } from 'react';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { TextField } from '#ui/TextField.tsx';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import type { TwoFactorStatus } from '../contract.ts';

interface TurnOffDialogProps {
  withProof: <Answer>(act: () => Promise<Answer>) => Promise<Answer | undefined>;
  onClose: () => void;
  onTurnedOff: (after: TwoFactorStatus) => void;
}

export function DisableTwoFactorDialog({ withProof, onClose, onTurnedOff }: TurnOffDialogProps) {
  const api = useLazyApi();
  const { busy, failure, run } = useAsyncAction();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    const given = typeof code === 'string' && code.trim() !== '' ? { code } : {};
    void run(async () => {
      const after = await withProof(() => api().twoFactor.disable(given));
      if (after) onTurnedOff(after);
    });
  };
  return (
    <ModalDialog title="Turn two-step sign-in off?" onClose={onClose}>
      <p className="mt-3 text-small text-ink-soft">
        Your password alone then signs you in. Your app’s key and your recovery codes are forgotten.
      </p>
      <form className="mt-6 grid gap-5" noValidate onSubmit={send}>
        <FormErrorMessage failure={failure} />
        <TextField
          label="Code (optional)"
          name="code"
          autoComplete="one-time-code"
          hint="Of your app, or a recovery code. Without one, you may be asked for your password."
          error={failure?.fields.code}
        />
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="button button-primary" disabled={busy}>
            {busy ? 'Turning off…' : 'Turn it off'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
