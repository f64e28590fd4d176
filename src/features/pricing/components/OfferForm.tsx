import { Link } from 'react-router';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { useConfirm } from '#ui/ConfirmDialog.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import type { ActionResult } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { useFormDraft } from '#ui/use-form-draft.ts';
import { useUnsavedChangesGuard } from '#ui/use-unsaved-changes-guard.ts';
import type { OfferKind } from '../contract/offer-kinds.ts';
import type { OfferFormValues } from '../contract/offers.ts';
import { offerKindDefinitions } from '../rules/offer-kinds.ts';
import { parseOfferForm } from '../rules/offers.ts';
import { DraftRestored } from './DraftRestored.tsx';
import { OfferFields } from './OfferFields.tsx';
import { EditConflict } from './EditConflict.tsx';

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
  actionResult: ActionResult<never> | undefined;
}

export function OfferForm({ kind, offerKey, initialValues, version, defaultCurrency, actionResult }: OfferFormProps) {
  const shape = offerKindDefinitions[kind];
  const failed = actionResult && 'failed' in actionResult ? actionResult : undefined;
  const refused = failed && parseOfferForm(kind, new Map(Object.entries(failed.values)));
  const name = getOfferDraftKey(offerKey ?? kind);
  const draft = useFormDraft({
    name,
    saved: initialValues,
    version,
    refused: refused && { ...initialValues, ...refused },
  });
  const { confirm, dialog } = useConfirm();
  useUnsavedChangesGuard(draft.dirty, confirm);
  const path = offerKey === undefined ? dashboardPaths.addPricing : dashboardPaths.updatePricing(offerKey);
  return (
    <div className="max-w-[44rem] [&>form]:mt-0">
      <PageForm
        error={failed?.failed}
        submitLabel={offerKey === undefined ? `Add ${shape.noun}` : 'Save'}
        busyLabel="Saving…"
        hasStickyFooter
        aside={
          <Link className="link inline-flex min-h-11 items-center text-small" to={`${dashboardPaths.pricing}#${kind}`}>
            Cancel
          </Link>
        }
      >
        <input type="hidden" name="kind" value={kind} readOnly />
        <input type="hidden" name="version" value={failed?.values.version ?? draft.version} readOnly />
        {failed?.failed.code === 'CONFLICT' && (
          <EditConflict path={path} onDiscard={() => saveLocalDraft(name, undefined)} />
        )}
        {draft.restored && !failed && <DraftRestored onDiscard={draft.discard} />}
        <div key={draft.turn} onInput={draft.onInput}>
          <OfferFields
            kindDefinition={shape}
            values={draft.first}
            errors={failed?.failed.fields ?? {}}
            defaultCurrency={defaultCurrency}
          />
        </div>
      </PageForm>
      {dialog}
    </div>
  );
}
