import { expect, it, vi } from 'vitest';
import { uploadFile } from './upload-file.ts';

it('has more time for a large file', async () => {
  const timeouts: number[] = [];
  class Request extends EventTarget {
    timeout = 0;
    readonly upload = new EventTarget();
    readonly open = () => {};
    readonly setRequestHeader = () => {};
    readonly send = () => {
      timeouts.push(this.timeout);
      this.dispatchEvent(new Event('timeout'));
    };
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  try {
    const upload = uploadFile('/x', new Blob(['x'.repeat(1_000_000)]), { method: 'PUT', onProgress: () => {} });
    await expect(upload).rejects.toThrow('The upload took too long.');
    expect(timeouts).toEqual([400_000]);
  } finally {
    vi.unstubAllGlobals();
  }
});

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
