import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import CircleCheck from 'lucide-react/icons/circle-check';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import X from 'lucide-react/icons/x';
import { useToaster } from 'react-hot-toast/headless';
import { TOAST_REMOVE_DELAY, type Toast, toast, toastDurations } from './toast.ts';

const icons = {
  success: <CircleCheck className="size-5 shrink-0 text-accent" aria-hidden="true" />,
  error: <CircleAlert className="size-5 shrink-0 text-danger" aria-hidden="true" />,
  loading: <LoaderCircle className="spinner-arc size-5 shrink-0 text-ink-faint" aria-hidden="true" />,
  blank: null,
  custom: null,
} as const;

/** Shows toasts at the top right, newest first; hovering pauses their timers. */
export function Toaster() {
  const { toasts, handlers } = useToaster({ duration: toastDurations.blank, removeDelay: TOAST_REMOVE_DELAY });
  return (
    <div
      className="pointer-events-none fixed top-20 right-4 left-4 z-40 flex flex-col items-end gap-[8px]"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.map(item => (
        <ToastCard key={item.id} item={item} />
      ))}
    </div>
  );
}

function ToastCard({ item }: { item: Toast }) {
  if (!item.visible) return null;
  const message = typeof item.message === 'function' ? item.message(item) : item.message;
  return (
    <div
      {...item.ariaProps}
      className={`toast pointer-events-auto flex w-full ${item.className ?? 'max-w-[350px]'} items-center gap-3 rounded-control border border-rule bg-raised py-1 pl-4 text-small shadow-raised`}
    >
      {icons[item.type]}
      <span className="min-w-0 flex-1 py-2 leading-6">{message}</span>
      <button
        type="button"
        className="grid size-11 place-items-center text-ink-faint hover:text-ink"
        aria-label="Dismiss"
        onClick={() => toast.dismiss(item.id)}
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}
