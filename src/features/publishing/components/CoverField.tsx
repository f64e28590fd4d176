import ImagePlus from 'lucide-react/icons/image-plus';
import type { Picture as SitePicture } from '#shared/contract.ts';
import { pictureFile } from '#shared/paths.ts';
import { TextField } from '#ui/TextField.tsx';
import type { PickPicture } from './PicturePicking.tsx';

export interface CoverFieldProps {
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
      <div>
        <button type="button" className="button" onClick={() => void choose()}>
          <ImagePlus className="size-4.5" aria-hidden="true" /> Add cover
        </button>
        {error && <p className="mt-1.5 text-small text-danger">{error}</p>}
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <img
        src={pictureFile(cover.id, 800, 'webp')}
        width={cover.width}
        height={cover.height}
        alt={alt}
        className="max-h-64 w-full rounded-picture bg-sunken object-cover"
      />
      <TextField
        label="Cover alt text"
        name="coverAlt"
        maxLength={300}
        value={alt}
        error={error}
        hint={alt ? '' : 'Describe the cover for people who can’t see it. Leave this empty if the cover is decorative.'}
        onChange={event => onAlt(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button" onClick={() => void choose()}>
          Change cover
        </button>
        <button type="button" className="button button-danger" onClick={() => onCover(null, '')}>
          Remove cover
        </button>
      </div>
    </div>
  );
}
