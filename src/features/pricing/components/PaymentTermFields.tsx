import { useId } from 'react';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { FormValues } from '#ui/use-form-draft.ts';
import { TextArea } from '#ui/TextArea.tsx';
import {
  findUnknownVariableError,
  printedTerms,
  type TermLanguage,
  termLanguages,
  termSettingLimits,
} from '../contract/term-variables.ts';
import {
  interpolateVariables,
  type paymentTermDefinitions,
  type TermSettingField,
  translationField,
} from '../rules/payment-terms.ts';

interface TermFieldsProps {
  /** Starts at 1. */
  number: number;
  definition: (typeof paymentTermDefinitions)[number];
  /** The initial and the current field values. */
  initialValues: FormValues;
  values: FormValues;
  errors: Readonly<Record<string, string>>;
  /** Current text of each variable. */
  variables: Readonly<Record<string, string>>;
  /** As it is in the edited language. */
  translatedVariables: Readonly<Record<string, string>>;
  currency: string;
  /** Which texts are edited: the main ones (`en`) or a translation. The others stay in the form. */
  language: TermLanguage | 'en';
}

/** Edits a term: its effect, settings and texts, with a preview. */
export function PaymentTermFields(props: TermFieldsProps) {
  const { number, definition, initialValues, values, errors, variables, currency, language } = props;
  const { behavior, settings, variables: names } = definition;
  const nameOf = (part: string) => `terms.${number - 1}.${part}`;
  const filled = (part: string) => interpolateVariables(values[nameOf(part)] ?? '', variables);
  const errorOf = (part: string) => errors[nameOf(part)] ?? findUnknownVariableError(values[nameOf(part)] ?? '');
  const hint = names.length > 0 ? `Available variables: ${names.map(name => `{${name}}`).join(', ')}` : undefined;
  return (
    <section
      id={`term-${number}`}
      aria-labelledby={`term-${number}-title`}
      hidden={language !== 'en' && !printedTerms.includes(number)}
      className="grid scroll-mt-24 gap-x-16 gap-y-6 border-t border-rule py-9 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <div>
        <p className="meta">{String(number).padStart(2, '0')}</p>
        <h2 id={`term-${number}-title`} className="mt-1 text-h4">
          {filled('title') || `Term ${number}`}
        </h2>
        <p className="mt-2 max-w-[23em] text-small text-pretty text-ink-soft">
          {interpolateVariables(behavior, variables)}
        </p>
      </div>
      <div hidden={language !== 'en'} className="grid max-w-[36rem] min-w-0 gap-5">
        {settings.length > 0 && (
          <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
            {settings.map(shape => (
              <TermSettingInput
                key={shape.name}
                field={shape}
                value={initialValues[`settings.${shape.name}`] ?? ''}
                error={errors[`settings.${shape.name}`]}
                currency={currency}
              />
            ))}
          </div>
        )}
        <TextField
          label="Title"
          name={nameOf('title')}
          defaultValue={initialValues[nameOf('title')] ?? ''}
          error={errorOf('title')}
          autoComplete="off"
        />
        <TextArea
          label="Text"
          name={nameOf('text')}
          rows={2}
          defaultValue={initialValues[nameOf('text')] ?? ''}
          error={errorOf('text')}
          {...(hint ? { hint } : {})}
        />
        <p className="border-l border-rule-strong pl-4 text-small">
          <span className="hint block">Preview</span>
          <span className="font-semibold">{filled('title')}</span>
          <span className="block text-ink-soft">{filled('text')}</span>
        </p>
      </div>
      {(Object.keys(termLanguages) as TermLanguage[]).map(code => (
        <Translation key={code} {...props} code={code} hint={hint} />
      ))}
    </section>
  );
}

/** Edits a term's text in another language. */
function Translation({
  number,
  code,
  hint,
  language,
  initialValues,
  values,
  errors,
  translatedVariables,
}: TermFieldsProps & { code: TermLanguage; hint: string | undefined }) {
  const name = translationField(number, code);
  if (name === null) return null;
  const text = values[name] ?? '';
  return (
    <div hidden={language !== code} className="grid max-w-[36rem] min-w-0 content-start gap-5">
      <p className="text-small">
        <span className="hint block">Main text</span>
        {values[`terms.${number - 1}.text`]}
      </p>
      <TextArea
        label={`Text in ${termLanguages[code]}`}
        name={name}
        rows={2}
        lang={code}
        defaultValue={initialValues[name] ?? ''}
        error={errors[name] ?? findUnknownVariableError(text)}
        {...(hint ? { hint } : {})}
      />
      {text.trim() !== '' && (
        <p className="border-l border-rule-strong pl-4 text-small">
          <span className="hint block">Preview</span>
          <span className="block text-ink-soft" lang={code}>
            {interpolateVariables(text, translatedVariables)}
          </span>
        </p>
      )}
    </div>
  );
}

interface SettingProps {
  field: TermSettingField;
  value: string;
  error: string | undefined;
  currency: string;
}

/** Input for a setting of a term, with its unit. */
function TermSettingInput({ field, value, error, currency }: SettingProps) {
  const id = useId();
  const name = `settings.${field.name}`;
  if (field.name === 'lateFeeMode') {
    return (
      <SelectField
        label={field.label}
        name={name}
        defaultValue={value}
        error={error}
        options={{ manual: 'When I decide', automatic: 'Automatically' }}
      />
    );
  }
  const isAmount = field.name === 'installmentMinimum';
  const bounds = Object.entries(termSettingLimits).find(([known]) => known === field.name)?.[1];
  const hint = bounds ? `From ${bounds[0]} to ${bounds[1]}.` : undefined;
  return (
    <FormField id={id} label={field.label} hint={hint} error={error}>
      <span className="flex items-center gap-3">
        <span className="w-28 shrink-0">
          <input
            id={id}
            name={name}
            defaultValue={value}
            inputMode={isAmount ? 'decimal' : 'numeric'}
            autoComplete="off"
            className="field text-right font-mono tabular-nums"
            {...getAriaProps({ id, hint, error })}
          />
        </span>
        <span className="text-small text-ink-soft">{isAmount ? currency : field.unit}</span>
      </span>
    </FormField>
  );
}
