type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Texts by the fields they were typed into. */
type EarlyTexts = ReadonlyMap<Field, string>;

/** Returns the text typed before hydration. React clears a controlled field on the page's first render. */
export function readEarlyTexts(root: ParentNode): EarlyTexts {
  const fields = listFields(root).filter(field => isText(field) && isChanged(field));
  return new Map(fields.map(field => [field, field.value]));
}

/**
 * Replays input from before hydration, which React has not noticed; on a slow network that takes seconds. Call it after
 * hydration, with the earlier result of `readEarlyTexts`.
 */
export function replayEarlyInput(root: ParentNode, texts: EarlyTexts = new Map()): void {
  const fields = listFields(root);
  for (const [earlyField, text] of texts) {
    // Restoring a draft replaces the elements that were typed into.
    const field = earlyField.isConnected
      ? earlyField
      : fields.find(other => other.name === earlyField.name && other.type === earlyField.type);
    if (field && !isChanged(field)) field.value = text;
  }
  for (const field of fields.filter(isChanged)) replay(field, fields);
}

function listFields(root: ParentNode): Field[] {
  return [...root.querySelectorAll<Field>('input, textarea, select')];
}

function isText(field: Field): boolean {
  return !(field instanceof HTMLSelectElement) && field.type !== 'file' && !isCheckable(field);
}

const isCheckable = (field: Field): field is HTMLInputElement => field.type === 'radio' || field.type === 'checkbox';

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return field.value !== getDefaultValue(field);
  if (field.type === 'file') return (field as HTMLInputElement).files?.length !== 0;
  // Of a radio group, only the selected button was pressed.
  if (isCheckable(field)) return field.checked !== field.defaultChecked && (field.type === 'checkbox' || field.checked);
  return field.value !== field.defaultValue;
}

/** Returns the value that a select had in the server's HTML. */
function getDefaultValue({ options }: HTMLSelectElement): string {
  const all = [...options];
  return (all.find(option => option.defaultSelected) ?? all.find(option => !option.disabled))?.value ?? '';
}

function replay(field: Field, fields: readonly Field[]): void {
  if (isCheckable(field)) replayClick(field, fields);
  else if (field instanceof HTMLSelectElement || field.type === 'file') dispatch(field, 'change');
  else replayTyping(field);
}

function dispatch(field: Field, eventType: 'input' | 'change'): void {
  field.dispatchEvent(new Event(eventType, { bubbles: true }));
}

/** React only notices a click that changes the state it last knew, which is the server's. */
function replayClick(box: HTMLInputElement, fields: readonly Field[]): void {
  const isInGroup = (field: Field) => field.type === 'radio' && field.name === box.name && field.form === box.form;
  const group = box.type === 'radio' ? fields.filter(isCheckable).filter(isInGroup) : [box];
  for (const input of group) input.checked = input.defaultChecked;
  box.click();
}

/** Sets the value with the prototype's setter, as React ignores values set through the element's own property. */
function replayTyping(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = field;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  // Email and number fields don't expose the cursor position.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  dispatch(field, 'input');
}
