import { useState } from 'react';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { ApiError } from '#shared/errors.ts';
import { useAsyncAction } from '#ui/use-async-action.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { CurrentPasswordField } from '../../password/components/PasswordFields.tsx';

/**
 * For API calls that need recent authentication (`requireRecentAuthentication`). `withProof` asks for the
 * password if the call is refused and retries; undefined if canceled. `askForProof` only asks and returns
 * whether it succeeded. Render `reauthenticationDialog`.
 */
export function useReauthentication() {
  const [asking, setAsking] = useState<(proved: boolean) => void>();

  async function askForProof(): Promise<boolean> {
    const proved = await new Promise<boolean>(resolve => setAsking(() => resolve));
    setAsking(undefined);
    return proved;
  }

  async function withProof<Answer>(act: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await act();
    } catch (error) {
      if (!isReauthenticationRequired(error)) throw error;
    }
    return (await askForProof()) ? act() : undefined;
  }
  return {
    withProof,
    askForProof,
    reauthenticationDialog: asking && <ReauthenticationDialog onEnd={asking} />,
  };
}

/** Runs an API call, and retries it after reauthentication if that is required. */
export type WithProof = ReturnType<typeof useReauthentication>['withProof'];

function isReauthenticationRequired(error: unknown): boolean {
  return ApiError.is(error) && error.status === 403 && error.data?.error.fields.currentPassword !== undefined;
}

function ReauthenticationDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const api = useLazyApi();
  const [shown, setShown] = useState(false);
  const action = useAsyncAction();
  const reauthenticate = async (currentPassword: string) => {
    setShown(false);
    await api().auth.reauthenticate({ currentPassword });
    onEnd(true);
  };
  return (
    <FormDialog
      title="Confirm your password"
      intro="You signed in a while ago. Enter your password to continue."
      action={action}
      submitLabel="Continue"
      busyLabel="Checking…"
      onSubmit={getText => reauthenticate(getText('currentPassword'))}
      onClose={() => onEnd(false)}
    >
      <CurrentPasswordField
        name="currentPassword"
        isVisible={shown}
        onVisibleChange={setShown}
        enterKeyHint="go"
        error={action.failure?.fields.currentPassword}
      />
    </FormDialog>
  );
}
