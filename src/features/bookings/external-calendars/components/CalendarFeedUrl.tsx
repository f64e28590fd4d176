import { Form } from 'react-router';
import { toast } from '#ui/toast.ts';

export function CalendarFeedUrl({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success('Address copied'),
      () => toast.error('The browser did not allow copying. Select the address to copy it.'),
    );
  return (
    <div className="grid gap-4">
      <label>
        <span className="mb-1.5 block font-display text-small font-semibold">Address to subscribe to</span>
        <input className="field font-mono text-small" readOnly value={url} onFocus={event => event.target.select()} />
      </label>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button" onClick={() => void copy()}>
          Copy
        </button>
        <Form method="post">
          <input type="hidden" name="intent" value="renew" />
          <button type="submit" className="button">
            End it and make a new one
          </button>
        </Form>
      </div>
    </div>
  );
}
