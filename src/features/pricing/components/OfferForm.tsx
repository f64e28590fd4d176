import { Link } from 'react-router';
import { PageForm } from '#ui/PageForm.tsx';
import { useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { OfferKind } from '../contract/offer-kinds.ts';
import type { OfferFormValues } from '../contract/offers.ts';
import { useVersionedForm } from '../hooks/use-versioned-form.tsx';
import { offerKindDefinitions } from '../rules/offer-kinds.ts';
import { parseOfferForm } from '../rules/offers.ts';
import { OfferFields } from './OfferFields.tsx';

/** Returns the local draft key of an offer, or of a new one of a kind. */
export function getOfferDraftKey(keyOrKind: string): string {
  return `offer:${keyOrKind}`;
}

interface OfferFormProps {
  kind: OfferKind;
  /** Undefined for a new offer. */
  offerKey: string | undefined;
  initialValues: OfferFormValues;
  version: number;
  defaultCurrency: string;
}

export function OfferForm({ kind, offerKey, initialValues, version, defaultCurrency }: OfferFormProps) {
  const shape = offerKindDefinitions[kind];
  const failed = useRejectedForm();
  const { initial, resetKey, onInput, dirty, versionInput, notices } = useVersionedForm({
    name: getOfferDraftKey(offerKey ?? kind),
    saved: initialValues,
    version,
    failed,
    entered: failed && parseOfferForm(kind, new Map(Object.entries(failed.values))),
    path: offerKey === undefined ? dashboardPaths.addPricing : dashboardPaths.updatePricing(offerKey),
  });
  return (
    <div className="max-w-[44rem] [&>form]:mt-0">
      <PageForm
        error={failed?.failed}
        submitLabel={`${offerKey === undefined ? 'Add' : 'Save'} ${shape.noun}`}
        busyLabel="Saving…"
        hasStickyFooter
        hasDraft={dirty}
        aside={
          <Link className="link inline-flex min-h-11 items-center text-small" to={`${dashboardPaths.pricing}#${kind}`}>
            Cancel
          </Link>
        }
      >
        <input type="hidden" name="kind" value={kind} readOnly />
        {versionInput}
        {notices}
        <div key={resetKey} onInput={onInput}>
          <OfferFields
            kindDefinition={shape}
            values={initial}
            errors={failed?.failed.fields ?? {}}
            defaultCurrency={defaultCurrency}
          />
        </div>
      </PageForm>
    </div>
  );
}
