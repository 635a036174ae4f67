import type { ApplicationKind, ApplicationState } from '../../../domain/application.ts';
import { html, type Html } from '../../../web/html.ts';

/** What the operator reads where programs read a code. */

export const APPLICATION_KIND_WORDS: Record<ApplicationKind, string> = {
  account_opening: 'Account opening',
  cover: 'Cover',
  account_closing: 'Account closing',
  cover_end: 'End of cover',
  claim: 'Claim',
  change: 'Change of data',
};

export const APPLICATION_STATE_WORDS: Record<ApplicationState, string> = {
  open: 'Open',
  acknowledged: 'In progress',
  answered: 'Answered',
  cancelled: 'Cancelled',
};

/** The same colours as the states of deposits: waiting, in progress, done. */
const TONES: Record<ApplicationState, string> = {
  open: 'opening',
  acknowledged: 'closing',
  answered: 'open',
  cancelled: '',
};

export function applicationState(state: ApplicationState): Html {
  return html`<span class="state ${TONES[state]}">${APPLICATION_STATE_WORDS[state]}</span>`;
}
