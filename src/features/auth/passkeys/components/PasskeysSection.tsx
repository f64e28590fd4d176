import { use, useState } from 'react';
import { useReauthentication, type WithProof } from '../../sessions/components/ReauthenticationDialog.tsx';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { formatDate } from '#shared/time.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { useAsyncAction } from '#ui/use-async-action.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import type { Passkey, PasskeyList } from '../contract.ts';
import { getDefaultPasskeyName } from '../rules/default-name.ts';

type OpenDialog = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey };

export function PasskeysSection({ initial }: { initial: PasskeyList | null }) {
  const api = useLazyApi();
  const [list, setList] = useState(initial);
  const [asked, setAsked] = useState<OpenDialog>();
  const { withProof, reauthenticationDialog } = useReauthentication();
  const close = () => setAsked(undefined);
  const change = (items: (before: readonly Passkey[]) => Passkey[], message: string) => {
    setList(before => before && { ...before, items: items(before.items) });
    close();
    toast.success(message);
  };
  return (
    <SettingsSection
      title="Passkeys"
      description="Sign in with a finger, a face or a PIN of your device, in place of a password. A passkey cannot be guessed, and cannot be typed into a forged page. It needs no second step."
    >
      {list === null ? (
        <LoadError
          message="Your passkeys could not be loaded."
          load={async () => setList(await api().passkeys.list())}
        />
      ) : (
        <>
          <PasskeyItems items={list.items} onAsk={setAsked} />
          {list.isSupported ? (
            <button type="button" className="button mt-6" onClick={() => setAsked({ what: 'add' })}>
              Add a passkey
            </button>
          ) : (
            <p className="mt-6 text-small text-ink-soft">
              Passkeys need a site with a name and https. This one is reached by an address of numbers, or without
              https, so none can be added here.
            </p>
          )}
        </>
      )}
      {asked?.what === 'add' && (
        <AddPasskeyDialog
          withProof={withProof}
          onClose={close}
          onAdded={passkey => change(items => [...items, passkey], 'Passkey added')}
        />
      )}
      {asked?.what === 'rename' && (
        <RenamePasskeyDialog
          passkey={asked.passkey}
          onClose={close}
          onDone={renamed =>
            change(items => items.map(item => (item.id === renamed.id ? renamed : item)), 'Passkey renamed')
          }
        />
      )}
      {asked?.what === 'remove' && (
        <RemovePasskeyDialog
          passkey={asked.passkey}
          withProof={withProof}
          onClose={close}
          onDone={({ id }) => change(items => items.filter(item => item.id !== id), 'Passkey removed')}
        />
      )}
      {reauthenticationDialog}
    </SettingsSection>
  );
}

const passkeyActions = [
  { what: 'rename', label: 'Rename' },
  { what: 'remove', label: 'Remove' },
] as const;

function PasskeyItems({ items, onAsk }: { items: readonly Passkey[]; onAsk: (asked: OpenDialog) => void }) {
  const { timeZone } = use(siteMetaContext);
  if (items.length === 0) {
    return (
      <p className="text-ink-soft">
        You have none yet. Add one on each device on which you sign in, and one more as a spare.
      </p>
    );
  }
  const facts = ({ createdAt, lastUsedAt, synced }: Passkey) =>
    [
      `Added ${formatDate(createdAt, timeZone)}`,
      lastUsedAt ? `last used ${formatDate(lastUsedAt, timeZone)}` : 'not used yet',
      synced && 'on several devices',
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <ul aria-label="Your passkeys" className="divide-y divide-rule border-y border-rule">
      {items.map(passkey => (
        <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="font-display font-semibold">{passkey.name}</p>
            <p className="meta">{facts(passkey)}</p>
          </div>
          <div className="flex gap-2">
            {passkeyActions.map(({ what, label }) => (
              <button
                key={what}
                type="button"
                className="button"
                aria-label={`${label} ${passkey.name}`}
                onClick={() => onAsk({ what, passkey })}
              >
                {label}
              </button>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

const nameField = { label: 'Name', name: 'name', maxLength: 60, autoComplete: 'off', required: true } as const;

interface AddPasskeyDialogProps {
  withProof: WithProof;
  onClose: () => void;
  onAdded: (passkey: Passkey) => void;
}

function AddPasskeyDialog({ withProof, onClose, onAdded }: AddPasskeyDialogProps) {
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

interface PasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  /** Called with the passkey after the change. */
  onDone: (passkey: Passkey) => void;
}

function RenamePasskeyDialog({ passkey: { id, name }, onClose, onDone }: PasskeyDialogProps) {
  const api = useLazyApi();
  const action = useAsyncAction();
  return (
    <FormDialog
      title={`Rename “${name}”`}
      action={action}
      submitLabel="Save"
      busyLabel="Saving…"
      onSubmit={async getText => onDone(await api().passkeys.rename({ id, name: getText('name') }))}
      onClose={onClose}
    >
      <TextField {...nameField} defaultValue={name} error={action.failure?.fields.name} />
    </FormDialog>
  );
}

function RemovePasskeyDialog({ passkey, withProof, onClose, onDone }: PasskeyDialogProps & { withProof: WithProof }) {
  const api = useLazyApi();
  return (
    <FormDialog
      title={`Remove “${passkey.name}”?`}
      intro="It no longer signs you in here. Your device or password manager may go on showing it: remove it there, too."
      action={useAsyncAction()}
      submitLabel="Remove passkey"
      busyLabel="Removing…"
      onSubmit={async () => {
        if (await withProof(() => api().passkeys.delete({ id: passkey.id }))) onDone(passkey);
      }}
      onClose={onClose}
    />
  );
}
