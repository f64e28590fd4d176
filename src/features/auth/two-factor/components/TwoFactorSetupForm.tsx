import { type FormEvent, useEffect, useRef } from 'react';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { OneTimeCodeField } from '#ui/OneTimeCodeField.tsx';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import type { NewRecoveryCodes, TwoFactorSetup } from '../contract.ts';
import { formatCodeGroups } from '../rules/codes.ts';

interface SetUpStepsProps {
  setUp: TwoFactorSetup;
  onDone: (made: NewRecoveryCodes) => void;
  onCancel: () => void;
}

/** Shows the secret for the authenticator app and asks for a first code. */
export function TwoFactorSetupForm({ setUp, onDone, onCancel }: SetUpStepsProps) {
  const api = useLazyApi();
  const { busy, failure, run } = useAsyncAction();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    const { secret } = setUp;
    void run(async () => onDone(await api().twoFactor.enable({ code: typeof code === 'string' ? code : '', secret })));
  };
  return (
    <div className="grid gap-8">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-h4">
          1. Add this site to your app
        </h3>
        <div className="mt-4 grid items-start gap-6 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <QrCode {...setUp.qr} />
          <div className="grid justify-items-start gap-3 text-small">
            <p>Scan this QR code with your authenticator app, or open the app on this device:</p>
            <a className="button" href={setUp.otpauthUrl}>
              Open authenticator app
            </a>
            <dl className="mt-2 grid gap-1">
              <dt>Or enter this key and choose “Time-based”:</dt>
              <dd className="font-mono text-body text-balance break-words select-all">
                {formatCodeGroups(setUp.secret).replaceAll('-', ' ')}
              </dd>
            </dl>
          </div>
        </div>
      </div>
      <form className="grid gap-5" noValidate onSubmit={send}>
        <h3 className="text-h4">2. Enter the code from your app</h3>
        <FormErrorMessage failure={failure} />
        <OneTimeCodeField
          label="Code"
          name="code"
          enterKeyHint="go"
          hint="6 digits. Your app shows a new code every 30 seconds."
          error={failure?.fields.code}
          required
        />
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="button button-primary" aria-disabled={busy || undefined}>
            {busy ? 'Turning on…' : 'Turn on'}
          </button>
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        </div>
      </form>
    </div>
  );
}

/** Dark on light in both themes, with the quiet zone of four modules that scanners need (ISO/IEC 18004). */
function QrCode({ size, path }: TwoFactorSetup['qr']) {
  return (
    <figure aria-label="QR code for the key shown next to it">
      <svg
        aria-hidden="true"
        viewBox={`-4 -4 ${size + 8} ${size + 8}`}
        shapeRendering="crispEdges"
        className="w-full max-w-[12rem] rounded-picture"
      >
        <rect x="-4" y="-4" width={size + 8} height={size + 8} fill="white" />
        <path d={path} fill="black" />
      </svg>
    </figure>
  );
}
