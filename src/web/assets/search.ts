// Search as you type: the form marked data-live is sent a moment after the last key, and its results replaced. Without
// this script the form has a button that does the same.
const form = document.querySelector<HTMLFormElement>('form[data-live]');
const results = document.querySelector('#results');
if (form !== null && results !== null) {
  let timer = 0;
  let running: AbortController | null = null;
  const load = async (address: URL): Promise<void> => {
    running?.abort();
    running = new AbortController();
    const answer = await fetch(address, { headers: { accept: 'text/html' }, signal: running.signal });
    // After a sign-out or an error, the browser loads the server's answer as a page.
    if (!answer.ok || answer.redirected) return location.assign(address);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.querySelector('#results');
    if (fresh === null) return;
    results.replaceChildren(...fresh.childNodes);
    history.replaceState(null, '', address);
    document.dispatchEvent(new Event('results'));
  };
  const refresh = (): void => {
    const fields = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][];
    const address = new URL(form.action);
    address.search = new URLSearchParams(fields).toString();
    load(address).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) form.submit();
    });
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(refresh, 200);
  };
  form.addEventListener('input', soon);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    refresh();
  });
}
