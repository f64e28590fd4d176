import { use, useState } from 'react';
import { useReauthentication, type WithProof } from '../../sessions/components/ReauthenticationDialog.tsx';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { formatDate } from '#shared/time.ts';
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
  const [twoStep, setTwoStep] = useState(initial);
  const [setUp, setSetUp] = useState<TwoFactorSetup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [turningOff, setTurningOff] = useState(false);
  const { busy, failure, run } = useAsyncAction();
  const { withProof, reauthenticationDialog } = useReauthentication();

  const begin = async () => setSetUp(await withProof(() => api().twoFactor.startSetup()));
  const show = (made: NewRecoveryCodes) => {
    setSetUp(undefined);
    setTwoStep(made.status);
    setCodes(made.recoveryCodes);
  };
  const renew = async () => {
    const made = await withProof(() => api().twoFactor.regenerateRecoveryCodes({}));
    if (made) show(made);
  };
  const turnedOff = (after: TwoFactorStatus) => {
    setTwoStep(after);
    setTurningOff(false);
    setCodes(undefined);
    toast.success('Two-step sign-in is off');
  };

  return (
    <SettingsSection
      title="Two-step sign-in"
      description="After your password, a code of an app on your phone. Whoever learns your password does not get in with it alone."
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />
      ) : setUp ? (
        <TwoFactorSetupForm setUp={setUp} onDone={show} onCancel={() => setSetUp(undefined)} />
      ) : twoStep ? (
        <div className="grid justify-items-start gap-5">
          <FormErrorMessage failure={failure} />
          <TwoFactorStatusText twoStep={twoStep} />
          <div className="flex flex-wrap gap-3">
            {twoStep.enabledAt ? (
              <>
                <button type="button" className="button" disabled={busy} onClick={() => void run(renew)}>
                  {busy ? 'Making…' : 'Make new recovery codes'}
                </button>
                <button type="button" className="button" onClick={() => setTurningOff(true)}>
                  Turn off
                </button>
              </>
            ) : (
              <button type="button" className="button" disabled={busy} onClick={() => void run(begin)}>
                {busy ? 'Beginning…' : 'Set up two-step sign-in'}
              </button>
            )}
          </div>
        </div>
      ) : (
        <LoadError
          message="This could not be loaded."
          load={async () => setTwoStep(await api().twoFactor.getStatus())}
        />
      )}
      {turningOff && (
        <DisableTwoFactorDialog withProof={withProof} onClose={() => setTurningOff(false)} onTurnedOff={turnedOff} />
      )}
      {reauthenticationDialog}
    </SettingsSection>
  );
}

function TwoFactorStatusText({ twoStep: { enabledAt, remainingRecoveryCodes: left } }: { twoStep: TwoFactorStatus }) {
  const { timeZone } = use(siteMetaContext);
  if (!enabledAt) return <p className="text-ink-soft">It is off. You need an authenticator app; any will do.</p>;
  return (
    <div>
      <p className="font-display font-semibold">On since {formatDate(enabledAt, timeZone)}</p>
      <p className="meta">{left === 1 ? '1 recovery code left' : `${left === 0 ? 'No' : left} recovery codes left`}</p>
      {left <= 3 && (
        <p className="mt-2 text-small text-ink-soft">
          Make new ones before they run out: without your app, they are the only way in.
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
