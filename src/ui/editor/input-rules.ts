import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { Attrs, MarkType } from 'prosemirror-model';
import { type Plugin, TextSelection } from 'prosemirror-state';
import { marks, nodes } from './schema.ts';

/** Creates a rule that turns `**text**` and the like into a mark when the last character is typed. */
function markRule(pattern: RegExp, type: MarkType, attributes?: (match: RegExpMatchArray) => Attrs): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const text = match[2] ?? '';
    const lead = match[1] ?? '';
    const $start = state.doc.resolve(start);
    if (!text || !$start.parent.type.allowsMarkType(type) || state.doc.rangeHasMark(start, end, marks.code))
      return null;
    const from = start + lead.length;
    const mark = type.create(attributes?.(match));
    const { tr } = state;
    const textStart = from + match[0].slice(lead.length).indexOf(text);
    const textEnd = Math.min(end, textStart + text.length);
    if (textEnd < end) tr.delete(textEnd, end);
    if (textStart > from) tr.delete(from, textStart);
    return tr.addMark(from, from + text.length, mark).removeStoredMark(mark);
  });
}

/** Creates the rules that convert typed Markdown. */
export function createInputRules(): Plugin {
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, match => ({ level: match[1]?.length ?? 2 })),
      wrappingInputRule(/^\s*[-*+]\s$/, nodes.bullet_list),
      wrappingInputRule(
        /^(\d{1,9})[.)]\s$/,
        nodes.ordered_list,
        match => ({ start: Number(match[1]) }),
        (match, list) => list.childCount + (list.attrs.start as number) === Number(match[1]),
      ),
      wrappingInputRule(/^>\s$/, nodes.blockquote),
      textblockTypeInputRule(/^```([\w+#.-]*)\s$/, nodes.code_block, match => ({ lang: match[1] || null })),
      new InputRule(/^\[( |x|X|)\]\s$/, (state, match, start, end) => {
        const $start = state.doc.resolve(start);
        const item = $start.node(-1);
        const checked = match[1]?.toLowerCase() === 'x';
        if (item.type === nodes.list_item) {
          return state.tr.delete(start, end).setNodeAttribute($start.before(-1), 'checked', checked);
        }
        if ($start.parent.type !== nodes.paragraph || $start.depth !== 1) return null;
        const entry = nodes.list_item.create({ checked }, nodes.paragraph.create());
        const tr = state.tr.replaceWith($start.before(), $start.after(), nodes.bullet_list.create(null, entry));
        return tr.setSelection(TextSelection.near(tr.doc.resolve($start.before() + 3)));
      }),
      new InputRule(/^(?:---|\*\*\*|___)$/, (state, _match, start) => {
        const $start = state.doc.resolve(start);
        if ($start.parent.type !== nodes.paragraph) return null;
        const tr = state.tr.replaceWith($start.before(), $start.after(), [
          nodes.horizontal_rule.create(),
          nodes.paragraph.create(),
        ]);
        return tr.setSelection(TextSelection.near(tr.doc.resolve($start.before() + 2)));
      }),
      markRule(/(^|[^*])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.strong),
      markRule(/(^|[^*\w])\*([^*\s](?:[^*]*[^*\s])?)\*$/, marks.em),
      markRule(/(^|[^_\w])__([^_\s](?:[^_]*[^_\s])?)__$/, marks.strong),
      markRule(/(^|[^_\w])_([^_\s](?:[^_]*[^_\s])?)_$/, marks.em),
      markRule(/(^|[^~])~~([^~\s](?:[^~]*[^~\s])?)~~$/, marks.strike),
      markRule(/(^|[^`])`([^`]+)`$/, marks.code),
      markRule(/(^|[^!])\[([^[\]]+)\]\(([^()\s]+)\)$/, marks.link, match => ({ href: match[3] ?? '' })),
    ],
  });
}
