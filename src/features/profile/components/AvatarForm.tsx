import { type ChangeEvent, type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { validatePicture } from '#features/media/browser.ts';
import { useUpload } from '#platform/pages/api-hooks.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { pictureTypes } from '#shared/uploads.ts';
import { FormField, getAriaProps } from '#ui/FormField.tsx';
import { toast } from '#ui/toast.ts';
import { toFormError } from '#ui/use-async-action.ts';
import type { Profile } from '../contract.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { Avatar } from './Avatar.tsx';

export function AvatarForm({ profile, onChange }: { profile: Profile; onChange: () => void }) {
  const upload = useUpload();
  const { revalidate } = useRevalidator();
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const sending = progress !== undefined;

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    const fileError = chosen && validatePicture(chosen);
    setError(fileError);
    setFile(fileError ? undefined : chosen);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!file) {
      setError(error ?? 'Choose a picture first.');
      input.current?.focus();
      return;
    }
    setProgress(0);
    upload(dashboardPaths.avatarUpload, file, { method: 'PUT', onProgress: setProgress })
      .then(() => {
        setFile(undefined);
        if (input.current) input.current.value = '';
        toast.success('Picture saved');
        onChange();
        return revalidate();
      })
      .catch((failure: unknown) => setError(toFormError(failure).message))
      .finally(() => setProgress(undefined));
  };
  const hint = 'PNG, JPEG, WebP, AVIF or GIF, up to 5 MB. We’ll crop it to a square.';
  return (
    <div className="mt-10 grid gap-6 sm:grid-cols-[8rem_1fr] sm:gap-8">
      {file ? (
        <AvatarPreview file={file} onBroken={setError} />
      ) : (
        <Avatar name={profile.name} picture={profile.avatar} />
      )}
      <div className="grid content-start gap-4">
        <form method="post" className="grid gap-4" noValidate onSubmit={send}>
          <div>
            <FormField id={id} label="Picture" hint={hint}>
              <input
                ref={input}
                id={id}
                type="file"
                className="file-field"
                accept={pictureTypes.join(',')}
                onChange={choose}
                {...getAriaProps({ id, hint, error })}
              />
            </FormField>
            {error && (
              <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-danger">
                {error}
              </p>
            )}
            {sending && <UploadProgress share={progress} />}
          </div>
          <button
            type="submit"
            className={`button w-fit ${file ? 'button-primary' : ''}`}
            // `disabled` would lose keyboard focus.
            aria-disabled={sending || undefined}
          >
            {file ? 'Save picture' : 'Upload'}
          </button>
        </form>
        {profile.avatar && !file && (
          <ProfileForm
            intent="remove-picture"
            submitLabel="Remove picture"
            busyLabel="Removing…"
            tone="danger"
            onSuccess={onChange}
          />
        )}
      </div>
    </div>
  );
}

function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="mt-4">
      <progress className="progress" max={100} value={percent} aria-label="Upload" />
      <p className="hint mt-1">{percent < 100 ? `${percent}% uploaded` : 'Uploaded. Resizing…'}</p>
    </div>
  );
}

/** Drawn on a canvas because the content security policy blocks blob URLs. */
function AvatarPreview({ file, onBroken }: { file: File; onBroken: (sentence: string) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const reportBroken = useEffectEvent(onBroken);
  useEffect(() => {
    let isUnmounted = false;
    const draw = async () => {
      const picture = await createImageBitmap(file);
      const target = canvas.current;
      if (isUnmounted || !target) return;
      const length = Math.min(picture.width, picture.height);
      const [x, y] = [(picture.width - length) / 2, (picture.height - length) / 2];
      target.getContext('2d')?.drawImage(picture, x, y, length, length, 0, 0, target.width, target.height);
      picture.close();
    };
    draw().catch(() => {
      if (!isUnmounted) reportBroken('Your browser can’t preview this picture. You can still try to save it.');
    });
    return () => {
      isUnmounted = true;
    };
  }, [file]);
  return (
    <canvas
      ref={canvas}
      className="size-32 rounded-picture bg-sunken"
      width={256}
      height={256}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- without a blob URL, the file can't be shown in an <img>.
      role="img"
      aria-label="Preview of your picture"
    />
  );
}
