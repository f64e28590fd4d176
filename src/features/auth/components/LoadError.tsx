import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';

/** Shows that a section could not be loaded, with a button to try again. */
export function LoadError({ message, load }: { message: string; load: () => Promise<unknown> }) {
  const { busy, failure, run } = useAsyncAction();
  return (
    <div className="grid justify-items-start gap-4">
      <FormErrorMessage failure={failure ?? { message, fields: {} }} />
      <button type="button" className="button" aria-disabled={busy || undefined} onClick={() => void run(load)}>
        {busy ? 'Loading…' : 'Try again'}
      </button>
    </div>
  );
}
