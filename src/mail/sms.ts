import type { Sms } from '../domain/effect.ts';
import type { Language } from '../domain/values/language.ts';

/** Sends a text message, or throws. */
export type SendSms = (sms: Sms) => Promise<void>;

const TIMEOUT_MS = 15_000;

const TEXTS: Record<Language, (code: string) => string> = {
  de: (code) => `Depono: Ihr Code ist ${code}. Er gilt 15 Minuten. Geben Sie ihn niemandem weiter.`,
  fr: (code) => `Depono\u00a0: votre code est ${code}. Il est valable 15 minutes. Ne le communiquez à personne.`,
  it: (code) => `Depono: il suo codice è ${code}. È valido 15 minuti. Non lo comunichi a nessuno.`,
  en: (code) => `Depono: your code is ${code}. It is valid for 15 minutes. Give it to nobody.`,
};

function smsText({ language, code }: Pick<Sms, 'language' | 'code'>): string {
  return TEXTS[language](code);
}

/** `SMS_URL`: gets a POST of JSON with `to` and `text`, and answers 2xx. A name and password in it become a header. */
export function smsSender(smsUrl: string): SendSms {
  const url = new URL(smsUrl);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const authorization = username === '' ? {} : { authorization: `Basic ${credentials}` };
  return async (sms) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify({ to: sms.to, text: smsText(sms) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      // Neither the address nor the message belongs into a log.
      const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).name;
      throw new Error(`the SMS service cannot be reached (${cause})`);
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the SMS service answered ${response.status}`);
  };
}
