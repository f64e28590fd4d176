// Behaves like a form, since it can't be one inside another form.
/* oxlint-disable jsx-a11y/no-static-element-interactions */
import type { EditorView } from 'prosemirror-view';
import { useEffect, useId, useRef, useState } from 'react';
import { FloatingPanel } from './FloatingPanel.tsx';

interface LinkFormProps {
  view: EditorView;
  at: number;
  label: string;
  /** The current URL. */
  initial: string;
  onSet: (href: string) => void;
  onRemove?: (() => void) | undefined;
  onClose: () => void;
}

/** Completes a URL: domains get https, email addresses mailto. */
function completeUrl(text: string): string {
  const trimmed = text.trim();
  if (/^(?:[a-z][a-z0-9+.-]*:|[/#?.])/i.test(trimmed)) return trimmed;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(trimmed)) return `mailto:${trimmed}`;
  return `https://${trimmed}`;
}

/** Asks for a URL. Not a form, since the editor is inside one. */
export function LinkForm({ view, at, label, initial, onSet, onRemove, onClose }: LinkFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  useEffect(() => field.current?.select(), []);
  const submit = () => {
    const href = completeUrl(field.current?.value ?? '');
    if (href === 'https://') return setError('Enter a URL.');
    if (/^(?:javascript|data|vbscript|file|blob):/i.test(href))
      return setError('This type of link isn’t allowed. Enter a web or email address.');
    if (/\s/.test(href)) return setError('Remove the spaces from the URL.');
    onSet(href);
  };
  return (
    <FloatingPanel view={view} at={at} side="below">
      <div
        className="editor-link-form"
        onKeyDown={event => {
          if (event.key === 'Escape') onClose();
          if (event.key !== 'Enter' || event.target !== field.current) return;
          event.preventDefault();
          submit();
        }}
      >
        <label htmlFor={id}>{label}</label>
        <div className="editor-link-form-row">
          <input
            ref={field}
            id={id}
            className="field"
            type="text"
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            defaultValue={initial}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <button type="button" className="button" onClick={submit}>
            {initial ? 'Update' : 'Insert'}
          </button>
          {onRemove && (
            <button type="button" className="button" onClick={onRemove}>
              Remove
            </button>
          )}
        </div>
        {error && (
          <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-danger">
            {error}
          </p>
        )}
      </div>
    </FloatingPanel>
  );
}
