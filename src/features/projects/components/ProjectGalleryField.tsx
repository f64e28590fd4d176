import GripVertical from 'lucide-react/icons/grip-vertical';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import type { Picture as SitePicture } from '#shared/contract.ts';
import { TextField } from '#ui/TextField.tsx';
import { Picture } from '#ui/Picture.tsx';
import { ReorderButtons } from '#ui/ReorderButtons.tsx';
import { useReorder } from '#ui/use-reorder.ts';
import type { GalleryItem } from '../contract/drafts.ts';

interface ProjectPicturesProps {
  gallery: readonly GalleryItem[];
  /** Returns a loaded picture by its ID. */
  findPicture: (id: string) => SitePicture | null;
  error: string | undefined;
  onChange: (gallery: GalleryItem[]) => void;
  onAddPicture: () => Promise<void>;
}

/** Edits a project's gallery: pictures, alt texts and order. */
export function ProjectGalleryField({ gallery, findPicture, error, onChange, onAddPicture }: ProjectPicturesProps) {
  return (
    <section aria-labelledby="gallery" className="mt-12 border-t border-rule pt-6">
      <h2 id="gallery" className="text-h4">
        Gallery
      </h2>
      <p className="mt-2 text-small text-ink-soft">These images appear below the text, in this order.</p>
      <Gallery gallery={gallery} findPicture={findPicture} onChange={onChange} />
      {error && <p className="mt-2 text-small text-danger">{error}</p>}
      <button type="button" className="button mt-4" onClick={() => void onAddPicture()}>
        <Plus className="size-4" aria-hidden="true" /> Add image
      </button>
    </section>
  );
}

function Gallery({
  gallery,
  findPicture,
  onChange,
}: Pick<ProjectPicturesProps, 'findPicture' | 'gallery' | 'onChange'>) {
  const all = keysOf(gallery);
  const { order, dragged, list, handle, step } = useReorder(all, keys =>
    onChange(keys.flatMap(key => gallery[all.indexOf(key)] ?? [])),
  );
  const edit = (key: string, patch: Partial<GalleryItem>) =>
    onChange(gallery.map((item, index) => (all[index] === key ? { ...item, ...patch } : item)));
  const remove = (key: string) => onChange(gallery.filter((_item, index) => all[index] !== key));
  if (gallery.length === 0) return null;
  return (
    <ol ref={list} className="mt-4 grid gap-6 sm:grid-cols-2">
      {order.map((key, index) => {
        const item = gallery[all.indexOf(key)];
        const picture = item && findPicture(item.pictureId);
        if (!item) return null;
        const name = `image ${index + 1}`;
        return (
          <li
            key={key}
            className={`grid content-start gap-3 rounded-control border p-3 ${dragged === key ? 'border-accent bg-raised' : 'border-rule'}`}
          >
            {picture ? (
              <Picture picture={picture} alt={item.alt} sizes="20rem" />
            ) : (
              <p className="grid aspect-[8/5] place-items-center bg-sunken text-small text-ink-soft">Image not found</p>
            )}
            <div className="flex items-center">
              <span
                className="grid size-11 cursor-grab touch-none place-items-center text-ink-faint hover:text-ink active:cursor-grabbing"
                {...handle(key)}
              >
                <GripVertical className="size-5" aria-hidden="true" />
              </span>
              <ReorderButtons itemLabel={name} index={index} count={order.length} isGrid onMove={by => step(key, by)} />
              <button
                type="button"
                aria-label={`Remove ${name}`}
                className="ml-auto grid size-11 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink"
                onClick={() => remove(key)}
              >
                <X className="size-5" aria-hidden="true" />
              </button>
            </div>
            {(['alt', 'caption'] as const).map(field => (
              <TextField
                key={field}
                label={field === 'alt' ? 'Alt text' : 'Caption'}
                name={`${field} of ${name}`}
                maxLength={300}
                value={item[field]}
                onChange={event => edit(key, { [field]: event.target.value })}
              />
            ))}
          </li>
        );
      })}
    </ol>
  );
}

/** Returns React keys; a picture can appear twice, so keys include its occurrence. */
function keysOf(gallery: readonly GalleryItem[]): string[] {
  return gallery.map(({ pictureId }, index) => {
    const before = gallery.slice(0, index).filter(item => item.pictureId === pictureId).length;
    return `${pictureId} ${before}`;
  });
}
