import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { TextField } from '#ui/TextField.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import type { WithProof } from '../../sessions/components/ReauthenticationDialog.tsx';
import type { TwoFactorStatus } from '../contract.ts';

interface TurnOffDialogProps {
  withProof: WithProof;
  onClose: () => void;
  onTurnedOff: (after: TwoFactorStatus) => void;
}

export function DisableTwoFactorDialog({ withProof, onClose, onTurnedOff }: TurnOffDialogProps) {
  const api = useLazyApi();
  const action = useAsyncAction();
  const disable = async (code: string) => {
    const after = await withProof(() => api().twoFactor.disable(code.trim() === '' ? {} : { code }));
    if (after) onTurnedOff(after);
  };
  return (
    <FormDialog
      title="Turn two-step sign-in off?"
      intro="Your password alone then signs you in. Your app’s key and your recovery codes are forgotten."
      action={action}
      submitLabel="Turn it off"
      busyLabel="Turning off…"
      onSubmit={getText => disable(getText('code'))}
      onClose={onClose}
    >
      <TextField
        label="Code (optional)"
        name="code"
        autoComplete="one-time-code"
        hint="Of your app, or a recovery code. Without one, you may be asked for your password."
        error={action.failure?.fields.code}
      />
    </FormDialog>
  );
}
