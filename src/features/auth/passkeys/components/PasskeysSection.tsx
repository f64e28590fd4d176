import { use, useState } from 'react';
import { useReauthentication, type WithProof } from '../../sessions/components/ReauthenticationDialog.tsx';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { formatDate } from '#shared/time.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { MetaLine } from '#ui/MetaLine.tsx';
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
      description="Sign in with your fingerprint, face or device PIN instead of a password. Passkeys can’t be guessed or phished, and you don’t need a second factor."
    >
      {list === null ? (
        <LoadError message="Couldn’t load your passkeys." load={async () => setList(await api().passkeys.list())} />
      ) : (
        <>
          <PasskeyItems items={list.items} onAsk={setAsked} />
          {list.isSupported ? (
            <button type="button" className="button mt-6" onClick={() => setAsked({ what: 'add' })}>
              Add a passkey
            </button>
          ) : (
            <p className="mt-6 text-small text-ink-soft">
              Passkeys require a domain name and HTTPS. This site uses an IP address or HTTP, so you can’t add passkeys
              here.
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
    return <p className="text-small text-ink-soft">No passkeys yet. Add one on each device you use, plus a spare.</p>;
  }
  const facts = ({ createdAt, lastUsedAt, synced }: Passkey) => [
    `Added ${formatDate(createdAt, timeZone)}`,
    lastUsedAt ? `last used ${formatDate(lastUsedAt, timeZone)}` : 'not used yet',
    synced && 'synced across devices',
  ];
  return (
    <ul aria-label="Your passkeys" className="divide-y divide-rule border-y border-rule">
      {items.map(passkey => (
        <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="font-display font-semibold">{passkey.name}</p>
            <MetaLine items={facts(passkey)} />
          </div>
          <div className="flex gap-2">
            {passkeyActions.map(({ what, label }) => (
              <button
                key={what}
                type="button"
                className={`button ${what === 'remove' ? 'button-danger' : ''}`}
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
    // Otherwise the device would save a passkey that the site then rejects.
    if (name.trim() === '') {
      action.setFailure({ message: 'Name is required', fields: { name: 'Name is required' } });
      return;
    }
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
          ? 'Your browser will ask where to save it: on this device, in a password manager, on a phone or on a security key.'
          : 'This browser doesn’t support passkeys. Update it or use another browser.'
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
          hint="A name that helps you recognize this passkey."
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
      return 'No passkey was added because the request was canceled or timed out. Try again.';
    case 'InvalidStateError':
      return 'This device already has a passkey for your account.';
    case 'NotSupportedError':
    case 'ConstraintError':
      return 'This device can’t store a passkey that requires a fingerprint, face or PIN. Choose another device.';
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
      submitLabel="Rename passkey"
      busyLabel="Renaming…"
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
      intro="You won’t be able to sign in with this passkey. Your device or password manager may still offer it, so delete it there too."
      action={useAsyncAction()}
      submitLabel="Remove passkey"
      danger
      busyLabel="Removing…"
      onSubmit={async () => {
        if (await withProof(() => api().passkeys.delete({ id: passkey.id }))) onDone(passkey);
      }}
      onClose={onClose}
    />
  );
}
