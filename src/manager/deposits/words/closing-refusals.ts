import type { RefusalCode } from '../../../domain/lifecycle/refusal.ts';
import type { Language } from '../../../domain/values/language.ts';

type ClosingRefusal = Extract<
  RefusalCode,
  | 'claim_waits'
  | 'no_claim_waits'
  | 'end_not_asked'
  | 'end_not_managers'
  | 'end_contested'
  | 'cosign_differs'
  | 'proposal_replaced'
  | 'account_ordered'
  | 'too_many_codes'
  | 'no_code_waits'
  | 'code_expired'
  | 'code_spent'
  | 'same_day'
  | 'day_too_late'
  | 'day_before_start'
  | 'only_main_acts'
  | 'tenant_not_acting'
>;

/** Why a move at the closing is refused. */
export const CLOSING_REFUSALS: Record<Language, Record<ClosingRefusal, string>> = {
  de: {
    claim_waits: 'Ein hochgeladener Beleg wird bereits geprüft.',
    no_claim_waits: 'Kein hochgeladener Beleg wartet auf eine Prüfung.',
    end_not_asked: 'Das Ende des Mietverhältnisses wartet nicht mehr auf Ihre Antwort.',
    end_not_managers: 'Die Verwaltung hat das Ende des Mietverhältnisses nicht genannt.',
    end_contested: 'Das Ende des Mietverhältnisses ist bereits bestritten oder festgelegt.',
    cosign_differs: 'Die erste Unterschrift lautet auf etwas anderes.',
    proposal_replaced: 'Der Vorschlag wurde inzwischen ersetzt. Bitte sehen Sie sich den neuen an.',
    account_ordered: 'Die Auszahlung ist bereits auf ein Konto beauftragt.',
    too_many_codes: 'Heute wurden zu viele Codes versandt. Bitte versuchen Sie es morgen wieder.',
    no_code_waits: 'Es wartet kein Code.',
    code_expired: 'Der Code ist abgelaufen.',
    code_spent: 'Es wurde fünfmal ein falscher Code eingegeben.',
    same_day: 'Bitte nennen Sie einen anderen Tag als die Mieterschaft, oder bestätigen Sie ihren Tag.',
    day_too_late: 'Der Tag darf höchstens 12 Monate in der Zukunft liegen.',
    day_before_start: 'Der Tag liegt vor dem Beginn des Mietverhältnisses.',
    only_main_acts: 'Bei der Auflösung handelt die Hauptmieterschaft für alle.',
    tenant_not_acting: 'Das gilt nur für die Mieterschaft.',
  },
  fr: {
    claim_waits: 'Un justificatif est déjà en cours d’examen.',
    no_claim_waits: 'Aucun justificatif n’attend d’être examiné.',
    end_not_asked: 'La fin du bail n’attend plus votre réponse.',
    end_not_managers: 'La gérance n’a pas indiqué la fin du bail.',
    end_contested: 'La fin du bail est déjà contestée ou fixée.',
    cosign_differs: 'La première signature porte sur autre chose.',
    proposal_replaced: 'La proposition a été remplacée entre-temps. Veuillez consulter la nouvelle.',
    account_ordered: 'Le virement est déjà ordonné sur un compte.',
    too_many_codes: 'Trop de codes ont été envoyés aujourd’hui. Veuillez réessayer demain.',
    no_code_waits: 'Aucun code n’est attendu.',
    code_expired: 'Le code a expiré.',
    code_spent: 'Un code erroné a été saisi cinq fois.',
    same_day: 'Indiquez une autre date que celle des locataires, ou confirmez la leur.',
    day_too_late: 'La date ne peut pas être éloignée de plus de 12 mois.',
    day_before_start: 'La date est antérieure au début du bail.',
    only_main_acts: 'Lors de la libération, le locataire principal agit pour tous.',
    tenant_not_acting: 'Cela ne concerne que les locataires.',
  },
  it: {
    claim_waits: 'Un documento è già in esame.',
    no_claim_waits: 'Nessun documento attende di essere esaminato.',
    end_not_asked: 'La fine della locazione non attende più la sua risposta.',
    end_not_managers: 'L’amministrazione non ha indicato la fine della locazione.',
    end_contested: 'La fine della locazione è già contestata o stabilita.',
    cosign_differs: 'La prima firma riguarda qualcos’altro.',
    proposal_replaced: 'La proposta è stata sostituita nel frattempo. Consulti quella nuova.',
    account_ordered: 'Il pagamento è già disposto su un conto.',
    too_many_codes: 'Oggi sono stati inviati troppi codici. Riprovi domani.',
    no_code_waits: 'Nessun codice è in attesa.',
    code_expired: 'Il codice è scaduto.',
    code_spent: 'È stato inserito cinque volte un codice errato.',
    same_day: 'Indichi un giorno diverso da quello degli inquilini, oppure confermi il loro.',
    day_too_late: 'Il giorno può essere al massimo tra 12 mesi.',
    day_before_start: 'Il giorno è anteriore all’inizio della locazione.',
    only_main_acts: 'Alla liberazione l’inquilino principale agisce per tutti.',
    tenant_not_acting: 'Vale solo per gli inquilini.',
  },
  en: {
    claim_waits: 'A proof that was uploaded is being checked already.',
    no_claim_waits: 'No uploaded proof waits to be checked.',
    end_not_asked: 'The end of the tenancy no longer waits for your answer.',
    end_not_managers: 'The property management has not named the end of the tenancy.',
    end_contested: 'The end of the tenancy is disputed or settled already.',
    cosign_differs: 'The first signature says something else.',
    proposal_replaced: 'The proposal has been replaced meanwhile. Please look at the new one.',
    account_ordered: 'The payout is ordered to an account already.',
    too_many_codes: 'Too many codes were sent today. Please try again tomorrow.',
    no_code_waits: 'No code waits to be entered.',
    code_expired: 'The code has expired.',
    code_spent: 'A wrong code was entered five times.',
    same_day: 'Name another day than the tenants, or confirm theirs.',
    day_too_late: 'The day must be at most 12 months ahead.',
    day_before_start: 'The day is before the start of the tenancy.',
    only_main_acts: 'At the closing the main tenant acts for all tenants.',
    tenant_not_acting: 'That is only for the tenants.',
  },
};
