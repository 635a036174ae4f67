import type { PartnerKeyKind } from '../../../storage/partners/keys.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';

export type KeyWords = {
  title: string;
  lead: string;
  none: string;
  key: string;
  kind: string;
  kinds: Record<PartnerKeyKind, string>;
  issued: string;
  lastUsed: string;
  never: string;
  state: string;
  valid: string;
  revoked: string;
  unnamed: string;
  issue: string;
  name: string;
  nameHint: string;
  choices: Record<PartnerKeyKind, string>;
  issueIt: string;
  newKey: string;
  copyNow: string;
  copy: string;
  copied: string;
  tryIt: string;
  tryMeans: Record<PartnerKeyKind, string>;
  tryDry: string;
  firstCall: string;
  variable: string;
  dryRun: string;
  realCall: string;
  noOrganization: string;
  command: string;
  save: string;
  named: string;
  revoke: string;
  revokeMeans: string;
  revokeIt: string;
  inUse: string;
  confirm: string;
  pleaseConfirm: string;
  toCorrect: string;
  onlyOne: string;
  isRevoked: string;
  isNotRevokedEverywhere: string;
  tooLong: string;
};

const german: KeyWords = {
  title: 'Schlüssel',
  lead: 'Um einen Schlüssel ohne Unterbruch zu ersetzen: Stellen Sie einen neuen aus, tragen Sie ihn in Ihrem System ein, und widerrufen Sie den alten, sobald er nicht mehr verwendet wird.',
  none: 'Es gibt noch keinen Schlüssel.',
  key: 'Schlüssel',
  kind: 'Wofür',
  kinds: { open: 'eröffnet Kautionen', status: 'liest den Stand' },
  issued: 'Ausgestellt',
  lastUsed: 'Zuletzt verwendet',
  never: 'noch nie',
  state: 'Zustand',
  valid: 'gültig',
  revoked: 'widerrufen',
  unnamed: 'ohne Namen',
  issue: 'Neuer Schlüssel',
  name: 'Name',
  nameHint: 'Freiwillig. Wo er eingesetzt wird, zum Beispiel der Name eines Servers.',
  choices: {
    open: 'Kautionen eröffnen, Callbacks und Listen verwalten (dpk)',
    status: 'Stand und Ereignisse aller eigenen Kautionen lesen (dwk)',
  },
  issueIt: 'Schlüssel ausstellen',
  newKey: 'Der neue Schlüssel',
  copyNow: 'Kopieren Sie ihn jetzt. Er wird nur dieses eine Mal gezeigt und kann nicht nachgeschlagen werden.',
  copy: 'Kopieren',
  copied: 'Kopiert',
  tryIt: 'Gleich ausprobieren',
  tryMeans: {
    open: 'Eröffnet eine Kaution in der Testumgebung.',
    status: 'Liest die Ereignisse der Kautionen, die Sie eröffnet haben.',
  },
  tryDry: 'Prüft die Angaben und sagt, was noch fehlt. Es wird nichts eröffnet und nichts gesendet.',
  firstCall: 'Der erste Aufruf',
  variable: 'In ein Terminal einzufügen. $API_KEY steht für einen Schlüssel, der Kautionen eröffnet.',
  dryRun: 'Probelauf',
  realCall: 'Aufruf',
  noOrganization:
    'Mit Ihnen ist noch keine Organisation verbunden. Ersetzen Sie $EXTERNAL_ORG_ID und $ORG_ID, sobald der Betreiber eine verbunden hat.',
  command: 'Befehl',
  save: 'Speichern',
  named: 'Der Name ist gespeichert.',
  revoke: 'Widerrufen',
  revokeMeans:
    'Aufrufe mit diesem Schlüssel werden ab sofort abgewiesen. Das lässt sich nicht rückgängig machen; einen neuen Schlüssel können Sie jederzeit ausstellen.',
  revokeIt: 'Schlüssel widerrufen',
  inUse:
    'Dieser Schlüssel wurde in den letzten 30 Tagen verwendet. Was ihn noch benutzt, funktioniert danach nicht mehr.',
  confirm: 'Ja, auch wenn er noch verwendet wird',
  pleaseConfirm: 'Bitte bestätigen Sie, dass Sie einen verwendeten Schlüssel widerrufen.',
  toCorrect: 'Bitte prüfen Sie:',
  onlyOne: 'Das ist der einzige gültige Schlüssel dieser Art. Stellen Sie zuerst einen neuen aus.',
  isRevoked: 'Der Schlüssel ist widerrufen. Aufrufe damit werden abgewiesen.',
  isNotRevokedEverywhere:
    'Ein Schlüssel ist hier widerrufen, aber noch nicht auf allen Servern des Dienstes: Dort gelingen Aufrufe damit noch. Der Widerruf wird wiederholt, bis alle ihn übernommen haben. Laden Sie diese Seite in einer Minute neu.',
  tooLong: 'Der Name darf höchstens 100 Zeichen haben.',
};

const english: KeyWords = {
  title: 'Keys',
  lead: 'To replace a key without a gap: issue a new one, enter it in your system, and revoke the old one once it is no longer used.',
  none: 'There is no key yet.',
  key: 'Key',
  kind: 'What for',
  kinds: { open: 'opens deposits', status: 'reads the status' },
  issued: 'Issued',
  lastUsed: 'Last used',
  never: 'never',
  state: 'State',
  valid: 'valid',
  revoked: 'revoked',
  unnamed: 'no name',
  issue: 'New key',
  name: 'Name',
  nameHint: 'Optional. Where it is used, such as the name of a server.',
  choices: {
    open: 'Open deposits, manage callbacks and lists (dpk)',
    status: 'Read status and events of all of your deposits (dwk)',
  },
  issueIt: 'Issue the key',
  newKey: 'The new key',
  copyNow: 'Copy it now. It is shown only once and cannot be looked up later.',
  copy: 'Copy',
  copied: 'Copied',
  tryIt: 'Try it now',
  tryMeans: {
    open: 'Opens a deposit in the test environment.',
    status: 'Reads the events of the deposits that you have opened.',
  },
  tryDry: 'Checks the data and says what is still missing. Nothing is opened, and nothing is sent.',
  firstCall: 'The first call',
  variable: 'Paste it into a terminal. $API_KEY stands for a key that opens deposits.',
  dryRun: 'Dry run',
  realCall: 'Call',
  noOrganization:
    'No organization is connected to you yet. Replace $EXTERNAL_ORG_ID and $ORG_ID once the operator has connected one.',
  command: 'Command',
  save: 'Save',
  named: 'The name is saved.',
  revoke: 'Revoke',
  revokeMeans:
    'Calls with this key are refused from now on. This cannot be undone; you can issue a new key at any time.',
  revokeIt: 'Revoke the key',
  inUse: 'This key was used within the last 30 days. What still uses it will stop working.',
  confirm: 'Yes, even if it is still used',
  pleaseConfirm: 'Please confirm that you revoke a key that is used.',
  toCorrect: 'Please check:',
  onlyOne: 'This is the only valid key of its kind. Issue a new one first.',
  isRevoked: 'The key is revoked. Calls with it are refused.',
  isNotRevokedEverywhere:
    'A key is revoked here, but not yet on all servers of the service: calls with it still succeed there. The others are told again until they have taken it. Reload this page in a minute.',
  tooLong: 'The name may have at most 100 characters.',
};

export const KEY_WORDS: Record<PartnerLanguage, KeyWords> = { de: german, en: english };
