// Passkeys, if the browser supports them: signing in with one, and adding one. Everything else on these pages works without.
// The page says where to get the options of an authenticator (data-options) and where to send its answer (data-send).

type Answer = Record<string, unknown>;

const isKnown =
  typeof PublicKeyCredential !== 'undefined' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;

if (isKnown) {
  for (const part of document.querySelectorAll<HTMLElement>('[data-passkey="sign-in"]')) {
    part.hidden = false;
    part.querySelector('button')?.addEventListener('click', () => void attempt(part, () => signIn(part)));
  }
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey="add"]')) {
    form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void attempt(form, () => add(form));
    });
  }
  for (const part of document.querySelectorAll<HTMLElement>('[data-passkey="unknown"]')) part.hidden = true;
}

async function signIn(part: HTMLElement): Promise<void> {
  const { options: from = '', send: to = '', next: wanted = '' } = part.dataset;
  const options = await send(from, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey });
  const { next } = await send(to, { credential: JSON.stringify(credential), next: wanted });
  location.assign(String(next));
}

async function add(form: HTMLFormElement): Promise<void> {
  const valueOf = (name: string): string => form.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? '';
  const token = valueOf('token');
  const { options: from = '', send: to = '' } = form.dataset;
  const options = await send(from, { token });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  const { next } = await send(to, { token, name: valueOf('name'), credential: JSON.stringify(credential) });
  location.assign(String(next));
}

/** One at a time. Browsers do not say why it failed; usually the person cancelled it. */
async function attempt(part: HTMLElement, work: () => Promise<void>): Promise<void> {
  const button = part.querySelector('button');
  const failed = part.querySelector<HTMLElement>('[data-failed]');
  if (button === null || failed === null) return;
  button.disabled = true;
  failed.hidden = true;
  try {
    await work();
  } catch {
    failed.hidden = false;
  } finally {
    button.disabled = false;
  }
}

async function send(path: string, fields: Record<string, string>): Promise<Answer> {
  const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as Answer;
}
