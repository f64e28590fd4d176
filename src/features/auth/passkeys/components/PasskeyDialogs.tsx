import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { TextField } from '#ui/TextField.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import type { WithProof } from '../../sessions/components/ReauthenticationDialog.tsx';
import type { Passkey } from '../contract.ts';
import { getDefaultPasskeyName } from '../rules/default-name.ts';

const nameField = { label: 'Name', name: 'name', maxLength: 60, autoComplete: 'off', required: true } as const;

interface AddPasskeyDialogProps {
  withProof: WithProof;
  onClose: () => void;
  onAdded: (passkey: Passkey) => void;
}

export function AddPasskeyDialog({ withProof, onClose, onAdded }: AddPasskeyDialogProps) {
  const api = useLazyApi();
  const action = useAsyncAction();
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
      action.setFailure({ message, fields: {} });
    }
  };
  return (
    <FormDialog
      title="Add a passkey"
      intro={
        supported
          ? 'Your browser asks where to keep it: on this device, in your password manager, on a phone or on a key.'
          : 'This browser cannot make passkeys. Open this page in another one, or bring this one up to date.'
      }
      action={action}
      submitLabel={supported ? 'Add passkey' : undefined}
      busyLabel="Waiting for your device…"
      onSubmit={getText => add(getText('name'))}
      onClose={onClose}
    >
      {supported && (
        <TextField
          {...nameField}
          defaultValue={getDefaultPasskeyName(navigator.userAgent)}
          hint="By which you know it again."
          error={action.failure?.fields.name}
        />
      )}
    </FormDialog>
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

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRenamed: (passkey: Passkey) => void;
}

export function RenamePasskeyDialog({ passkey: { id, name }, onClose, onRenamed }: RenamePasskeyDialogProps) {
  const api = useLazyApi();
  const action = useAsyncAction();
  return (
    <FormDialog
      title={`Rename “${name}”`}
      action={action}
      submitLabel="Save"
      busyLabel="Saving…"
      onSubmit={async getText => onRenamed(await api().passkeys.rename({ id, name: getText('name') }))}
      onClose={onClose}
    >
      <TextField {...nameField} defaultValue={name} error={action.failure?.fields.name} />
    </FormDialog>
  );
}

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  withProof: WithProof;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemovePasskeyDialog({
  passkey: { id, name },
  withProof,
  onClose,
  onRemoved,
}: RemovePasskeyDialogProps) {
  const api = useLazyApi();
  return (
    <FormDialog
      title={`Remove “${name}”?`}
      intro="It no longer signs you in here. Your device or password manager may go on showing it: remove it there, too."
      action={useAsyncAction()}
      submitLabel="Remove passkey"
      busyLabel="Removing…"
      onSubmit={async () => {
        if (await withProof(() => api().passkeys.delete({ id }))) onRemoved();
      }}
      onClose={onClose}
    />
  );
}
