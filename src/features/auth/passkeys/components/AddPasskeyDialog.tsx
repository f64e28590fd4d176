import type { FormEvent } from 'react';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { TextField } from '#ui/TextField.tsx';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import type { Passkey } from '../contract.ts';
import { getDefaultPasskeyName } from '../rules/default-name.ts';

interface NewPasskeyDialogProps {
  withProof: <Answer>(act: () => Promise<Answer>) => Promise<Answer | undefined>;
  onClose: () => void;
  onAdded: (passkey: Passkey) => void;
}

export function AddPasskeyDialog({ withProof, onClose, onAdded }: NewPasskeyDialogProps) {
  const api = useLazyApi();
  const { busy, failure, setFailure, run } = useAsyncAction();
  const supported = 'PublicKeyCredential' in window;

  const add = async (name: string) => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const optionsJSON = await withProof(() => api().passkeys.createRegistrationOptions());
    if (!optionsJSON) return;
    try {
      const response = await startRegistration({ optionsJSON });
      onAdded(await api().passkeys.register({ name, response }));
    } catch (error) {
      const message = formatWebAuthnError(error);
      if (!message) throw error;
      setFailure({ message, fields: {} });
    }
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    void run(() => add(typeof name === 'string' ? name : ''));
  };
  return (
    <ModalDialog title="Add a passkey" onClose={onClose}>
      <p className="mt-3 text-small text-ink-soft">
        {supported
          ? 'Your browser asks where to keep it: on this device, in your password manager, on a phone or on a key.'
          : 'This browser cannot make passkeys. Open this page in another one, or bring this one up to date.'}
      </p>
      <form className="mt-6 grid gap-5" noValidate onSubmit={send}>
        <FormErrorMessage failure={failure} />
        {supported && (
          <TextField
            label="Name"
            name="name"
            defaultValue={getDefaultPasskeyName(navigator.userAgent)}
            hint="By which you know it again."
            error={failure?.fields.name}
            maxLength={60}
            autoComplete="off"
            required
          />
        )}
        <div className="flex flex-wrap gap-3">
          {supported && (
            <button type="submit" className="button button-primary" disabled={busy}>
              {busy ? 'Waiting for your device…' : 'Add passkey'}
            </button>
          )}
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

/** Returns the message for a WebAuthn error (Web Authentication, level 3, 5.1.3). */
function formatWebAuthnError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  switch (error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'No passkey was made: the question was closed, or took too long. Try again.';
    case 'InvalidStateError':
      return 'There is a passkey for your account here already.';
    case 'NotSupportedError':
    case 'ConstraintError':
      return 'This device cannot keep a passkey that asks for a finger, a face or a PIN. Choose another one.';
    default:
      return undefined;
  }
}
