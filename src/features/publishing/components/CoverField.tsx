import ImagePlus from 'lucide-react/icons/image-plus';
import type { Picture as SitePicture } from '#shared/contract.ts';
import { pictureFile } from '#shared/paths.ts';
import { TextField } from '#ui/TextField.tsx';
import type { PickPicture } from './PicturePicking.tsx';

interface CoverFieldProps {
  cover: SitePicture | null;
  alt: string;
  error: string | undefined;
  pickPicture: PickPicture;
  /** Replaces or removes the picture and its alt text. */
  onCover: (cover: SitePicture | null, alt: string) => void;
  onAlt: (alt: string) => void;
}

export function CoverField({ cover, alt, error, pickPicture, onCover, onAlt }: CoverFieldProps) {
  const choose = async () => {
    const picked = await pickPicture();
    if (picked) onCover(picked.picture, picked.alt);
  };
  if (!cover) {
    return (
      <div className="mt-4">
        <button
          type="button"
          className="-ml-3 inline-flex min-h-11 items-center gap-2 rounded-control px-3 font-display text-small font-medium text-ink-faint hover:bg-raised hover:text-ink"
          onClick={() => void choose()}
        >
          <ImagePlus className="size-4.5" aria-hidden="true" /> Add cover
        </button>
        {error && <p className="mt-1.5 text-small text-danger">{error}</p>}
      </div>
    );
  }
  return (
    <div className="mt-6">
      <img
        src={pictureFile(cover.id, Math.min(1200, cover.width > 800 ? 1200 : 800), 'webp')}
        width={cover.width}
        height={cover.height}
        alt={alt}
        className="max-h-96 w-full rounded-picture bg-sunken object-cover"
      />
      <div className="mt-3 grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <TextField
          label="Cover alt text"
          name="coverAlt"
          maxLength={300}
          value={alt}
          hint={
            alt ? '' : 'Describe the cover for people who can’t see it. Leave this empty if the cover is decorative.'
          }
          onChange={event => onAlt(event.target.value)}
        />
        <div className="flex gap-3">
          <button type="button" className="button" onClick={() => void choose()}>
            Change cover
          </button>
          <button type="button" className="button button-danger" onClick={() => onCover(null, '')}>
            Remove cover
          </button>
        </div>
      </div>
    </div>
  );
}
