import { use, useEffect, useRef } from 'react';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { toast } from '#ui/toast.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Called once the user confirms that they saved the codes. */
  onSaved: () => void;
}

/** Shows new recovery codes once, to copy, download and print. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { name, url } = use(siteMetaContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = [`Recovery codes for ${name} (${url})`, 'Each works once.', '', ...codes, ''].join('\n');

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success('Copied'),
      () => toast.error('Your browser did not let this be copied. Select the codes instead.'),
    );
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' }).click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className="print-area grid gap-5">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-h4">
          Keep your recovery codes
        </h3>
        <p className="mt-2 text-small text-ink-soft">
          Without your phone, each of these signs you in once in place of a code of your app. They are shown now and
          never again. Keep them where your phone is not, and not beside your password.
        </p>
      </div>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-8 gap-y-2 border-y border-rule py-5 font-mono text-small sm:grid-cols-2"
      >
        {codes.map(code => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="no-print flex flex-wrap gap-3">
        <button type="button" className="button" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className="button" onClick={download}>
          Download
        </button>
        <button type="button" className="button" onClick={() => window.print()}>
          Print
        </button>
        <button type="button" className="button button-primary" onClick={onSaved}>
          I have kept them
        </button>
      </div>
    </div>
  );
}
