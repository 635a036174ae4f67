import type { RequirementId } from '../../../domain/conformance/requirements.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';

/** What to do so that a requirement is passed. */
export const HOW_TO_PASS: Record<PartnerLanguage, Record<RequirementId, string>> = {
  de: {
    'open.natural': 'Eröffnen Sie eine Kaution mit einer Mietpartei vom Typ natural.',
    'open.joint': 'Eröffnen Sie eine Kaution mit zwei Mietparteien: tenant und tenant2.',
    'open.legal': 'Eröffnen Sie eine Kaution mit einer Mietpartei vom Typ legal.',
    'open.corrected':
      'Senden Sie einen Vertrag mit einem Fehler, zum Beispiel ohne Ort. Korrigieren Sie ihn, und senden Sie ihn mit derselben externalContractId noch einmal.',
    'open.no_loop':
      'Senden Sie nach skipped oder nach fehlerhaften Daten nicht mehr als dreimal in zehn Minuten dasselbe. Bestanden wird am Ende des Laufs.',
    'open.strings':
      'Senden Sie jeden Wert als Text, auch Beträge, Daten und Ja/Nein. Bestanden wird am Ende des Laufs.',
    'status.read': 'Lesen Sie mit /webhook/contract-status den Status einer Kaution, die Ihr System eröffnet hat.',
    'status.pace':
      'Lesen Sie denselben Vertrag höchstens einmal pro Minute. Gezählt wird mit einem Schlüssel für den Status aus «Schlüssel», solange ein Callback gesetzt ist. Bestanden wird am Ende des Laufs.',
    'callback.accepts': 'Antworten Sie mit 2xx, wenn die Signatur stimmt.',
    'callback.refuses_forged': 'Prüfen Sie die Signatur, und antworten Sie mit 4xx, wenn sie nicht stimmt.',
    'callback.refuses_old':
      'Vergleichen Sie webhook-timestamp mit Ihrer Uhr, und antworten Sie auf alte Meldungen mit 4xx.',
    'callback.refuses_unsigned': 'Antworten Sie mit 4xx, wenn webhook-signature fehlt.',
    'callback.repeats': 'Merken Sie sich die webhook-id, und antworten Sie auch beim zweiten Mal mit 2xx.',
    'callback.order': 'Nehmen Sie Meldungen in jeder Reihenfolge an: data.sequence sagt, welche neuer ist.',
    'callback.unknown': 'Ignorieren Sie unbekannte Felder, und antworten Sie auf unbekannte Ereignisarten mit 2xx.',
    'callback.quick': 'Speichern Sie die Meldung, antworten Sie, und verarbeiten Sie sie danach.',
    'events.catch_up':
      'Lösen Sie ein Dokument oder einen neuen Zustand aus. Die erste Zustellung wird zurückgehalten: Lesen Sie sie mit GET /webhook/events.',
  },
  en: {
    'open.natural': 'Open a deposit with one tenant of the type natural.',
    'open.joint': 'Open a deposit with two tenants: tenant and tenant2.',
    'open.legal': 'Open a deposit with a tenant of the type legal.',
    'open.corrected':
      'Send a contract with a mistake, such as without city. Correct it, and send it again with the same externalContractId.',
    'open.no_loop':
      'After skipped or wrong data, do not send the same more than three times in ten minutes. It is passed at the end of the run.',
    'open.strings': 'Send every value as a string, also amounts, dates and flags. It is passed at the end of the run.',
    'status.read': 'Read the status of a deposit that your system has opened, with /webhook/contract-status.',
    'status.pace':
      'Read the same contract at most once a minute. Reads with a status key of yours (see Keys) are counted while a callback is set. It is passed at the end of the run.',
    'callback.accepts': 'Answer 2xx when the signature is right.',
    'callback.refuses_forged': 'Verify the signature, and answer 4xx when it is wrong.',
    'callback.refuses_old': 'Compare webhook-timestamp with your clock, and answer 4xx to old messages.',
    'callback.refuses_unsigned': 'Answer 4xx when webhook-signature is missing.',
    'callback.repeats': 'Remember the webhook-id, and answer 2xx the second time, too.',
    'callback.order': 'Accept messages in any order: data.sequence says which is newer.',
    'callback.unknown': 'Ignore unknown members, and answer 2xx to event types that you do not know.',
    'callback.quick': 'Store the message, answer, and process it afterwards.',
    'events.catch_up':
      'Cause a document or another state. The first delivery is held back: read it with GET /webhook/events.',
  },
};
