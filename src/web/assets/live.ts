// The part of the page marked data-live is loaded again every so many seconds, while the page is seen. It ends when the
// mark is gone. Without this script the browser loads the whole page again.
const live = document.querySelector<HTMLElement>('[data-live]');
if (live !== null) {
  const renew = async (): Promise<boolean> => {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    // After a sign-out or an error, the browser loads the server's answer as a page.
    if (!answer.ok || answer.redirected) return (location.reload(), false);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.querySelector<HTMLElement>('#live');
    if (fresh === null || fresh.dataset['live'] === undefined) return (location.reload(), false);
    if (fresh.innerHTML !== live.innerHTML) replace(fresh);
    return true;
  };
  /** A link that has the focus keeps it. */
  const replace = (fresh: HTMLElement): void => {
    const focused = live.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
    live.replaceChildren(...fresh.childNodes);
    if (focused) live.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus();
  };
  const again = (): void => {
    const seconds = Number(live.dataset['live']);
    setTimeout(() => {
      if (document.visibilityState === 'hidden') return again();
      // The service may be away for a moment.
      renew().then((goesOn) => goesOn && again(), again);
    }, seconds * 1_000);
  };
  again();
}
