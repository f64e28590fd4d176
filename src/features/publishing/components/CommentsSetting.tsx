import { useState } from 'react';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import { SettingsGroup } from './EntrySettings.tsx';

interface CommentsSettingProps {
  noun: string;
  isEnabled: boolean;
  onChange: (open: boolean) => Promise<void>;
}

/** Lets the writer turn comments on or off. Takes effect immediately, even for published texts. */
export function CommentsSetting({ noun, isEnabled, onChange }: CommentsSettingProps) {
  const [isOpen, setOpen] = useState(isEnabled);
  const { busy, failure, run } = useAsyncAction();
  const change = (next: boolean) =>
    run(async () => {
      setOpen(next);
      await onChange(next).catch((error: unknown) => {
        setOpen(!next);
        throw error;
      });
    });
  return (
    <SettingsGroup title="Comments">
      <div>
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-small">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={isOpen}
            aria-disabled={busy}
            onChange={event => {
              if (!busy) void change(event.target.checked);
            }}
          />
          Allow comments on this {noun}
        </label>
        <p className="hint mt-1.5">
          {isOpen
            ? 'If you turn this off, existing comments stay visible, but readers can’t add new ones.'
            : 'The page says that comments are closed. Existing comments stay visible.'}
        </p>
        <FormErrorMessage failure={failure} />
      </div>
    </SettingsGroup>
  );
}
