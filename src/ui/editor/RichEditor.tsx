// The options' values are their labels; not all screen readers announce an output.
/* oxlint-disable jsx-a11y/control-has-associated-label, jsx-a11y/prefer-tag-over-role */
import { isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { useId, useRef, useState } from 'react';
import { LinkForm } from './LinkForm.tsx';
import { findLinkAt, findSlashQuery, insertEmbed, setLink } from './commands.ts';
import { shouldShowBubbleMenu, BubbleMenu } from './BubbleMenu.tsx';
import { type SlashItem, slashItems } from './slash-items.ts';
import { SlashMenu } from './SlashMenu.tsx';
import type { EditorViewProps } from './editor-types.ts';
import { TableMenu } from './TableMenu.tsx';
import { addPictures, placePicture } from './uploads.ts';
import { useProseMirrorView } from './use-prosemirror-view.ts';

/** Suggested code languages; any other can be typed. */
const languages =
  'bash c c++ c# css diff go graphql html java javascript json kotlin markdown php python ruby rust scss sql swift text tsx typescript yaml';

type Question =
  | { about: 'link'; from: number; to: number; href: string; title: string | null }
  | { about: 'embed'; from: number };

/** Edits a text with rich formatting. */
export default function RichEditor(props: EditorViewProps) {
  const { labelId, descriptionId, invalid } = props;
  const menuId = useId();
  const place = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [said, say] = useState('');
  const [question, setQuestion] = useState<Question>();
  const [active, setActive] = useState(0);
  /** Position of the slash whose menu was closed. */
  const [closedAt, setClosedAt] = useState<number>();

  const view = useProseMirrorView(place, props, {
    onKey: event => onKey(event),
    askForLink: () => askForLink(),
    say,
    attributes: () => ({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelId,
      'aria-describedby': descriptionId,
      class: 'prose editor-text',
      ...(invalid ? { 'aria-invalid': 'true' } : {}),
      ...(chosen ? { 'aria-controls': menuId, 'aria-activedescendant': `${menuId}-${chosen.id}` } : {}),
    }),
  });

  const focused = view?.hasFocus() ?? false;
  const slash = view && focused && !question ? findSlashQuery(view.state) : undefined;
  const open = slash && slash.from !== closedAt ? slash : undefined;
  const items = open ? slashItems(open.query) : [];
  const position = Math.min(active, items.length - 1);
  const chosen = items[position];

  const askForLink = () => {
    if (!view || view.state.selection.$from.parent.type.spec.code) return;
    const { from, to } = view.state.selection;
    setQuestion({ about: 'link', from, to, href: '', title: null, ...findLinkAt(view.state) });
  };

  const answer = (close: () => void) => {
    close();
    setQuestion(undefined);
    view?.focus();
  };

  const choose = ({ run }: SlashItem) => {
    if (!view || !open) return;
    view.dispatch(view.state.tr.delete(open.from, open.to));
    setActive(0);
    if (typeof run === 'function') {
      run(view.state, view.dispatch, view);
      view.focus();
    } else if (run === 'embed') setQuestion({ about: 'embed', from: open.from });
    else if (run === 'media') void pick(view);
    else if (file.current) {
      file.current.multiple = run === 'gallery';
      file.current.click();
    }
  };

  const pick = async (target: EditorView) => {
    const found = await props.pickPicture();
    if (found && !target.isDestroyed) placePicture(target, found.picture, found.alt, props);
    if (!target.isDestroyed) target.focus();
  };

  const onKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'F10' && event.altKey && bar.current) {
      bar.current.querySelector('button')?.focus();
      return true;
    }
    if (!open || !chosen || event.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((position + step + items.length) % items.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen);
    else if (event.key === 'Escape') setClosedAt(open.from);
    else {
      if (event.key.length === 1) setActive(0);
      return false;
    }
    return true;
  };

  const barIsFocused = view !== undefined && document.activeElement?.closest('.editor-tools') != null;
  const showBar = view && (focused || barIsFocused) && !question && shouldShowBubbleMenu(view.state);
  return (
    <div className="editor-frame">
      <div ref={place} />
      {view && open && items.length > 0 && (
        <SlashMenu view={view} at={open.from} id={menuId} items={items} active={position} onChoose={choose} />
      )}
      {view && showBar && <BubbleMenu ref={bar} view={view} onLink={askForLink} />}
      {view && focused && !showBar && !question && isInTable(view.state) && <TableMenu view={view} />}
      {view && question && (
        <LinkForm
          key={question.from}
          view={view}
          at={question.from}
          label={question.about === 'link' ? 'Address of the link' : 'Address to show as a card'}
          initial={question.about === 'link' ? question.href : ''}
          onSet={href =>
            answer(() => {
              if (question.about === 'embed') insertEmbed(view, href);
              else setLink({ href, title: question.title }, question)(view.state, view.dispatch);
            })
          }
          onRemove={
            question.about === 'link' && question.href !== ''
              ? () => answer(() => setLink(null, question)(view.state, view.dispatch))
              : undefined
          }
          onClose={() => answer(() => {})}
        />
      )}
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label="Pictures to upload"
        tabIndex={-1}
        onChange={event => {
          if (view) addPictures(view, [...(event.currentTarget.files ?? [])], props, say);
          event.currentTarget.value = '';
          view?.focus();
        }}
      />
      <datalist id="editor-languages">
        {languages.split(' ').map(language => (
          <option key={language} value={language} />
        ))}
      </datalist>
      <p role="status" className="sr-only">
        {open && chosen ? `${chosen.label}, ${position + 1} of ${items.length}` : said}
      </p>
    </div>
  );
}
