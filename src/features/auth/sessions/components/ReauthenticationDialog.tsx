import { type FormEvent, useState } from 'react';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { ApiError } from '#shared/errors.ts';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';

/**
 * For API calls that need recent authentication (`requireRecentAuthentication`). `withReauthentication` asks for the
 * password if the call is refused and retries; undefined if cancelled. `promptReauthentication` only asks and returns
 * whether it succeeded. Render `proofDialog`.
 */
export function useReauthentication() {
  const [asking, setAsking] = useState<(proved: boolean) => void>();

  async function promptReauthentication(): Promise<boolean> {
    const proved = await new Promise<boolean>(resolve => setAsking(() => resolve));
    setAsking(undefined);
    return proved;
  }

  async function withReauthentication<Answer>(act: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await act();
    } catch (error) {
      if (!isReauthenticationRequired(error)) throw error;
    }
    return (await promptReauthentication()) ? act() : undefined;
  }
  return {
    withProof: withReauthentication,
    askForProof: promptReauthentication,
    reauthenticationDialog: asking && <ReauthenticationDialog onEnd={asking} />,
  };
}

function isReauthenticationRequired(error: unknown): boolean {
  return ApiError.is(error) && error.status === 403 && error.data?.error.fields.currentPassword !== undefined;
}

function ReauthenticationDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const api = useLazyApi();
  const [shown, setShown] = useState(false);
  const { busy, failure, run } = useAsyncAction();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('currentPassword');
    setShown(false);
    void run(async () => {
      await api().auth.reauthenticate({ currentPassword: typeof typed === 'string' ? typed : '' });
      onEnd(true);
    });
  };
  return (
    <ModalDialog title="Is it still you?" onClose={() => onEnd(false)}>
      <p className="mt-3 text-small text-ink-soft">
        You signed in a while ago. Before this is changed, type your password.
      </p>
      <form className="mt-6 grid gap-5" noValidate onSubmit={send}>
        <FormErrorMessage failure={failure} />
        <PasswordField
          label="Password"
          name="currentPassword"
          isVisible={shown}
          onVisibleChange={setShown}
          autoComplete="current-password"
          enterKeyHint="go"
          error={failure?.fields.currentPassword}
          maxLength={128}
          required
        />
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="button button-primary" disabled={busy}>
            {busy ? 'Checking…' : 'Go on'}
          </button>
          <button type="button" className="button" onClick={() => onEnd(false)}>
            Cancel
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
