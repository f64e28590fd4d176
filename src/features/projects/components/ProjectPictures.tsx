import { ArrowLeft, ArrowRight, GripVertical, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Picture as SitePicture } from '#shared/contract.ts';
import { Field } from '#ui/Field.tsx';
import { Picture } from '#ui/Picture.tsx';
import { useReorder } from '#ui/use-reorder.ts';
import type { GalleryItem } from '../contract/drafts.ts';
import type { WrittenProject } from '../rules/forms.ts';

interface ProjectPicturesProps {
  content: Pick<WrittenProject, 'coverId' | 'coverAlt' | 'gallery'>;
  /** The pictures that are known, by id. */
  pictures: ReadonlyMap<string, SitePicture>;
  fields: Readonly<Record<string, string>>;
  onChange: (patch: Partial<WrittenProject>) => void;
  /** Has a picture chosen; undefined where none can be. */
  onChooseCover: (() => void) | undefined;
  onAddPicture: (() => void) | undefined;
}

/** A project's cover and its further pictures, with what each shows, in their order. */
export function ProjectPictures(props: ProjectPicturesProps) {
  const { content, pictures, fields, onChange, onChooseCover, onAddPicture } = props;
  const { coverId, coverAlt, gallery } = content;
  const cover = coverId === null ? undefined : pictures.get(coverId);
  return (
    <section aria-label="Pictures" className="mt-12 grid gap-8 border-t border-rule pt-6">
      <div>
        <h2 className="text-h4">Cover</h2>
        {cover ? (
          <div className="mt-4 grid gap-4">
            <Picture picture={cover} alt={coverAlt} sizes="46rem" />
            <Field
              label="What the cover shows"
              name="coverAlt"
              maxLength={300}
              value={coverAlt}
              error={fields.coverAlt ?? fields.coverId}
              onChange={event => onChange({ coverAlt: event.target.value })}
            />
          </div>
        ) : (
          <p className="mt-2 text-small text-ink-soft">
            None yet. Lists show it, and it stands at the head of the project’s page.
          </p>
        )}
        <div className="with-script mt-4 flex flex-wrap gap-3">
          {onChooseCover && (
            <button type="button" className="button" onClick={onChooseCover}>
              {cover ? 'Choose another cover' : 'Choose a cover'}
            </button>
          )}
          {cover && (
            <button type="button" className="button" onClick={() => onChange({ coverId: null, coverAlt: '' })}>
              Take the cover away
            </button>
          )}
        </div>
      </div>
      <div>
        <h2 className="text-h4">Gallery</h2>
        <p className="mt-2 text-small text-ink-soft">Further pictures, which stand below the text in this order.</p>
        <Gallery gallery={gallery} pictures={pictures} onChange={next => onChange({ gallery: next })} />
        {fields.gallery && <p className="mt-2 text-small text-danger">{fields.gallery}</p>}
        {onAddPicture && (
          <button type="button" className="button with-script mt-4" onClick={onAddPicture}>
            <Plus className="size-4" aria-hidden="true" /> Add a picture
          </button>
        )}
      </div>
    </section>
  );
}

interface GalleryProps {
  gallery: readonly GalleryItem[];
  pictures: ReadonlyMap<string, SitePicture>;
  onChange: (gallery: GalleryItem[]) => void;
}

function Gallery({ gallery, pictures, onChange }: GalleryProps) {
  const all = keysOf(gallery);
  const { order, dragged, list, handle, step } = useReorder(all, keys =>
    onChange(keys.flatMap(key => gallery[all.indexOf(key)] ?? [])),
  );
  const edit = (key: string, patch: Partial<GalleryItem>) =>
    onChange(gallery.map((item, place) => (all[place] === key ? { ...item, ...patch } : item)));
  const remove = (key: string) => onChange(gallery.filter((_item, place) => all[place] !== key));
  if (gallery.length === 0) return null;
  return (
    <ol ref={list} className="mt-4 grid gap-6 sm:grid-cols-2">
      {order.map((key, place) => {
        const item = gallery[all.indexOf(key)];
        const picture = item && pictures.get(item.pictureId);
        if (!item) return null;
        const name = `picture ${place + 1}`;
        return (
          <li
            key={key}
            className={`grid content-start gap-3 rounded-control border p-3 ${dragged === key ? 'border-accent bg-raised' : 'border-rule'}`}
          >
            {picture ? (
              <Picture picture={picture} alt={item.alt} sizes="20rem" />
            ) : (
              <p className="grid aspect-[8/5] place-items-center bg-sunken text-small text-ink-soft">It is gone.</p>
            )}
            <div className="with-script flex items-center">
              <span
                className="grid size-11 cursor-grab touch-none place-items-center text-ink-faint hover:text-ink active:cursor-grabbing"
                {...handle(key)}
              >
                <GripVertical className="size-5" aria-hidden="true" />
              </span>
              <Tool label={`Move ${name} forward`} disabled={place === 0} onPress={() => step(key, -1)}>
                <ArrowLeft className="size-5" aria-hidden="true" />
              </Tool>
              <Tool label={`Move ${name} back`} disabled={place === order.length - 1} onPress={() => step(key, 1)}>
                <ArrowRight className="size-5" aria-hidden="true" />
              </Tool>
              <span className="ml-auto">
                <Tool label={`Take ${name} out`} disabled={false} onPress={() => remove(key)}>
                  <X className="size-5" aria-hidden="true" />
                </Tool>
              </span>
            </div>
            <Field
              label="What it shows"
              name={`alt of ${name}`}
              maxLength={300}
              value={item.alt}
              onChange={event => edit(key, { alt: event.target.value })}
            />
            <Field
              label="Caption"
              name={`caption of ${name}`}
              maxLength={300}
              value={item.caption}
              onChange={event => edit(key, { caption: event.target.value })}
            />
          </li>
        );
      })}
    </ol>
  );
}

/** A picture may stand there twice, so that its key says which time it is. */
function keysOf(gallery: readonly GalleryItem[]): string[] {
  return gallery.map(({ pictureId }, place) => {
    const before = gallery.slice(0, place).filter(item => item.pictureId === pictureId).length;
    return `${pictureId} ${before}`;
  });
}

interface ToolProps {
  label: string;
  disabled: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Tool({ label, disabled, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink disabled:opacity-30"
      onClick={onPress}
    >
      {children}
    </button>
  );
}
