import { use, useState } from 'react';
import { useReauthentication } from '../../sessions/components/ReauthenticationDialog.tsx';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { formatDate } from '#shared/time.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { toast } from '#ui/toast.ts';
import { LoadError } from '../../components/LoadError.tsx';
import type { Passkey, PasskeyList } from '../contract.ts';
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs.tsx';

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
          onRenamed={renamed =>
            change(items => items.map(item => (item.id === renamed.id ? renamed : item)), 'Passkey renamed')
          }
        />
      )}
      {asked?.what === 'remove' && (
        <RemovePasskeyDialog
          passkey={asked.passkey}
          withProof={withProof}
          onClose={close}
          onRemoved={() => change(items => items.filter(({ id }) => id !== asked.passkey.id), 'Passkey removed')}
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
