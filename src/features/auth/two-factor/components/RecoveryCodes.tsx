import { use, useEffect, useRef } from 'react';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { copyText } from '#ui/copy-text.ts';

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
  const text = [`Recovery codes for ${name} (${url})`, 'Each code works once.', '', ...codes, ''].join('\n');

  const copy = () =>
    copyText(text, 'Recovery codes copied', 'Couldn’t copy the codes. Select and copy the text instead.');
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' }).click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className="print-area grid gap-5">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-h4">
          Save your recovery codes
        </h3>
        <p className="mt-2 text-small text-ink-soft">
          If you lose your phone, you can sign in with one of these codes instead of a code from your app. Each code
          works once. You won’t see them again, so store them somewhere safe, away from your phone and your password.
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
          I’ve saved my codes
        </button>
      </div>
    </div>
  );
}
