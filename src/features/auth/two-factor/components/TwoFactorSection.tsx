import { use, useState } from 'react';
import { useReauthentication, type WithProof } from '../../sessions/components/ReauthenticationDialog.tsx';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { formatDate } from '#shared/time.ts';
import { useConfirm } from '#ui/ConfirmDialog.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { useAsyncAction } from '#ui/use-async-action.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import type { NewRecoveryCodes, TwoFactorStatus, TwoFactorSetup } from '../contract.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TwoFactorSetupForm } from './TwoFactorSetupForm.tsx';

/** `initial` is the result of `api.twoFactor.getStatus()` in the page's loader; null if it failed. */
export function TwoFactorSection({ initial }: { initial: TwoFactorStatus | null }) {
  const api = useLazyApi();
  const [status, setStatus] = useState(initial);
  const [setUp, setSetUp] = useState<TwoFactorSetup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [turningOff, setTurningOff] = useState(false);
  const { busy, failure, run } = useAsyncAction();
  const { withProof, reauthenticationDialog } = useReauthentication();
  const { confirm, dialog } = useConfirm();

  const begin = async () => setSetUp(await withProof(() => api().twoFactor.startSetup()));
  const show = (made: NewRecoveryCodes) => {
    setSetUp(undefined);
    setStatus(made.status);
    setCodes(made.recoveryCodes);
  };
  const renew = async () => {
    const confirmed = await confirm({
      title: 'Generate new recovery codes?',
      description: 'Your current codes will stop working immediately. Have a safe place ready for the new ones.',
      confirmLabel: 'Generate codes',
    });
    if (!confirmed) return;
    await run(async () => {
      const made = await withProof(() => api().twoFactor.regenerateRecoveryCodes({}));
      if (made) show(made);
    });
  };
  const turnedOff = (after: TwoFactorStatus) => {
    setStatus(after);
    setTurningOff(false);
    setCodes(undefined);
    toast.success('Two-factor authentication turned off');
  };

  return (
    <SettingsSection
      title="Two-factor authentication"
      description="Sign in with your password and a code from an app on your phone. A stolen password alone isn’t enough to sign in."
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />
      ) : setUp ? (
        <TwoFactorSetupForm setUp={setUp} onDone={show} onCancel={() => setSetUp(undefined)} />
      ) : status ? (
        <div className="grid justify-items-start gap-5">
          <FormErrorMessage failure={failure} />
          <TwoFactorStatusText status={status} />
          <div className="flex flex-wrap gap-3">
            {status.enabledAt ? (
              <>
                <button type="button" className="button" aria-disabled={busy || undefined} onClick={() => void renew()}>
                  {busy ? 'Generating…' : 'Generate new recovery codes'}
                </button>
                <button type="button" className="button" onClick={() => setTurningOff(true)}>
                  Turn off
                </button>
              </>
            ) : (
              <button
                type="button"
                className="button"
                aria-disabled={busy || undefined}
                onClick={() => void run(begin)}
              >
                {busy ? 'Starting…' : 'Set up two-factor authentication'}
              </button>
            )}
          </div>
        </div>
      ) : (
        <LoadError
          message="Couldn’t load your two-factor settings."
          load={async () => setStatus(await api().twoFactor.getStatus())}
        />
      )}
      {turningOff && (
        <DisableTwoFactorDialog withProof={withProof} onClose={() => setTurningOff(false)} onTurnedOff={turnedOff} />
      )}
      {dialog}
      {reauthenticationDialog}
    </SettingsSection>
  );
}

function TwoFactorStatusText({ status: { enabledAt, remainingRecoveryCodes: left } }: { status: TwoFactorStatus }) {
  const { timeZone } = use(siteMetaContext);
  if (!enabledAt) {
    return (
      <p className="text-small text-ink-soft">
        Two-factor authentication is off. To set it up, you need an authenticator app.
      </p>
    );
  }
  return (
    <div>
      <p className="font-display font-semibold">On since {formatDate(enabledAt, timeZone)}</p>
      <p className="hint">{left === 1 ? '1 recovery code left' : `${left === 0 ? 'No' : left} recovery codes left`}</p>
      {left <= 3 && (
        <p className="mt-2 text-small text-ink-soft">
          Generate new codes{left > 0 && ' before you run out'}. If you lose your app, you can’t sign in without them.
        </p>
      )}
    </div>
  );
}

interface TurnOffDialogProps {
  withProof: WithProof;
  onClose: () => void;
  onTurnedOff: (after: TwoFactorStatus) => void;
}

function DisableTwoFactorDialog({ withProof, onClose, onTurnedOff }: TurnOffDialogProps) {
  const api = useLazyApi();
  const action = useAsyncAction();
  const disable = async (code: string) => {
    const after = await withProof(() => api().twoFactor.disable(code.trim() === '' ? {} : { code }));
    if (after) onTurnedOff(after);
  };
  return (
    <FormDialog
      title="Turn off two-factor authentication?"
      intro="You’ll sign in with your password only. Your app’s key and your recovery codes will be deleted."
      action={action}
      submitLabel="Turn off two-factor authentication"
      danger
      busyLabel="Turning off…"
      onSubmit={getText => disable(getText('code'))}
      onClose={onClose}
    >
      <TextField
        label="Code (optional)"
        name="code"
        autoComplete="one-time-code"
        hint="From your app, or a recovery code. Without a code, you may have to enter your password."
        error={action.failure?.fields.code}
      />
    </FormDialog>
  );
}
