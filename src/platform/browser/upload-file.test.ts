import { expect, it, vi } from 'vitest';
import { uploadFile } from './upload-file.ts';

it('sends nothing if the upload was canceled before', async () => {
  const send = vi.fn<() => void>();
  class Request extends EventTarget {
    readonly upload = new EventTarget();
    readonly open = () => {};
    readonly setRequestHeader = () => {};
    readonly send = send;
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  try {
    const options = { method: 'PUT', onProgress: () => {}, signal: AbortSignal.abort() } as const;
    await expect(uploadFile('/x', new Blob(['x']), options)).rejects.toThrow('Upload canceled.');
    expect(send).not.toHaveBeenCalled();
  } finally {
    vi.unstubAllGlobals();
  }
});
