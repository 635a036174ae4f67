import type { Sms } from '../domain/effect.ts';
import type { Language } from '../domain/values/language.ts';

/** Sends a text message, or throws. */
export type SendSms = (sms: Sms, from: string) => Promise<void>;

const TIMEOUT_MS = 15_000;

const TEXTS: Record<Language, (code: string, from: string) => string> = {
  de: (code, from) => `${from}: Ihr Code ist ${code}. Er gilt 15 Minuten. Geben Sie ihn niemandem weiter.`,
  fr: (code, from) => `${from}\u00a0: votre code est ${code}. Il est valable 15 minutes. Ne le communiquez à personne.`,
  it: (code, from) => `${from}: il suo codice è ${code}. È valido 15 minuti. Non lo comunichi a nessuno.`,
  en: (code, from) => `${from}: your code is ${code}. It is valid for 15 minutes. Give it to nobody.`,
};

function smsText({ language, code }: Pick<Sms, 'language' | 'code'>, from: string): string {
  return TEXTS[language](code, from);
}

/** `SMS_URL`: gets a POST of JSON with `to` and `text`, and answers 2xx. A name and password in it become a header. */
export function smsSender(smsUrl: string): SendSms {
  const url = new URL(smsUrl);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const authorization = username === '' ? {} : { authorization: `Basic ${credentials}` };
  return async (sms, from) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify({ to: sms.to, text: smsText(sms, from) }),
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
