import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { useReauthentication } from '#features/auth/browser.ts';
import { toast } from '#ui/toast.ts';
import { toFormError, useAsyncAction } from '#ui/use-async-action.ts';

interface DownloadButtonProps {
  name: string;
  label: string;
  accessibleLabel?: string;
  withProof: ReturnType<typeof useReauthentication>['withProof'];
  onDownload?: () => void;
}

/** Downloads a backup or the secret key, after asking for the password if the last sign-in was a while ago. */
export function DownloadButton({ name, label, accessibleLabel, withProof, onDownload }: DownloadButtonProps) {
  const api = useLazyApi();
  const { run, busy } = useAsyncAction();
  const download = async () => {
    try {
      const prepared = await withProof(() => api().backups.prepareDownload({ name }));
      if (!prepared) return;
      location.assign(prepared.path);
      onDownload?.();
    } catch (error) {
      toast.error(toFormError(error).message);
    }
  };
  return (
    <button
      type="button"
      className="link min-h-11 text-small lg:pointer-fine:min-h-8"
      aria-label={accessibleLabel}
      aria-disabled={busy || undefined}
      onClick={() => void run(download)}
    >
      {label}
    </button>
  );
}
