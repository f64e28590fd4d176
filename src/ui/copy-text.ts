import { toast } from './toast.ts';

/** Copies a text and shows `copied`, or `blocked` if the browser refuses. Returns whether it was copied. */
export async function copyText(text: string, copied: string, blocked: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
    return true;
  } catch {
    toast.error(blocked);
    return false;
  }
}
