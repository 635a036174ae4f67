import { speak } from '../messages/speak.ts';
import type { Problem } from '../payload/problem.ts';
import type { Language } from '../values/language.ts';
import type { RunningFault, RunningProblem, SkipReason } from './read-row.ts';

type Code = RunningFault | SkipReason;

/** What is wrong with a row, or why it is left alone; then what to do. */
const WORDS: Record<Language, Record<Code, string>> = {
  de: {
    iban_or_policy: 'Es fehlt die IBAN des Kautionskontos oder die Policennummer.',
    iban_and_policy: 'Geben Sie entweder eine IBAN oder eine Policennummer an, nicht beides.',
    invalid_iban: 'Das ist keine gültige IBAN.',
    qr_iban: 'Das ist eine QR-IBAN. Geben Sie die IBAN des Kontos an.',
    foreign_iban: 'Das Konto muss in der Schweiz oder in Liechtenstein liegen.',
    account_taken: 'Dieses Konto gehört schon zu einer anderen Kaution.',
    account_of_operator: 'Dieses Konto gehört dem Betreiber.',
    no_bank: 'Für Bankdepots ist keine Bank eingerichtet. Wenden Sie sich an den Betreiber.',
    no_insurer: 'Für Kautionsversicherungen ist keine Versicherung eingerichtet. Wenden Sie sich an den Betreiber.',
    policy_too_long: 'Die Policennummer hat höchstens 64 Zeichen.',
    day_missing: 'Es fehlt der Tag, seit dem die Kaution in Kraft ist.',
    day_invalid: 'Das ist kein Datum der Form JJJJ-MM-TT.',
    day_in_future: 'Der Tag liegt in der Zukunft.',
    before_open_since: 'Der Tag des Saldos liegt vor dem Beginn der Kaution.',
    balance_invalid: 'Der Saldo ist ein Betrag in CHF mit höchstens zwei Nachkommastellen, nicht unter 0.',
    balance_without_account: 'Einen Saldo gibt es nur zu einem Konto. Lassen Sie das Feld bei einer Versicherung leer.',
    not_a_text: 'Der Wert muss Text sein.',
    contract_exists: 'Zu diesem Vertrag gibt es schon eine Kaution.',
    temporarily_ignored: 'Dieser Vertrag wird vorübergehend ignoriert.',
    permanently_ignored: 'Dieser Vertrag wird dauerhaft ignoriert.',
  },
  fr: {
    iban_or_policy: 'Il manque l’IBAN du compte de garantie ou le numéro de police.',
    iban_and_policy: 'Indiquez soit un IBAN, soit un numéro de police, mais pas les deux.',
    invalid_iban: 'Ce n’est pas un IBAN valable.',
    qr_iban: 'C’est un QR-IBAN. Indiquez l’IBAN du compte.',
    foreign_iban: 'Le compte doit se trouver en Suisse ou au Liechtenstein.',
    account_taken: 'Ce compte appartient déjà à une autre garantie.',
    account_of_operator: 'Ce compte appartient à l’exploitant.',
    no_bank: 'Aucune banque n’est configurée pour les dépôts bancaires. Adressez-vous à l’exploitant.',
    no_insurer: 'Aucune assurance n’est configurée pour les assurances de garantie. Adressez-vous à l’exploitant.',
    policy_too_long: 'Le numéro de police compte 64 caractères au plus.',
    day_missing: 'Il manque le jour depuis lequel la garantie est en vigueur.',
    day_invalid: 'Ce n’est pas une date de la forme AAAA-MM-JJ.',
    day_in_future: 'Ce jour est dans le futur.',
    before_open_since: 'Le jour du solde précède le début de la garantie.',
    balance_invalid: 'Le solde est un montant en CHF avec deux décimales au plus, non inférieur à 0.',
    balance_without_account: 'Un solde suppose un compte. Laissez ce champ vide pour une assurance.',
    not_a_text: 'La valeur doit être un texte.',
    contract_exists: 'Il existe déjà une garantie pour ce contrat.',
    temporarily_ignored: 'Ce contrat est ignoré temporairement.',
    permanently_ignored: 'Ce contrat est ignoré durablement.',
  },
  it: {
    iban_or_policy: 'Manca l’IBAN del conto di garanzia o il numero di polizza.',
    iban_and_policy: 'Indichi un IBAN oppure un numero di polizza, non entrambi.',
    invalid_iban: 'Questo IBAN non è valido.',
    qr_iban: 'Questo è un QR-IBAN. Indichi l’IBAN del conto.',
    foreign_iban: 'Il conto deve trovarsi in Svizzera o nel Liechtenstein.',
    account_taken: 'Questo conto appartiene già a un altro deposito.',
    account_of_operator: 'Questo conto appartiene al gestore del servizio.',
    no_bank: 'Per i depositi bancari non è configurata alcuna banca. Si rivolga al gestore del servizio.',
    no_insurer:
      'Per le assicurazioni di garanzia non è configurata alcuna assicurazione. Si rivolga al gestore del servizio.',
    policy_too_long: 'Il numero di polizza ha al massimo 64 caratteri.',
    day_missing: 'Manca il giorno da cui il deposito è in vigore.',
    day_invalid: 'Questa non è una data nella forma AAAA-MM-GG.',
    day_in_future: 'Il giorno è nel futuro.',
    before_open_since: 'Il giorno del saldo precede l’inizio del deposito.',
    balance_invalid: 'Il saldo è un importo in CHF con al massimo due decimali, non inferiore a 0.',
    balance_without_account: 'Un saldo presuppone un conto. Lasci vuoto il campo per un’assicurazione.',
    not_a_text: 'Il valore deve essere un testo.',
    contract_exists: 'Per questo contratto esiste già un deposito.',
    temporarily_ignored: 'Questo contratto è ignorato temporaneamente.',
    permanently_ignored: 'Questo contratto è ignorato in modo permanente.',
  },
  en: {
    iban_or_policy: 'The IBAN of the deposit account or the policy number is missing.',
    iban_and_policy: 'Give either an IBAN or a policy number, not both.',
    invalid_iban: 'This is not a valid IBAN.',
    qr_iban: 'This is a QR-IBAN. Give the IBAN of the account.',
    foreign_iban: 'The account must be in Switzerland or Liechtenstein.',
    account_taken: 'Another deposit has this account.',
    account_of_operator: 'This account is the operator’s own.',
    no_bank: 'No bank is set up for bank deposits. Ask the operator.',
    no_insurer: 'No insurer is set up for deposit insurance. Ask the operator.',
    policy_too_long: 'A policy number has at most 64 characters.',
    day_missing: 'The day since which the deposit is in force is missing.',
    day_invalid: 'This is not a date of the form YYYY-MM-DD.',
    day_in_future: 'The day is in the future.',
    before_open_since: 'The day of the balance is before the start of the deposit.',
    balance_invalid: 'The balance is an amount in CHF with at most two decimals, not below 0.',
    balance_without_account: 'Only an account has a balance. Leave this empty for an insurance.',
    not_a_text: 'The value must be a text.',
    contract_exists: 'There is a deposit for this contract already.',
    temporarily_ignored: 'This contract is ignored for a time.',
    permanently_ignored: 'This contract is ignored permanently.',
  },
};

export type SpokenProblem = { field: string; code: string; message: string };

export function speakRunning(problem: Problem | RunningProblem, language: Language): SpokenProblem {
  const { field } = problem;
  if ('running' in problem) {
    return { field, code: problem.running, message: `${field}: ${WORDS[language][problem.running]}` };
  }
  return { field, code: problem.code, message: speak(problem, language) };
}

export function speakSkipped(why: SkipReason, language: Language): SpokenProblem {
  return { field: 'externalContractId', code: why, message: WORDS[language][why] };
}
