import { hashOfAmendment } from '../documents/amendment-text.ts';
import { shownAmendment } from '../documents/shown-agreement.ts';
import { runningChange } from '../domain/change.ts';
import { field } from '../web/forms.ts';
import { browserIn } from '../web/headers.ts';
import { byLetter } from './by-letter.ts';
import { back, CHANGED, make, type TenantMove } from './moves.ts';
import { changePage } from './pages/change-page.ts';
import { canCancelChange, canSignChange, changeVersion, tenantChangeView } from './pages/change-view.ts';
import { changedPage } from './pages/link-page.ts';
import { readSignForm } from './sign-form.ts';

/** A tenant signs the running change as the page showed it. */
export const signsChange: TenantMove = async (visit, settings) => {
  const { deposit, tenant, position, form, request, organization, now } = visit;
  const view = tenantChangeView(deposit, position, { organization, now });
  if (view === null || !canSignChange(deposit, position)) return back(visit);
  if (changeVersion(view) !== field(form, 'seen')) return changedPage(visit);
  const read = readSignForm(form, { tenant, isMain: false, product: deposit.product });
  if ('problems' in read) return changePage(visit, view, read.problems);
  const browser = browserIn(request.headers);
  const { sha256: pdf } = await shownAmendment(deposit, view.change, visit);
  return make(visit, settings, 'sign_change', (current, at) => {
    const shown = tenantChangeView(current, position, at);
    if (shown === null || changeVersion(shown) !== field(form, 'seen')) return CHANGED;
    const proof = {
      typedName: read.typedName,
      browser,
      terms: hashOfAmendment(shown.terms),
      pdf,
      ...byLetter(visit.tenant),
    };
    return { by: 'tenant' as const, tenant: position, from: request.ip, proof };
  });
};

/** A tenant does not agree: the change ends for everyone. */
export const cancelsChange: TenantMove = async (visit, settings) => {
  const { deposit, position, form } = visit;
  if (!canCancelChange(deposit, position)) return back(visit);
  return make(visit, settings, 'cancel_change', (current) => {
    const isShown = runningChange(current)?.id === field(form, 'change');
    return isShown && canCancelChange(current, position) ? { by: 'tenant' as const } : CHANGED;
  });
};
