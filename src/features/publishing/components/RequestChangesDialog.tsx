import { type FormEvent, useState } from 'react';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';

interface RequestChangesDialogProps {
  noun: string;
  onSend: (message: string) => Promise<void>;
  onClose: () => void;
}

/** Sends a text back to its author with a note. */
export function RequestChangesDialog({ noun, onSend, onClose }: RequestChangesDialogProps) {
  const [message, setMessage] = useState('');
  const { busy, failure, run } = useAsyncAction();
  const send = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await onSend(message);
      onClose();
    });
  };
  return (
    <ModalDialog title={`Request changes to this ${noun}`} onClose={onClose}>
      <form className="mt-5 grid gap-5" onSubmit={send} noValidate>
        <FormErrorMessage failure={failure} />
        <TextArea
          label="Note to the author (optional)"
          name="message"
          hint="The author gets this note by email and sees it in the editor."
          maxLength={2000}
          value={message}
          error={failure?.fields.message}
          onChange={event => setMessage(event.target.value)}
        />
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="button button-primary" aria-disabled={busy}>
            {busy ? 'Sending…' : 'Request changes'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
